import { Page } from "../ui/Page.tsx";

export function UsagePage() {
  return <Page title="Usage">{null}</Page>;
}
