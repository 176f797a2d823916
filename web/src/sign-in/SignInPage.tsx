import { Page } from "../ui/Page.tsx";

export function SignInPage() {
  return <Page title="Sign in">{null}</Page>;
}
