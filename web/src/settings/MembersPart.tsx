import { useQuery } from "@tanstack/react-query";
import { Users } from "lucide-react";
import { useMemo, useState } from "react";
import { useProject } from "../app/useProject.ts";
import { Card } from "../ui/Card.tsx";
import { DataTable } from "../ui/DataTable.tsx";
import { EmptyState } from "../ui/EmptyState.tsx";
import { QueryState } from "../ui/QueryState.tsx";
import { StatusChip } from "../ui/StatusChip.tsx";
import type { TableColumn } from "../ui/table-types.ts";
import { InviteMember } from "./InviteMember.tsx";
import { MemberActions } from "./MemberActions.tsx";
import { type Member, membersQuery } from "./queries.ts";
import { roleHere } from "./roles.ts";
import { SignInLink } from "./SignInLink.tsx";

export type MadeLink = { name: string; link: string; expires: string };

export function MembersPart() {
  const { organization_id, projectId } = useProject();
  const [link, setLink] = useState<MadeLink>();
  const members = useQuery(membersQuery(organization_id));
  const columns = useMemo((): TableColumn<Member>[] => {
    return [
      {
        id: "name",
        header: "Name",
        isName: true,
        cell: ({ name, email }) => (
          <span className="wrap-anywhere">
            {name}
            <span className="block text-xs font-normal text-ink-soft">{email}</span>
          </span>
        ),
        sortBy: ({ name }) => name,
      },
      {
        id: "email",
        header: "E-mail address",
        cell: ({ email }) => email,
        sortBy: ({ email }) => email,
        hiddenAtFirst: true,
      },
      { id: "role", header: "In the organization", cell: ({ role }) => role, sortBy: ({ role }) => role },
      {
        id: "here",
        header: "In this project",
        cell: ({ role, projects }) => roleHere(role, projects, projectId),
        sortBy: ({ role, projects }) => roleHere(role, projects, projectId),
      },
      {
        id: "can_sign_in",
        header: "Sign-in",
        cell: ({ can_sign_in: can }) => (
          <StatusChip tone={can ? "ok" : "off"}>{can ? "Has a password" : "No password yet"}</StatusChip>
        ),
        sortBy: ({ can_sign_in }) => can_sign_in,
      },
      {
        id: "actions",
        header: "Actions",
        className: "w-12",
        cell: (member) => <MemberActions member={member} onLink={setLink} />,
      },
    ];
  }, [projectId]);
  return (
    <Card title="Members and roles" action={<InviteMember onLink={setLink} />}>
      <p className="mb-3 text-ink-soft">
        People of the organization. There is no mail server here: whoever is new gets a sign-in link from you.
      </p>
      <QueryState query={members} empty={<EmptyState icon={Users} title="Nobody but service accounts yet" />}>
        {(list) => (
          <DataTable
            label="Members"
            rows={list}
            rowId={({ id }) => String(id)}
            columns={columns}
            initialSort={{ column: "name", descending: false }}
            csvName="members"
            data-testid="settings.members"
          />
        )}
      </QueryState>
      <SignInLink link={link} onClose={() => setLink(undefined)} />
    </Card>
  );
}
