import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { Flag as FlagIcon, Plus } from "lucide-react";
import { withoutEmpty } from "../app/read-search.ts";
import { useProject } from "../app/useProject.ts";
import { useWorkspace } from "../app/useWorkspace.ts";
import { Button } from "../ui/Button.tsx";
import { Checkbox } from "../ui/Checkbox.tsx";
import { EmptyState } from "../ui/EmptyState.tsx";
import { holdsWord } from "../ui/holds-word.ts";
import { LinkButton } from "../ui/LinkButton.tsx";
import { Page } from "../ui/Page.tsx";
import { QueryState } from "../ui/QueryState.tsx";
import { TextInput } from "../ui/TextInput.tsx";
import { FlagsTable } from "./FlagsTable.tsx";
import { flagsQuery } from "./queries.ts";
import type { FlagsSearch } from "./search.ts";

/** Who gets which variant? */
export function FlagsPage() {
  const { projectId, workspaceId } = useWorkspace();
  const search = useSearch({ from: "/signed-in/p/$projectId/flags" });
  const navigate = useNavigate({ from: "/p/$projectId/flags" });
  const change = (next: { [Key in keyof FlagsSearch]?: FlagsSearch[Key] | undefined }) =>
    void navigate({ search: (before) => withoutEmpty({ ...before, ...next }), replace: true });
  const flags = useQuery(flagsQuery(projectId, workspaceId, search.archived === true));
  return (
    <Page
      title="Flags"
      description="Who gets which variant of what, from the next request on."
      action={<NewFlag projectId={projectId} />}
    >
      <QueryState
        query={flags}
        failedTitle="The flags could not be loaded"
        empty={
          search.archived ? undefined : (
            <EmptyState title="No flags yet" icon={FlagIcon} action={<NewFlag projectId={projectId} />}>
              A flag gives each person one of its variants, always the same one. Client libraries ask for it;
              an experiment can measure what it does.
            </EmptyState>
          )
        }
      >
        {(list) => {
          const shown = list.filter(({ name, key, tags }) => holdsWord([name, key, ...tags], search.q));
          return (
            <>
              <div className="mb-3 flex flex-wrap items-center gap-3">
                <TextInput
                  type="search"
                  aria-label="Find flags by name, key or tag"
                  placeholder="Name, key or tag"
                  className="max-w-60"
                  value={search.q ?? ""}
                  onChange={(event) => change({ q: event.target.value || undefined })}
                />
                <Checkbox
                  label="Archived ones too"
                  checked={search.archived === true}
                  onChange={(event) => change({ archived: event.target.checked || undefined })}
                />
              </div>
              {shown.length > 0 ? (
                <FlagsTable flags={shown} />
              ) : (
                <EmptyState
                  title="No flag fits these filters"
                  action={<Button onClick={() => void navigate({ search: {} })}>Clear the filters</Button>}
                />
              )}
            </>
          );
        }}
      </QueryState>
    </Page>
  );
}

function NewFlag({ projectId }: { projectId: number }) {
  return (
    <LinkButton
      look="primary"
      testId="flags.new"
      disabledReason={useProject().whyNot("flags:write")}
      link={<Link to="/p/$projectId/flags/new" params={{ projectId }} />}
    >
      <Plus aria-hidden /> New flag
    </LinkButton>
  );
}
