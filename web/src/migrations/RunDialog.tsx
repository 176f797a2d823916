import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { projectQuery } from "../app/project-queries.ts";
import { useProject } from "../app/useProject.ts";
import { Button } from "../ui/Button.tsx";
import { Checkbox } from "../ui/Checkbox.tsx";
import { Dialog, DialogClose } from "../ui/Dialog.tsx";
import { FailureNotice } from "../ui/FailureNotice.tsx";
import { Field } from "../ui/Field.tsx";
import { formatEvents } from "../ui/format.ts";
import { TextInput } from "../ui/TextInput.tsx";
import { CredentialFields } from "./CredentialFields.tsx";
import { startMigration, type Tool } from "./changes.ts";
import { forgetRequests, keptRequest } from "./kept-request.ts";
import { type Migration, type MigrationRequest, migrationsKey } from "./queries.ts";
import { startTitle } from "./start-words.ts";

/** The step from the plan to the run: the count is typed, so that nobody loads millions by a slip. */
export function RunDialog({ migration, onClose }: { migration: Migration; onClose: () => void }) {
  const { projectId } = useProject();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const kept = keptRequest(migration.job_id);
  const count = String(migration.events.would_load ?? 0);
  const [typed, setTyped] = useState("");
  const [keys, setKeys] = useState({ key: "", secret: "" });
  const [allowOver, setAllowOver] = useState(false);
  const project = useQuery(projectQuery(projectId));
  const start = useMutation({
    mutationFn: () =>
      startMigration(migration.source_tool as Tool, {
        ...(kept?.body ?? {
          ...{ SOURCE_API_KEY: keys.key, SOURCE_API_SECRET: keys.secret },
          ...optionsOf(migration),
          PROJECT_TOKEN: project.data?.token ?? "",
        }),
        // The range of the plan, also where the dry run took the usual one.
        ...{ START_DATE: migration.start_date, END_DATE: migration.end_date, DRY_RUN: false },
        ...(allowOver ? { ALLOW_OVER_LIMIT: true } : {}),
      }),
    onSuccess: async ({ job_id: jobId }) => {
      forgetRequests();
      await queryClient.invalidateQueries({ queryKey: migrationsKey(projectId) });
      onClose();
      await navigate({ to: "/p/$projectId/migrations/$jobId", params: { projectId, jobId }, search: {} });
    },
  });
  const hasKeys = kept !== undefined || (keys.key !== "" && keys.secret !== "");
  const missing = !hasKeys
    ? "The tool's key and secret are needed again."
    : typed.trim() !== count
      ? `Type ${count} first.`
      : undefined;
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={`Load ${formatEvents(Number(count))}?`}
      description="They count toward this month's usage. The migration can be paused, cancelled and rolled back."
      data-testid="migrations.run-dialog"
      footer={
        <>
          <DialogClose />
          <Button
            look="primary"
            busy={start.isPending}
            disabledReason={missing}
            onClick={() => start.mutate()}
            data-testid="migrations.run-confirm"
          >
            Start the migration
          </Button>
        </>
      }
    >
      <div className="space-y-3">
        {kept === undefined ? (
          <CredentialFields
            tool={migration.source_tool}
            keyProps={{ value: keys.key, onChange: (event) => setKeys({ ...keys, key: event.target.value }) }}
            secretProps={{
              value: keys.secret,
              onChange: (event) => setKeys({ ...keys, secret: event.target.value }),
            }}
          />
        ) : null}
        {migration.over_limit ? (
          <Checkbox
            label="Load more events than the service is meant for"
            checked={allowOver}
            onChange={(event) => setAllowOver(event.target.checked)}
          />
        ) : null}
        <Field label={`Type ${count} to confirm`} required>
          <TextInput
            value={typed}
            inputMode="numeric"
            autoComplete="off"
            onChange={(event) => setTyped(event.target.value)}
            data-testid="migrations.run-typed"
          />
        </Field>
        {start.error === null ? null : (
          <FailureNotice failure={start.error} title={startTitle(start.error)} />
        )}
      </div>
    </Dialog>
  );
}

/** What the dry run was asked besides its range, for the run itself. */
const optionsOf = ({ options }: Migration): Partial<MigrationRequest> => ({
  REGION: options.region,
  EVENTS_ONLY: options.events_only,
  PROFILES_ONLY: options.profiles_only,
  MAP_EXPERIMENTS: options.map_experiments,
  ...(options.user_id_property === null ? {} : { USER_ID_PROPERTY: options.user_id_property }),
});
