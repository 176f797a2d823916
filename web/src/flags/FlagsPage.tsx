import { Page } from "../ui/Page.tsx";

export function FlagsPage() {
  return <Page title="Flags">{null}</Page>;
}
