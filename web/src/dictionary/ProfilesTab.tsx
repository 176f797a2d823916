import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { UserRound } from "lucide-react";
import { useProject } from "../app/useProject.ts";
import { EmptyState } from "../ui/EmptyState.tsx";
import { Field } from "../ui/Field.tsx";
import { QueryState } from "../ui/QueryState.tsx";
import { Select } from "../ui/Select.tsx";
import { PropertyTable } from "./PropertyTable.tsx";
import { entryQuery, namedEntriesQuery } from "./queries.ts";
import { useDictionarySearch } from "./useDictionarySearch.ts";

/** Schemas call the profiles of people so. */
const PEOPLE = "$user";

/** What profiles are made of: those of people, and those of each kind of group. */
export function ProfilesTab() {
  const { projectId } = useProject();
  const { search, change } = useDictionarySearch();
  const kinds = useQuery(namedEntriesQuery(projectId, "profiles"));
  return (
    <QueryState
      query={kinds}
      failedTitle="The profiles could not be loaded"
      isEmpty={({ entries }) => entries.length === 0}
      empty={<NoProfiles />}
    >
      {({ entries }) => {
        const names = entries.map(({ name }) => name);
        const shown = names.find((name) => name === search.profile) ?? names.find((name) => name === PEOPLE);
        const name = shown ?? names[0] ?? PEOPLE;
        return (
          <div className="space-y-3">
            <div className="flex flex-wrap items-end gap-3">
              <Field label="Profiles of" required className="w-56">
                <Select
                  choices={names.map((value) => ({ value, label: value === PEOPLE ? "People" : value }))}
                  value={name}
                  onChoose={(profile) => change({ profile })}
                  data-testid="dictionary.profile"
                />
              </Field>
              <Link
                to="/p/$projectId/dictionary/profiles/$name"
                params={{ projectId, name }}
                className="pb-1.5 text-accent-text hover:underline"
              >
                Schema and history
              </Link>
            </div>
            <ProfileProperties name={name} />
          </div>
        );
      }}
    </QueryState>
  );
}

function ProfileProperties({ name }: { name: string }) {
  const { projectId } = useProject();
  const entry = useQuery(entryQuery(projectId, { entityType: "profile", name }));
  return (
    <QueryState query={entry} failedTitle="The properties could not be loaded">
      {(data) => (
        <>
          <PropertyTable entry={data} />
          <p className="mt-2 text-xs text-ink-faint">
            Those that are declared, and those that profiles have now; up to 10,000 profiles are looked at.
          </p>
        </>
      )}
    </QueryState>
  );
}

const NoProfiles = () => (
  <EmptyState icon={UserRound} title="No profiles yet">
    Properties of people and groups appear here by themselves as soon as a profile has them.
  </EmptyState>
);
