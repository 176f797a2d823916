import { Page } from "../ui/Page.tsx";

export function EventsPage() {
  return <Page title="Events">{null}</Page>;
}
