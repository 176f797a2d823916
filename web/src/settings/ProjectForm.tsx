import { useForm } from "react-hook-form";
import { ApiFailure, refusalAt } from "../api/failure.ts";
import type { ProjectRecord } from "../app/project-queries.ts";
import { useProject } from "../app/useProject.ts";
import { Button } from "../ui/Button.tsx";
import { Card } from "../ui/Card.tsx";
import { FailureNotice } from "../ui/FailureNotice.tsx";
import { Field } from "../ui/Field.tsx";
import { Select } from "../ui/Select.tsx";
import { TextInput } from "../ui/TextInput.tsx";
import { TimeZoneInput } from "../ui/TimeZoneInput.tsx";
import { changeProject } from "./changes.ts";
import { useSave } from "./useSave.ts";

const WEEKDAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"].map(
  (label, index) => ({ value: String(index + 1), label }),
);
const MONTHS = Array.from({ length: 12 }, (_, index) => ({
  value: String(index + 1),
  label: new Date(Date.UTC(2026, index, 1)).toLocaleString("en", { month: "long", timeZone: "UTC" }),
}));

/** Fields of a refusal that have a place of their own. */
const SAID_AT = ["name", "timezone"];

type Entries = { name: string; timezone: string; weekStart: string; quarterStart: string };

export function ProjectForm({ project }: { project: ProjectRecord }) {
  const { whyNot } = useProject();
  const { register, handleSubmit, formState } = useForm<Entries>({
    values: {
      name: project.name,
      timezone: project.timezone,
      weekStart: String(project.week_start),
      quarterStart: String(project.quarter_start_month),
    },
  });
  const save = useSave(
    ({ name, timezone, weekStart, quarterStart }: Entries) =>
      changeProject(project.id, {
        ...{ name, timezone },
        week_start: Number(weekStart),
        quarter_start_month: Number(quarterStart),
      }),
    { keys: [["project", project.id], ["me"]], said: "Project saved" },
  );
  const refused = save.error instanceof ApiFailure ? save.error : undefined;
  const errorAt = (field: keyof Entries) => formState.errors[field]?.message ?? refusalAt(save.error, field);
  return (
    <Card title="General">
      <form
        noValidate
        className="grid gap-4 md:grid-cols-2"
        onSubmit={handleSubmit((entries) => save.mutate(entries))}
      >
        <Field label="Name" required error={errorAt("name")}>
          <TextInput data-testid="settings.name" {...register("name", { required: "Give it a name." })} />
        </Field>
        <Field
          label="Time zone"
          required
          hint="Cuts reports into days. What is stored does not change."
          error={errorAt("timezone")}
        >
          <TimeZoneInput {...register("timezone", { required: "Choose a time zone." })} />
        </Field>
        <Field label="First day of the week" required>
          <Select choices={WEEKDAYS} {...register("weekStart")} />
        </Field>
        <Field label="First month of the first quarter" required>
          <Select choices={MONTHS} {...register("quarterStart")} />
        </Field>
        <p className="text-xs text-ink-faint md:col-span-2">
          Region {project.region.toUpperCase()} and the simplified identity rules cannot be changed. Made on{" "}
          {project.created.slice(0, 10)} by {project.creator ?? "the operator of the server"}.
        </p>
        {save.error === null || SAID_AT.includes(refused?.field ?? "") ? null : (
          <div className="md:col-span-2">
            <FailureNotice failure={save.error} title="The project was not saved" />
          </div>
        )}
        <div>
          <Button
            type="submit"
            look="primary"
            busy={save.isPending}
            disabled={!formState.isDirty}
            disabledReason={whyNot("project:write")}
            data-testid="settings.save"
          >
            Save
          </Button>
        </div>
      </form>
    </Card>
  );
}
