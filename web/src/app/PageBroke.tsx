import type { ErrorComponentProps } from "@tanstack/react-router";
import { FailureNotice } from "../ui/FailureNotice.tsx";
import { Page } from "../ui/Page.tsx";

/** When a page cannot be shown at all: what went wrong, and another try. */
export function PageBroke({ error, reset }: ErrorComponentProps) {
  return (
    <Page title="This page could not be shown">
      <FailureNotice failure={error} onRetry={reset} />
    </Page>
  );
}
