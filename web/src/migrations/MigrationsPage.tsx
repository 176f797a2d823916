import { Page } from "../ui/Page.tsx";

export function MigrationsPage() {
  return <Page title="Migrations">{null}</Page>;
}
