import { useRef, useState } from "react";
import { ApiFailure } from "../api/failure.ts";
import { Button } from "../ui/Button.tsx";
import { FailureNotice } from "../ui/FailureNotice.tsx";
import { FlagBasics } from "./FlagBasics.tsx";
import { FlagVariants } from "./FlagVariants.tsx";
import { toFlagBody } from "./flag-body.ts";
import type { FlagDraft } from "./flag-draft.ts";
import type { Flag, FlagBody } from "./queries.ts";
import { RolloutList } from "./RolloutList.tsx";
import { TestUsers } from "./TestUsers.tsx";

type FlagFormProps = {
  start: () => FlagDraft;
  flag?: Flag;
  saveLabel: string;
  onSave: (body: FlagBody) => Promise<unknown>;
  disabledReason?: string | undefined;
};

/** The rules of a flag: what there is to get, who gets it, and who tests it before everybody. */
export function FlagForm({ start, flag, saveLabel, onSave, disabledReason }: FlagFormProps) {
  const [draft, setDraft] = useState(start);
  const [state, setState] = useState<{ busy: boolean; failure?: unknown }>({ busy: false });
  const top = useRef<HTMLDivElement>(null);
  const change = (next: Partial<FlagDraft>) => setDraft({ ...draft, ...next });
  const refuse = (failure: unknown) => {
    setState({ busy: false, failure });
    top.current?.focus();
  };
  const save = () => {
    const sent = toFlagBody(draft, flag);
    if ("fault" in sent) return refuse(new ApiFailure(sent.fault, { type: "invalid_flag", status: 400 }));
    setState({ busy: true });
    onSave(sent.body).then(() => setState({ busy: false }), refuse);
  };
  const keys = draft.variants.map(({ key }) => key.trim()).filter((key) => key !== "");
  return (
    <form
      noValidate
      className="max-w-4xl space-y-4"
      data-testid="flags.form"
      onSubmit={(event) => {
        event.preventDefault();
        if (disabledReason === undefined) save();
      }}
    >
      <div ref={top} tabIndex={-1} className="outline-none">
        {state.failure === undefined ? null : <FailureNotice failure={state.failure} />}
      </div>
      <FlagBasics draft={draft} onChange={change} wasEnabled={Boolean(flag?.enabled_at)} />
      <FlagVariants variants={draft.variants} onChange={(variants) => change({ variants })} />
      <RolloutList rollouts={draft.rollouts} keys={keys} onChange={(rollouts) => change({ rollouts })} />
      <TestUsers testers={draft.testers} keys={keys} onChange={(testers) => change({ testers })} />
      <Button
        look="primary"
        type="submit"
        busy={state.busy}
        disabledReason={disabledReason}
        data-testid="flags.save"
      >
        {saveLabel}
      </Button>
    </form>
  );
}
