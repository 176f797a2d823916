import { Link, useNavigate } from "@tanstack/react-router";
import { useProject } from "../app/useProject.ts";
import { Page } from "../ui/Page.tsx";
import { createFlag } from "./changes.ts";
import { FlagForm } from "./FlagForm.tsx";
import { NEW_FLAG } from "./flag-draft.ts";
import type { FlagBody } from "./queries.ts";
import { useFlagChange } from "./useFlagChange.ts";

export function NewFlagPage() {
  const { projectId, whyNot } = useProject();
  const navigate = useNavigate();
  const create = useFlagChange((place, body: FlagBody) => createFlag(place, body));
  return (
    <Page
      title="New flag"
      description="It is off until you switch it on."
      above={
        <Link to="/p/$projectId/flags" params={{ projectId }} className="hover:underline">
          ← Flags
        </Link>
      }
    >
      <FlagForm
        start={NEW_FLAG}
        saveLabel="Create the flag"
        disabledReason={whyNot("flags:write")}
        onSave={async (body) => {
          const { id } = await create.mutateAsync(body);
          await navigate({
            to: "/p/$projectId/flags/$flagId",
            params: { projectId, flagId: id },
            search: {},
          });
        }}
      />
    </Page>
  );
}
