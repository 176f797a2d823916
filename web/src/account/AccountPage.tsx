import { useMe } from "../app/me.ts";
import { Notice } from "../ui/Notice.tsx";
import { Page } from "../ui/Page.tsx";
import { AccountParts } from "./AccountParts.tsx";

/** What members keep themselves. Outside the projects: a second factor may be what is missing to get into one. */
export function AccountPage() {
  const { organizations } = useMe();
  const locked = Object.values(organizations).filter((one) => one.second_factor_required);
  return (
    <Page title="Your account" description="Password, second factor and passkeys.">
      <div className="max-w-2xl space-y-5">
        {locked.length === 0 ? null : (
          <Notice tone="warn" title={`${locked.map(({ name }) => name).join(", ")}: second factor required`}>
            Set up an authenticator app or add a passkey and sign in with it. Then you get back in.
          </Notice>
        )}
        <AccountParts />
      </div>
    </Page>
  );
}
