import { Page } from "../ui/Page.tsx";

export function ReportPage() {
  return <Page title="Report">{null}</Page>;
}
