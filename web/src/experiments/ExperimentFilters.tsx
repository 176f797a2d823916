import { Checkbox } from "../ui/Checkbox.tsx";
import { Select } from "../ui/Select.tsx";
import { TextInput } from "../ui/TextInput.tsx";
import { STATUSES } from "./ExperimentStatus.tsx";
import type { Experiment } from "./queries.ts";
import type { ListSearch } from "./search.ts";

type ExperimentFiltersProps = {
  search: ListSearch;
  onChange: (next: { [Key in keyof ListSearch]?: ListSearch[Key] | undefined }) => void;
};

const ORDER = ["draft", "active", "concluded", "success", "fail"] as const;
type StatusChoice = Experiment["status"] | "all";
const CHOICES: { value: StatusChoice; label: string }[] = [
  { value: "all", label: "Every status" },
  ...ORDER.map((value) => ({ value, label: STATUSES[value].word })),
];

export const ExperimentFilters = ({ search, onChange }: ExperimentFiltersProps) => (
  <div className="mb-3 flex flex-wrap items-center gap-3">
    <TextInput
      type="search"
      aria-label="Find experiments by name or tag"
      placeholder="Name or tag"
      className="max-w-60"
      value={search.q ?? ""}
      onChange={(event) => onChange({ q: event.target.value || undefined })}
    />
    <Select<StatusChoice>
      aria-label="Status"
      className="max-w-52"
      choices={CHOICES}
      value={search.status ?? "all"}
      onChoose={(status) => onChange({ status: status === "all" ? undefined : status })}
    />
    <Checkbox
      label="Archived ones too"
      checked={search.archived === true}
      onChange={(event) => onChange({ archived: event.target.checked ? true : undefined })}
    />
  </div>
);
