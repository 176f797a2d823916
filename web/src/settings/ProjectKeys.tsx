import { useState } from "react";
import type { ProjectRecord } from "../app/project-queries.ts";
import { useProject } from "../app/useProject.ts";
import { Button } from "../ui/Button.tsx";
import { Card } from "../ui/Card.tsx";
import { ConfirmDialog } from "../ui/ConfirmDialog.tsx";
import { CopyButton } from "../ui/CopyButton.tsx";
import { Dialog } from "../ui/Dialog.tsx";
import { SecretReveal } from "../ui/SecretReveal.tsx";
import { disableSecret, resetSecret, rotateToken } from "./changes.ts";
import { useSave } from "./useSave.ts";

/** By what clients name the project, and the two ways to take that back. */
export function ProjectKeys({ project }: { project: ProjectRecord }) {
  const { whyNot } = useProject();
  const [secret, setSecret] = useState<string>();
  const keys = [["project", project.id]];
  const rotate = useSave(() => rotateToken(project.id), { keys, said: "The project has a new token" });
  const reset = useSave(() => resetSecret(project.id), { keys });
  const disable = useSave(() => disableSecret(project.id), {
    keys,
    said: "The project secret is switched off",
  });
  return (
    <Card title="Identifiers">
      <dl className="grid gap-x-6 gap-y-2 sm:grid-cols-[10rem_minmax(0,1fr)]">
        <Value label="Project id" text={String(project.id)} />
        <Value label="Project token" text={project.token} />
        <Value label="Legacy API key" text={project.api_key} />
        <dt className="text-ink-soft">Legacy project secret</dt>
        <dd>{project.has_api_secret ? "Switched on; only its hash is kept" : "Switched off"}</dd>
      </dl>
      <div className="mt-4 flex flex-wrap gap-2">
        <ConfirmDialog
          title="Give the project a new token?"
          typed={project.name}
          confirmLabel="Change the token"
          onConfirm={() => rotate.mutateAsync(undefined)}
          trigger={<Button disabledReason={whyNot("project-token:rotate")}>New token…</Button>}
        >
          Events sent with the token of now are refused from that moment, in every app and page that carries
          it. This cannot be undone.
        </ConfirmDialog>
        <ConfirmDialog
          title="Make a new project secret?"
          confirmLabel="Make a new secret"
          onConfirm={async () => setSecret((await reset.mutateAsync(undefined)).api_secret)}
          trigger={<Button disabledReason={whyNot("project:keys")}>New secret…</Button>}
        >
          The secret of now stops working at once. Service accounts are the better way: they have roles and
          can be revoked one by one.
        </ConfirmDialog>
        {project.has_api_secret ? (
          <ConfirmDialog
            title="Switch the project secret off?"
            confirmLabel="Switch it off"
            onConfirm={() => disable.mutateAsync(undefined)}
            trigger={<Button disabledReason={whyNot("project:keys")}>Switch the secret off…</Button>}
          >
            Whoever sends it is refused from that moment. A new one can be made later.
          </ConfirmDialog>
        ) : null}
      </div>
      <Dialog
        title="The new project secret"
        keepsOpen
        open={secret !== undefined}
        onOpenChange={() => setSecret(undefined)}
      >
        <SecretReveal
          label="project secret"
          secret={secret ?? ""}
          fileName={`project-${project.id}-secret.txt`}
          onStored={() => setSecret(undefined)}
        />
      </Dialog>
    </Card>
  );
}

/** Null: the role does not reach it. */
const Value = ({ label, text }: { label: string; text: string | null }) => (
  <>
    <dt className="text-ink-soft">{label}</dt>
    <dd className="flex min-w-0 items-center gap-1">
      {text === null ? (
        <span className="text-ink-faint">Owners and admins see it</span>
      ) : (
        <>
          <code className="font-mono text-xs wrap-anywhere">{text}</code>
          <CopyButton text={text} label={`Copy the ${label.toLowerCase()}`} />
        </>
      )}
    </dd>
  </>
);
