import { Link } from "@tanstack/react-router";
import { buttonClass } from "../ui/Button.tsx";
import { Page } from "../ui/Page.tsx";

export function NotFoundPage() {
  return (
    <Page
      title="There is nothing at this address"
      description="It may have been deleted or renamed, or your role does not reach it. Addresses are case sensitive."
    >
      <Link to="/projects" className={buttonClass("primary")}>
        See all projects
      </Link>
    </Page>
  );
}
