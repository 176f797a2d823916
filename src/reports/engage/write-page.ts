import { type ProfilesReader, parseProperties } from "../../profiles/index.ts";
import type { FoundPage } from "./find-page.ts";

export type PageToWrite = FoundPage & {
  projectId: number;
  groupKey: string;
  page: number;
  output: readonly string[] | undefined;
};

/** Profiles in memory at a time: one may be a megabyte. */
const READ_ROWS = 100;

/** The answer as text, piece by piece. Somebody who was deleted since the first page stands there without properties: pages keep their length. */
export async function* writePage(
  reader: Pick<ProfilesReader, "findMany">,
  { projectId, groupKey, page, output, sessionId, total, pageSize, ids }: PageToWrite,
): AsyncGenerator<string, void> {
  const head = { page, page_size: pageSize, session_id: sessionId, status: "ok", total };
  yield `${JSON.stringify(head).slice(0, -1)},"results":[`;
  for (let from = 0; from < ids.length; from += READ_ROWS) {
    const some = ids.slice(from, from + READ_ROWS);
    const found = await reader.findMany(projectId, groupKey, some);
    const texts = new Map(found.map(({ id, text }) => [id, output ? pick(text, output) : text]));
    const entries = some.map(
      (id) => `{"$distinct_id":${JSON.stringify(id)},"$properties":${texts.get(id) ?? "{}"}}`,
    );
    yield (from === 0 ? "" : ",") + entries.join();
  }
  yield "]}";
}

function pick(text: string, output: readonly string[]): string {
  const properties = parseProperties(text);
  const picked = output
    .filter((name) => Object.hasOwn(properties, name))
    .map((name) => `${JSON.stringify(name)}:${JSON.stringify(properties[name])}`);
  return `{${picked.join()}}`;
}
