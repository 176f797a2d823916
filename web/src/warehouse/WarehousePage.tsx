import { Page } from "../ui/Page.tsx";

export function WarehousePage() {
  return <Page title="Warehouse">{null}</Page>;
}
