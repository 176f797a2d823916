import { useState } from "react";
import { useForm } from "react-hook-form";
import { refusalAt } from "../api/failure.ts";
import { useProject } from "../app/useProject.ts";
import { Checkbox } from "../ui/Checkbox.tsx";
import { Field } from "../ui/Field.tsx";
import { TextInput } from "../ui/TextInput.tsx";
import { addGroupKey } from "./changes.ts";
import { FormDialog } from "./FormDialog.tsx";
import { useSave } from "./useSave.ts";

type Entries = { property: string; displayName: string; isCompany: boolean };

export function NewGroupKey() {
  const { projectId, whyNot } = useProject();
  const [open, setOpen] = useState(false);
  const { register, handleSubmit, formState, reset } = useForm<Entries>({
    defaultValues: { property: "", displayName: "", isCompany: false },
  });
  const save = useSave(
    async ({ property, displayName, isCompany }: Entries) => {
      await addGroupKey(projectId, {
        property_name: property,
        is_company_key: isCompany,
        ...(displayName === "" ? {} : { display_name: displayName }),
      });
      reset();
      setOpen(false);
    },
    {
      keys: [
        ["group-keys", projectId],
        ["project", projectId],
      ],
      said: "Group key added",
    },
  );
  return (
    <FormDialog
      title="New group key"
      open={open}
      onOpenChange={setOpen}
      opener={{ word: "New", disabledReason: whyNot("group-keys:write"), testId: "settings.new-key" }}
      onSubmit={handleSubmit((entries) => save.mutate(entries))}
      submit={{ word: "Add it", isBusy: save.isPending }}
      failure={{
        error: save.error,
        title: "The group key was not added",
        saidAt: ["property_name", "display_name"],
      }}
    >
      <Field
        label="Property"
        required
        hint="Its tracked name on events, such as company_id. It cannot be changed later."
        error={formState.errors.property?.message ?? refusalAt(save.error, "property_name")}
      >
        <TextInput
          autoComplete="off"
          spellCheck={false}
          {...register("property", { required: "Name the property." })}
        />
      </Field>
      <Field label="Display name" error={refusalAt(save.error, "display_name")}>
        <TextInput autoComplete="off" {...register("displayName")} />
      </Field>
      <Checkbox
        label="This is the company key"
        hint="Makes this a project about companies: imports then need a company column. One key at most."
        {...register("isCompany")}
      />
    </FormDialog>
  );
}
