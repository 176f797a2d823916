import { Link } from "@tanstack/react-router";
import { useMe } from "../app/me.ts";
import { buttonClass } from "../ui/Button.tsx";
import { Notice } from "../ui/Notice.tsx";

/** Why the projects of an organization are not in the list, and what to do about it. */
export function LockedOrganizations() {
  const { organizations } = useMe();
  const names = Object.values(organizations).flatMap((one) => (one.second_factor_required ? one.name : []));
  if (names.length === 0) return null;
  return (
    <Notice tone="warn" title={`${names.join(", ")}: second factor required`} className="mb-4">
      <p className="mb-2">Set up an authenticator app or a passkey to see these projects.</p>
      <Link to="/account" className={buttonClass("primary")} data-testid="projects.locked">
        Set up
      </Link>
    </Notice>
  );
}
