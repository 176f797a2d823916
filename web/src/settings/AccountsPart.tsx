import { useQuery } from "@tanstack/react-query";
import { KeyRound } from "lucide-react";
import { useMemo, useState } from "react";
import { useProject } from "../app/useProject.ts";
import { Card } from "../ui/Card.tsx";
import { DataTable } from "../ui/DataTable.tsx";
import { Dialog } from "../ui/Dialog.tsx";
import { EmptyState } from "../ui/EmptyState.tsx";
import { QueryState } from "../ui/QueryState.tsx";
import { SecretReveal } from "../ui/SecretReveal.tsx";
import type { TableColumn } from "../ui/table-types.ts";
import { AccountActions } from "./AccountActions.tsx";
import { NewAccount } from "./NewAccount.tsx";
import { type Account, accountsQuery } from "./queries.ts";
import { roleHere } from "./roles.ts";

export type MadeSecret = { username: string; secret: string };

const day = (moment: string | null, otherwise: string) => moment?.slice(0, 10) ?? otherwise;

/** How scripts and servers come in. */
export function AccountsPart() {
  const { organization_id, projectId } = useProject();
  const [made, setMade] = useState<MadeSecret>();
  const accounts = useQuery(accountsQuery(organization_id));
  const columns = useMemo(
    (): TableColumn<Account>[] => [
      {
        id: "username",
        header: "Username",
        isName: true,
        cell: ({ username }) => <span className="wrap-anywhere">{username}</span>,
        sortBy: ({ username }) => username,
      },
      { id: "role", header: "In the organization", cell: ({ role }) => role, sortBy: ({ role }) => role },
      {
        id: "here",
        header: "In this project",
        cell: ({ role, projects }) => roleHere(role, projects, projectId),
        sortBy: ({ role, projects }) => roleHere(role, projects, projectId),
      },
      {
        id: "last_used",
        header: "Last used",
        cell: ({ last_used }) => day(last_used, "never"),
        sortBy: ({ last_used }) => last_used ?? undefined,
      },
      {
        id: "expires",
        header: "Expires",
        cell: ({ expires }) => day(expires, "never"),
        sortBy: ({ expires }) => expires ?? undefined,
      },
      {
        id: "created",
        header: "Made",
        cell: ({ created, creator }) => `${day(created, "")} by ${creator ?? "the operator"}`,
        sortBy: ({ created }) => created,
        hiddenAtFirst: true,
      },
      {
        id: "actions",
        header: "Actions",
        className: "w-12",
        cell: (account) => <AccountActions account={account} onSecret={setMade} />,
      },
    ],
    [projectId],
  );
  return (
    <Card title="Service accounts" action={<NewAccount onSecret={setMade} />}>
      <p className="mb-3 text-ink-soft">
        Usernames and secrets for scripts and servers, sent as HTTP Basic authentication.
      </p>
      <QueryState query={accounts} empty={<EmptyState icon={KeyRound} title="No service account yet" />}>
        {(list) => (
          <DataTable
            label="Service accounts"
            rows={list}
            rowId={({ id }) => String(id)}
            columns={columns}
            csvName="service-accounts"
            data-testid="settings.accounts"
          />
        )}
      </QueryState>
      <Dialog
        title={`Secret of ${made?.username ?? ""}`}
        keepsOpen
        open={made !== undefined}
        onOpenChange={(open) => open || setMade(undefined)}
      >
        <SecretReveal
          label="secret"
          secret={made === undefined ? "" : `${made.username}:${made.secret}`}
          fileName={`${made?.username ?? "service-account"}.txt`}
          onStored={() => setMade(undefined)}
        />
      </Dialog>
    </Card>
  );
}
