import { Page } from "../ui/Page.tsx";

export function DictionaryPage() {
  return <Page title="Dictionary">{null}</Page>;
}
