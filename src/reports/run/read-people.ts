import { type ProfilesReader, parseProperties } from "../../profiles/index.ts";
import type { PeopleTable } from "../plan/sources.ts";

export type PeopleReader = Pick<ProfilesReader, "page">;

const PAGE_ROWS = 5_000;
/** What is told of people goes to the engine with the question: so much text that is read in a second or two. */
export const PEOPLE_MAX_CHARS = 32 * 1024 * 1024;

/** Properties of all profiles that have any of them, as they are now. */
export async function readPeople(
  reader: PeopleReader,
  projectId: number,
  names: readonly string[],
  charsMax = PEOPLE_MAX_CHARS,
): Promise<PeopleTable> {
  const found = new Set<string>();
  const rows: string[] = [];
  let chars = 0;
  for (let after: string | undefined; ; ) {
    const profiles = await reader.page(projectId, "", { after, limit: PAGE_ROWS });
    for (const { id, text } of profiles) {
      const properties = parseProperties(text);
      const own = names.flatMap((name, place) => (Object.hasOwn(properties, name) ? [{ name, place }] : []));
      if (own.length === 0) continue;
      for (const { name } of own) found.add(name);
      const values = own.map(({ name, place }) => `"v${place}":${JSON.stringify(properties[name])}`);
      const row = `{"id":${JSON.stringify(id)},${values.join()}}`;
      rows.push(row);
      chars += row.length + 1;
    }
    if (chars > charsMax) return { names, found, json: "[]", isCut: true };
    if (profiles.length < PAGE_ROWS) return { names, found, json: `[${rows.join()}]`, isCut: false };
    after = profiles.at(-1)?.id;
  }
}
