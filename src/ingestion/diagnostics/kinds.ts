import { DROPS, REFUSALS, REPAIRS } from "../codes.ts";

export const KINDS = ["refused", "dropped", "repaired"] as const;
export type Kind = (typeof KINDS)[number];

const KIND_BY_CODE = new Map<string, Kind>([
  ...REFUSALS.map((code) => [code, "refused"] as const),
  ...DROPS.map((code) => [code, "dropped"] as const),
  ...REPAIRS.map((code) => [code, "repaired"] as const),
]);

/** Codes that other doors have of their own are refusals: they mend nothing. */
export const kindOf = (code: string): Kind => KIND_BY_CODE.get(code) ?? "refused";
