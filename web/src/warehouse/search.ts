export type WarehouseSearch = { tab?: "sources"; deleted?: true };

export const readWarehouseSearch = ({ tab, deleted }: Record<string, unknown>): WarehouseSearch => ({
  ...(tab === "sources" ? { tab } : {}),
  ...(deleted === true ? { deleted } : {}),
});

export type NewSourceSearch = { type?: string };

export const readNewSourceSearch = ({ type }: Record<string, unknown>): NewSourceSearch =>
  typeof type === "string" && type !== "" ? { type } : {};

const TABS = ["history", "settings", "verify", "api"] as const;
export type ImportTab = (typeof TABS)[number];
export type ImportSearch = {
  tab?: ImportTab;
  /** The run that is open. */
  run?: string;
};

export function readImportSearch({ tab, run }: Record<string, unknown>): ImportSearch {
  const known = TABS.find((name) => name === tab);
  return {
    ...(known === undefined ? {} : { tab: known }),
    ...(typeof run === "string" && run !== "" ? { run } : {}),
  };
}
