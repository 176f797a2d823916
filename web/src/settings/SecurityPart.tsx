import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { client, take } from "../api/client.ts";
import { useProject } from "../app/useProject.ts";
import { Card } from "../ui/Card.tsx";
import { FailureNotice } from "../ui/FailureNotice.tsx";
import { QueryState } from "../ui/QueryState.tsx";
import { Switch } from "../ui/Switch.tsx";
import { organizationQuery } from "./queries.ts";
import { useSave } from "./useSave.ts";

export function SecurityPart() {
  const { organization_id: organizationId, whyNotInOrganization } = useProject();
  const organization = useQuery(organizationQuery(organizationId));
  const save = useSave(
    (required: boolean) =>
      take(
        client.PATCH("/api/app/organizations/{organizationId}", {
          params: { path: { organizationId } },
          body: { second_factor_required: required },
        }),
      ),
    { keys: [["organization", organizationId]], said: "Saved." },
  );
  return (
    <Card title="Sign-in of members">
      <QueryState query={organization}>
        {({ name, second_factor_required: isRequired }) => (
          <div className="space-y-3">
            <Switch
              label={`Require a second factor in ${name}`}
              checked={isRequired}
              onChange={(required) => save.mutate(required)}
              disabledReason={whyNotInOrganization("organization:write")}
              data-testid="security.required"
            />
            <p className="text-ink-soft">
              Members come in only with an authenticator app or a passkey. Sessions that began without one
              lose access at once. Service accounts are not affected.
            </p>
            {save.error === null ? null : (
              <div className="space-y-2">
                <FailureNotice failure={save.error} title="Not saved" />
                <Link to="/account" className="text-accent-text underline">
                  Go to your account
                </Link>
              </div>
            )}
          </div>
        )}
      </QueryState>
    </Card>
  );
}
