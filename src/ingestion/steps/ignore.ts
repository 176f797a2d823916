import type { Step } from "../draft.ts";

/** A client's own wish that this event be forgotten: true, or any text. */
export const ignore: Step = {
  name: "ignore",
  run({ properties }) {
    const wish = Object.hasOwn(properties, "$ignore") ? properties.$ignore : undefined;
    return wish === true || (typeof wish === "string" && wish !== "") ? { drop: "ignored" } : undefined;
  },
};
