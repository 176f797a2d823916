import { Notice } from "../../ui/Notice.tsx";
import { stateWords } from "../import-state.ts";
import type { Import } from "../queries.ts";
import { ConfirmGuard } from "./ConfirmGuard.tsx";

const GUARDS = ["change_guard", "shrink_guard"];

/** What is wrong, and what to do about it. Nothing where all is well. */
export function StateNotice({ one }: { one: Import }) {
  const { tone, word, sentence } = stateWords(one, Date.now());
  if (tone !== "bad" && tone !== "warn" && one.state !== "PAUSED") return null;
  const error = one.last_run?.error ?? null;
  const isGuarded = error !== null && GUARDS.includes(error.code);
  return (
    <Notice tone={tone === "bad" || tone === "warn" ? tone : "info"} title={`${word}. ${sentence}`}>
      {error === null ? null : (
        <p className="wrap-anywhere">
          {error.message}. {isGuarded ? null : error.hint}
        </p>
      )}
      {isGuarded ? <ConfirmGuard importId={one.id} message={error.message} /> : null}
    </Notice>
  );
}
