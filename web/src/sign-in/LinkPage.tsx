import { useQuery } from "@tanstack/react-query";
import { Link, useLocation } from "@tanstack/react-router";
import { buttonClass } from "../ui/Button.tsx";
import { Notice } from "../ui/Notice.tsx";
import { QueryState } from "../ui/QueryState.tsx";
import { EntrancePage } from "./EntrancePage.tsx";
import { LinkForm } from "./LinkForm.tsx";
import { linkQuery } from "./links.ts";

/** Where a one-time link leads: its token stands behind the `#`, which browsers do not send. */
export function LinkPage() {
  const { hash: token } = useLocation();
  return (
    <EntrancePage title="Set your password">
      {token === "" ? (
        <Notice tone="bad" title="This link is not whole">
          Copy it again with everything behind the # sign.
        </Notice>
      ) : (
        <LinkBody token={token} />
      )}
    </EntrancePage>
  );
}

function LinkBody({ token }: { token: string }) {
  const link = useQuery(linkQuery(token));
  return (
    <>
      <QueryState query={link} failedTitle="This link cannot be used">
        {({ user }) => <LinkForm token={token} user={user} />}
      </QueryState>
      {link.isError ? (
        <Link to="/sign-in" className={`mt-4 ${buttonClass("primary")}`}>
          Sign in
        </Link>
      ) : null}
    </>
  );
}
