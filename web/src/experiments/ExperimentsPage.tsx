import { Page } from "../ui/Page.tsx";

export function ExperimentsPage() {
  return <Page title="Experiments">{null}</Page>;
}
