import { type Draft, refuse, type Step, type StepContext, type StepOutcome } from "../draft.ts";
import { idText } from "../id-text.ts";
import { isPlaceholder } from "../placeholders.ts";

const FIELD = "$insert_id";
const ALLOWED_SENTENCE = "must only contain alphanumeric or hyphen '-' characters";
const ALLOWED = /^[A-Za-z0-9-]+$/;

/** The client's own key against duplicates. Optional; a record without one, or with one we had to replace, never matches another. */
export const insertId: Step = {
  name: "insert-id",
  run(draft, context) {
    const given = Object.hasOwn(draft.properties, FIELD) ? draft.properties[FIELD] : undefined;
    if (given === undefined || given === null || given === "") return undefined;
    const id = idText(given);
    // Lists and objects are no ids; their text would hold characters that an id must not have.
    if (id === undefined) return unfit(draft, context, "insert_id_characters", ALLOWED_SENTENCE);
    if (Buffer.byteLength(id) > context.limits.insertIdMaxBytes) {
      return unfit(
        draft,
        context,
        "insert_id_too_long",
        `must not be longer than ${context.limits.insertIdMaxBytes} bytes`,
      );
    }
    if (!ALLOWED.test(id)) {
      return unfit(draft, context, "insert_id_characters", ALLOWED_SENTENCE);
    }
    if (isPlaceholder(id))
      return unfit(draft, context, "insert_id_placeholder", "must not be a placeholder value");
    draft.insertId = id;
    return undefined;
  },
};

function unfit(
  draft: Draft,
  context: StepContext,
  code: "insert_id_too_long" | "insert_id_characters" | "insert_id_placeholder",
  sentence: string,
): StepOutcome {
  if (context.strict) return refuse(code, FIELD, `'${FIELD}' is invalid: ${sentence}`);
  draft.insertId = undefined;
  context.repaired("insert_id_replaced");
  return undefined;
}
