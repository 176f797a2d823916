import type { Position } from "../change.ts";
import type { Draft } from "./draft.ts";
import { readNumber } from "./read-rows.ts";
import { IS_SETTLED, LINK_KEY_SQL, PERSON_KEY_SQL } from "./schema.ts";

const USER = "coalesce(user_id, distinct_id)";
const isPerson = (user: string): string => `${user} <> '' and not starts_with(${user}, '$device:')`;

/**
 * Rows that name a device and a user, as claims to that device. Rows leave out a user id that is the distinct id. A user who
 * calls himself `$device:…` claims nothing: that name space belongs to devices.
 */
export const claimsOf = (
  rows: string,
  state = IS_SETTLED,
): string => `select device_id, user_id, seen, "position", ord,
    ${LINK_KEY_SQL("device_id")} as "key"
  from (select device_id, ${USER} as user_id, coalesce(shown, "position") as seen, "position", ord
    from event_rows where ${rows} and device_id is not null and ${state})
  where ${isPerson("user_id")}`;

const LINK_COLUMNS = `"key", ${PERSON_KEY_SQL("user_id")} as person, device_id, user_id, seen, "position", ord`;

/**
 * Of the claims to a device the first is heard, in the order in which their rows were accepted or shown. A window, which DuckDB puts
 * on disk where memory ends: the least claim found by an aggregate took half the time, and failed at four million devices.
 */
export const firstClaims = (claims: string): string => `select ${LINK_COLUMNS} from ${claims}
  qualify row_number() over (partition by "key" order by seen, "position", ord) = 1`;

/**
 * Links the devices that these rows claim. A link stays when its row goes; only a claim from before it, which a lane that
 * lags behind may still bring, takes its place. So the links are a function of the rows, in whatever order they came.
 *
 * Almost all claims repeat what is known. So the keys of the devices are held against the links first, before anything
 * else of the rows is read. 100,000 events of as many devices, all known, take 45 ms of processor time beside a million links,
 * of which 15 ms are the hashing; ten events a device, half of that. Of what is new the first claims are found by numbers alone, and
 * only their names are read: with 15 events a device that takes 0.5 µs an event, and 1.0 with the names of all.
 */
export async function linkDevices(draft: Draft, rows: string): Promise<void> {
  const { writer } = draft;
  const news = await readNumber(
    writer,
    `create or replace temp table news as
    select id, "key", seen, "position", ord from (${placesOf(rows)}) c anti join links l on ${IS_KNOWN};
    select count(*) from news`,
  );
  if (news === 0) return;
  const claims = claimsOf(`${rows} and rowid in (${firstOf(news)})`);
  await putLinks(draft, `select ${LINK_COLUMNS} from (${claims})`);
}

/** So many claims are known to fit into memory, where an aggregate keeps a group for each device. */
const AGGREGATED_MAX = 500_000;

/** The first of `news` for each device, when there are so many. */
export const firstOf = (news: number): string =>
  news <= AGGREGATED_MAX
    ? 'select arg_min(id, row(seen, "position", ord)) from news group by "key"'
    : `select id from news
      qualify row_number() over (partition by "key" order by seen, "position", ord) = 1`;

/** Links the devices of these claims as far as nobody was before them. */
export async function hearClaims(draft: Draft, claims: string): Promise<void> {
  await putLinks(draft, firstClaims(`(from (${claims}) c anti join links l on ${IS_KNOWN})`));
}

/** In place of what is known of these devices. */
async function putLinks({ writer, state }: Draft, links: string): Promise<void> {
  await writer.run(`create or replace temp table claims as ${links}`);
  const { rowsChanged: moved } = await writer.run(
    'delete from links where "key" in (select "key" from claims)',
  );
  const { rowsChanged: linked } = await writer.run("insert into links from claims");
  state.links += linked - moved;
}

const IS_KNOWN = 'l."key" = c."key" and l.seen <= c.seen';

const placesOf = (rows: string): string => `select rowid as id, ${LINK_KEY_SQL("device_id")} as "key",
    coalesce(shown, "position") as seen, "position", ord
  from event_rows where ${rows} and device_id is not null and ${IS_SETTLED} and ${isPerson(USER)}`;

/**
 * Takes the devices of erased persons from them; their ids are in `names`. Call `relinkOrphans` once their rows are gone:
 * then each device belongs to whoever claims it first among the rows that are left, as if they had never been.
 */
export async function unlinkErased({ writer, state }: Draft, until: Position): Promise<void> {
  await writer.run(`create or replace temp table orphans as select "key", device_id from links
    where "position" < ${until} and user_id in (select v from names)`);
  const { rowsChanged } = await writer.run('delete from links where "key" in (select "key" from orphans)');
  state.links -= rowsChanged;
}

export async function relinkOrphans(draft: Draft): Promise<void> {
  if ((await readNumber(draft.writer, "select count(*) from (from orphans limit 1)")) === 0) return;
  await linkDevices(draft, "device_id in (select device_id from orphans)");
}
