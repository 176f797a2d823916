import { useQuery } from "@tanstack/react-query";
import { Clock3, Users } from "lucide-react";
import { useMemo, useState } from "react";
import { useProject } from "../app/useProject.ts";
import { Card } from "../ui/Card.tsx";
import { DataTable } from "../ui/DataTable.tsx";
import { EmptyState } from "../ui/EmptyState.tsx";
import { QueryState } from "../ui/QueryState.tsx";
import { StatusChip } from "../ui/StatusChip.tsx";
import type { TableColumn } from "../ui/table-types.ts";
import { InvitationActions } from "./InvitationActions.tsx";
import { InviteMember } from "./InviteMember.tsx";
import { MemberActions } from "./MemberActions.tsx";
import { type MadeLink, OneTimeLink } from "./OneTimeLink.tsx";
import { type Invitation, invitationsQuery, type Member, membersQuery } from "./queries.ts";
import { roleHere } from "./roles.ts";

/** A member, or an address that was invited: of the person behind it nothing is known. */
type Line = Member | Invitation;
const isMember = (line: Line): line is Member => "name" in line;
const nameOf = (line: Line): string => (isMember(line) ? line.name : line.email);

export function MembersPart() {
  const { organization_id, projectId, whyNotInOrganization } = useProject();
  const [link, setLink] = useState<MadeLink>();
  const members = useQuery(membersQuery(organization_id));
  const invitations = useQuery({
    ...invitationsQuery(organization_id),
    enabled: whyNotInOrganization("users:write") === undefined,
  });
  const columns = useMemo((): TableColumn<Line>[] => {
    return [
      {
        id: "name",
        header: "Name",
        isName: true,
        className: "min-w-48",
        cell: (line) => (
          <span className="wrap-anywhere">
            {nameOf(line)}
            {isMember(line) ? (
              <span className="block text-xs font-normal text-ink-soft">{line.email}</span>
            ) : null}
          </span>
        ),
        sortBy: nameOf,
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
        id: "status",
        header: "Status",
        cell: (line) => <LineStatus line={line} />,
        sortBy: (line) => (isMember(line) ? (line.can_sign_in ? 0 : 1) : 2),
      },
      {
        id: "actions",
        header: "Actions",
        className: "w-12",
        cell: (line) =>
          isMember(line) ? (
            <MemberActions member={line} onLink={setLink} />
          ) : (
            <InvitationActions invitation={line} />
          ),
      },
    ];
  }, [projectId]);
  return (
    <Card title="Members and roles" action={<InviteMember onLink={setLink} />}>
      <p className="mb-3 text-ink-soft">
        Members join by an invite link, which you send them yourself. Pending invitations are listed by
        address.
      </p>
      <QueryState query={members}>
        {(list) => (
          <QueryState
            query={{ ...members, data: [...list, ...(invitations.data ?? [])], error: invitations.error }}
            empty={<EmptyState icon={Users} title="Nobody but service accounts yet" />}
            failedTitle="The pending invitations could not be loaded"
          >
            {(lines: Line[]) => (
              <DataTable
                label="Members"
                rows={lines}
                rowId={(line) => `${isMember(line) ? "member" : "invitation"} ${line.id}`}
                columns={columns}
                initialSort={{ column: "name", descending: false }}
                csvName="members"
                data-testid="settings.members"
              />
            )}
          </QueryState>
        )}
      </QueryState>
      <OneTimeLink made={link} onClose={() => setLink(undefined)} />
    </Card>
  );
}

function LineStatus({ line }: { line: Line }) {
  if (isMember(line))
    return (
      <StatusChip tone={line.can_sign_in ? "ok" : "off"}>
        {line.can_sign_in ? "Has a password" : "No password yet"}
      </StatusChip>
    );
  return (
    <span title={`Valid until ${new Date(line.expires).toLocaleString("en-GB")}`}>
      <StatusChip tone="info" icon={Clock3}>
        Invitation pending
      </StatusChip>
    </span>
  );
}
