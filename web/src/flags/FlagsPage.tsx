import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { Flag as FlagIcon, Plus } from "lucide-react";
import { useProject } from "../app/useProject.ts";
import { useWorkspace } from "../app/useWorkspace.ts";
import { Button, buttonClass } from "../ui/Button.tsx";
import { Checkbox } from "../ui/Checkbox.tsx";
import { EmptyState } from "../ui/EmptyState.tsx";
import { Page } from "../ui/Page.tsx";
import { QueryState } from "../ui/QueryState.tsx";
import { TextInput } from "../ui/TextInput.tsx";
import { FlagsTable } from "./FlagsTable.tsx";
import { flagsQuery } from "./queries.ts";

/** Who gets which variant? */
export function FlagsPage() {
  const { projectId, workspaceId } = useWorkspace();
  const search = useSearch({ from: "/signed-in/p/$projectId/flags" });
  const navigate = useNavigate({ from: "/p/$projectId/flags" });
  const flags = useQuery(flagsQuery(projectId, workspaceId, search.archived === true));
  const wanted = search.q?.toLowerCase() ?? "";
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
          const shown = list.filter(({ name, key, tags }) =>
            [name, key, ...tags].some((word) => word.toLowerCase().includes(wanted)),
          );
          return (
            <>
              <div className="mb-3 flex flex-wrap items-center gap-3">
                <TextInput
                  type="search"
                  aria-label="Find flags by name, key or tag"
                  placeholder="Name, key or tag"
                  className="max-w-60"
                  value={search.q ?? ""}
                  onChange={(event) =>
                    void navigate({
                      search: ({ q: _q, ...rest }) =>
                        event.target.value === "" ? rest : { ...rest, q: event.target.value },
                      replace: true,
                    })
                  }
                />
                <Checkbox
                  label="Archived ones too"
                  checked={search.archived === true}
                  onChange={(event) =>
                    void navigate({
                      search: ({ archived: _archived, ...rest }) =>
                        event.target.checked ? { ...rest, archived: true as const } : rest,
                      replace: true,
                    })
                  }
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
  const reason = useProject().whyNot("flags:write");
  const words = (
    <>
      <Plus aria-hidden /> New flag
    </>
  );
  if (reason !== undefined)
    return (
      <Button look="primary" disabledReason={reason} data-testid="flags.new">
        {words}
      </Button>
    );
  return (
    <Link
      to="/p/$projectId/flags/new"
      params={{ projectId }}
      className={buttonClass("primary")}
      data-testid="flags.new"
    >
      {words}
    </Link>
  );
}
