/** What the lists among the settings keep in the address. */
export type SettingsSearch = {
  /** Audit log: which kind of act, and older than which line. */
  action?: string;
  before?: number;
  /** Diagnostics: what became of records, and why. */
  kind?: "refused" | "dropped" | "repaired";
  code?: string;
};

const KINDS = ["refused", "dropped", "repaired"] as const;

export function readSettingsSearch({ action, before, kind, code }: Record<string, unknown>): SettingsSearch {
  const known = KINDS.find((one) => one === kind);
  return {
    ...(typeof action === "string" && action !== "" ? { action } : {}),
    ...(Number.isSafeInteger(before) ? { before: before as number } : {}),
    ...(known === undefined ? {} : { kind: known }),
    ...(typeof code === "string" && code !== "" ? { code } : {}),
  };
}
