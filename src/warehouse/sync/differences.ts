/**
 * A row that one side has and the other has not, by what names it: its key, where it has one. `properties`: both have the row, and
 * these of its values are not the same.
 */
export type Difference = {
  side: "warehouse" | "store";
  row_key: string;
  key: Record<string, string> | null;
  properties: string[] | null;
};

const LISTED_MAX = 100;
const PROPERTIES_MAX = 20;

/** The first differences that were found; that there are more is known, and not which. */
export class Differences {
  readonly listed: Difference[] = [];
  isCut = false;

  get isFull(): boolean {
    return this.listed.length >= LISTED_MAX;
  }

  add({ properties, ...row }: Difference): void {
    if (this.isFull) this.isCut = true;
    else this.listed.push({ ...row, properties: properties?.slice(0, PROPERTIES_MAX) ?? null });
  }
}
