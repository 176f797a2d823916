import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { groupKeysQuery } from "../../app/project-queries.ts";
import { useProject } from "../../app/useProject.ts";
import { Field } from "../../ui/Field.tsx";
import { Select } from "../../ui/Select.tsx";
import { CommitText } from "./CommitText.tsx";
import type { Draft } from "./draft.ts";

type KindFieldsProps = { draft: Draft; onChange: (draft: Draft) => void };

/** What profiles of groups and lookup tables need to know beside their columns. */
export function KindFields(props: KindFieldsProps) {
  if (props.draft.kind === "groups") return <GroupKeyField {...props} />;
  if (props.draft.kind === "lookup_table") return <LookupFields {...props} />;
  return null;
}

function GroupKeyField({ draft, onChange }: KindFieldsProps) {
  const { projectId } = useProject();
  const keys = useQuery(groupKeysQuery(projectId));
  const hint =
    keys.data?.length === 0 ? (
      <>
        This project has none.{" "}
        <Link
          to="/p/$projectId/settings/$part"
          params={{ projectId, part: "group-keys" }}
          className="underline"
        >
          Declare one in the settings
        </Link>
      </>
    ) : (
      "What kind of group: company, team …"
    );
  return (
    <Field label="Group key" hint={hint} required>
      <Select
        placeholder="Choose a group key"
        value={draft.groupKey ?? ""}
        choices={(keys.data ?? []).map(({ property_name: name }) => ({ value: name, label: name }))}
        onChoose={(groupKey) => onChange({ ...draft, groupKey })}
        data-testid="wizard.group-key"
      />
    </Field>
  );
}

const LookupFields = ({ draft, onChange }: KindFieldsProps) => (
  <div className="grid gap-4 sm:grid-cols-2">
    <Field label="Property that is looked up" required>
      <CommitText
        value={draft.property ?? ""}
        data-testid="wizard.property"
        onCommit={(property) => onChange({ ...draft, property })}
      />
    </Field>
    <Field label="It is a property of" required>
      <Select
        value={draft.subject ?? "event"}
        choices={[
          { value: "event", label: "Events" },
          { value: "user", label: "User profiles" },
        ]}
        onChoose={(subject) => onChange({ ...draft, subject })}
      />
    </Field>
  </div>
);
