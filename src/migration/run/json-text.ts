import { rawJson } from "../../platform/raw-json.ts";

/** A number beyond all that a double holds was read as infinity, which JSON would write as null: then nobody would refuse it. */
const TOO_LARGE = { plus: rawJson("1e999"), minus: rawJson("-1e999") };

/** JSON text of what was read from JSON text: whoever reads it again finds the same, or refuses the same. */
export const jsonText = (value: unknown): string =>
  JSON.stringify(value, (_name, inner) =>
    inner === Number.POSITIVE_INFINITY
      ? TOO_LARGE.plus
      : inner === Number.NEGATIVE_INFINITY
        ? TOO_LARGE.minus
        : inner,
  );
