import { DEFER_VARIANT, NO_VARIANT } from "../record/types.ts";
import type { Choice } from "./flag-effect.ts";
import type { Recommendation } from "./recommend.ts";

/** What to say to somebody who decides otherwise than the numbers speak; undefined when they do not. */
export function warningOf(
  recommendation: Recommendation | null,
  { success, variant }: Choice,
  controlKey: string | undefined,
): string | undefined {
  if (recommendation === null) return "The decision rests on no numbers: there were none to compute.";
  const { action, variant: wanted, checks } = recommendation;
  const keepsControl = !success || variant === null || variant === NO_VARIANT || variant === controlKey;
  if (success && variant === DEFER_VARIANT) return undefined;
  if (action === "ship" && success && variant === wanted) return undefined;
  if ((action === "stop" || action === "iterate") && keepsControl) return undefined;
  const against = checks.filter(({ ok }) => !ok).map(({ reason }) => reason);
  const spoke = action === "ship" ? `for shipping '${wanted}'` : `for '${action.replaceAll("_", " ")}'`;
  return [`The numbers spoke ${spoke}.`, ...against].join(" ");
}
