import { X } from "lucide-react";
import { Button } from "../ui/Button.tsx";
import { Select } from "../ui/Select.tsx";
import { FilterText } from "./FilterText.tsx";
import type { DictionarySearch } from "./search.ts";
import { useDictionarySearch } from "./useDictionarySearch.ts";

const STATUSES = [
  { value: "visible", label: "Visible" },
  { value: "hidden", label: "Hidden" },
  { value: "blocked", label: "Dropped" },
] as const;

type EntryFiltersProps = {
  /** Tags and contacts of the entries in sight, offered while one types. */
  tags?: readonly string[];
  contacts?: readonly string[];
  hasOwners?: boolean;
};

/** Which entries are listed. All of it is in the address. */
export function EntryFilters({ tags = [], contacts = [], hasOwners = true }: EntryFiltersProps) {
  const { search, change } = useDictionarySearch();
  return (
    <search aria-label="Filters" className="mb-3 flex flex-wrap items-center gap-2">
      <FilterText
        type="search"
        label="Search names, display names and descriptions"
        placeholder="Search names and descriptions"
        className="w-full sm:w-64"
        value={search.q}
        onChange={(q) => change({ q })}
        data-testid="dictionary.search"
      />
      <Select
        aria-label="Status"
        className="w-auto!"
        placeholder="Any status"
        choices={STATUSES}
        value={search.status ?? ("" as "visible")}
        onChange={(event) => event.target.value === "" && change({ status: undefined })}
        onChoose={(status) => change({ status })}
        data-testid="dictionary.filter.status"
      />
      <FlagSelect label="Schema" yes="Declared" no="Not declared" any="Declared or not" name="declared" />
      <FlagSelect label="Seen" yes="Seen in 30 days" no="Not seen in 30 days" any="Seen or not" name="seen" />
      <FlagSelect
        label="Violations"
        yes="With violations"
        no="Without violations"
        any="Any violations"
        name="violations"
      />
      {hasOwners ? (
        <>
          <FilterText label="Tag" suggestions={tags} value={search.tag} onChange={(tag) => change({ tag })} />
          <FilterText
            label="Contact"
            suggestions={contacts}
            value={search.contact}
            onChange={(contact) => change({ contact })}
          />
        </>
      ) : null}
      {isFiltered(search) ? (
        <Button size="sm" look="ghost" onClick={() => change(NO_FILTER)} data-testid="dictionary.clear">
          <X aria-hidden /> Clear
        </Button>
      ) : null}
    </search>
  );
}

export const NO_FILTER = {
  q: undefined,
  tag: undefined,
  contact: undefined,
  status: undefined,
  declared: undefined,
  seen: undefined,
  violations: undefined,
};

export const isFiltered = (search: DictionarySearch): boolean =>
  Object.keys(NO_FILTER).some((key) => search[key as keyof typeof NO_FILTER] !== undefined);

type FlagSelectProps = {
  label: string;
  name: "declared" | "seen" | "violations";
  any: string;
  yes: string;
  no: string;
};

function FlagSelect({ label, name, any, yes, no }: FlagSelectProps) {
  const { search, change } = useDictionarySearch();
  const value = search[name];
  const choices = [
    { value: "yes", label: yes },
    { value: "no", label: no },
  ] as const;
  return (
    <Select
      aria-label={label}
      className="w-auto!"
      placeholder={any}
      choices={choices}
      value={value === undefined ? ("" as "yes") : value ? "yes" : "no"}
      onChange={(event) => event.target.value === "" && change({ [name]: undefined })}
      onChoose={(chosen) => change({ [name]: chosen === "yes" })}
      data-testid={`dictionary.filter.${name}`}
    />
  );
}
