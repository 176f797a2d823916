import type { Step } from "../draft.ts";

export const ignore: Step = {
  name: "ignore",
  run: ({ properties }) => (isIgnored(properties) ? { drop: "ignored" } : undefined),
};

/** A client's own wish that this event be forgotten: true, or any text. */
export function isIgnored(properties: Readonly<Record<string, unknown>>): boolean {
  const wish = Object.hasOwn(properties, "$ignore") ? properties.$ignore : undefined;
  return wish === true || (typeof wish === "string" && wish !== "");
}
