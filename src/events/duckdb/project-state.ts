import type { DuckDBConnection } from "@duckdb/node-api";
import { Catalog, COLUMN_TYPES, type ColumnType } from "../catalog.ts";
import type { Lane, Position } from "../change.ts";
import type { StoredLineage } from "../restore-event.ts";
import { readRows } from "./read-rows.ts";
import { VIEW_HIDES_SQL } from "./schema.ts";

export type KnownLineage = StoredLineage & { id: number; lane: Lane };

/** A lane declared a column otherwise than the file has it. What it means by this one and later ones is not known. */
export type Conflict = { lane: Lane; position: Position; number: number };

/** What a project's file says besides its rows, kept in memory. An apply changes a copy and puts it in place at its end. */
export type ProjectState = {
  positions: Map<Lane, Position>;
  catalog: Catalog;
  /** Which properties `rest` holds, as far as they are remembered: ask `mayBeInRest`. */
  restNames: ReadonlySet<string>;
  lineages: KnownLineage[];
  /** By import. */
  generations: Map<string, number>;
  conflicts: Conflict[];
  /** Erasures that rows of some lane may still have to meet. */
  erasures: number;
  /** Devices that belong to a user. */
  links: number;
  /**
   * Lineages of generations that are not shown yet, of whose rows everything is known that showing them takes: `pending-rows.ts`. Of
   * others, begun before the file was opened, it is found out then. Never changed in place.
   */
  prepared: ReadonlySet<number>;
  /** Whether the view of events leaves hidden rows out; it need not while there are none. */
  hides: boolean;
};

/** A project that makes up names by the thousand has all of its properties looked for in both places. */
export const REST_NAMES_MAX = 10_000;

export const mayBeInRest = ({ restNames }: ProjectState, name: string): boolean =>
  restNames.size >= REST_NAMES_MAX || restNames.has(name);

const columnType = (text: string): ColumnType => {
  const type = COLUMN_TYPES.find((known) => known === text);
  if (type === undefined) throw new Error(`the store's catalog holds a type that does not exist: ${text}`);
  return type;
};

export async function readState(connection: DuckDBConnection): Promise<ProjectState> {
  const lanes = await readRows(connection, 'select lane, "position" from lanes');
  const columns = await readRows(connection, "select number, name, type from columns order by number");
  const restNames = await readRows(connection, `select name from rest_names limit ${REST_NAMES_MAX}`);
  const lineages = await readRows(
    connection,
    "select id, lane, source, import_id, job_id, run_id, generation from lineages order by id",
  );
  const generations = await readRows(connection, "select import_id, generation from generations");
  const erasures = await readRows(connection, "select count(*) from erasures");
  const links = await readRows(connection, "select count(*) from links");
  const hides = await readRows(connection, VIEW_HIDES_SQL);
  const conflicts = await readRows(connection, 'select lane, "position", number from conflicts');
  const text = (value: unknown) => (value === null ? null : String(value));
  return {
    positions: new Map(lanes.map(([lane, position]) => [String(lane), Number(position)])),
    catalog: new Catalog(
      columns.map(([number, name, type]) => ({
        number: Number(number),
        name: String(name),
        type: columnType(String(type)),
      })),
    ),
    restNames: new Set(restNames.map(([name]) => String(name))),
    lineages: lineages.map(([id, lane, source, importId, jobId, runId, generation]) => ({
      id: Number(id),
      lane: String(lane),
      source: String(source),
      importId: text(importId),
      jobId: text(jobId),
      runId: text(runId),
      generation: Number(generation),
    })),
    generations: new Map(generations.map(([importId, generation]) => [String(importId), Number(generation)])),
    conflicts: conflicts.map(([lane, position, number]) => ({
      lane: String(lane),
      position: Number(position),
      number: Number(number),
    })),
    erasures: Number(erasures[0]?.[0]),
    links: Number(links[0]?.[0]),
    prepared: new Set(),
    hides: hides[0]?.[0] === true,
  };
}

export const draftOf = (state: ProjectState): ProjectState => ({
  positions: new Map(state.positions),
  catalog: new Catalog(state.catalog.since(0)),
  // Never changed in place: whoever has new names makes a new set.
  restNames: state.restNames,
  lineages: [...state.lineages],
  generations: new Map(state.generations),
  conflicts: state.conflicts,
  erasures: state.erasures,
  links: state.links,
  prepared: state.prepared,
  hides: state.hides,
});

/** No frame at or before this position can still come. */
export const settledPosition = (state: ProjectState, lanes: readonly Lane[]): Position =>
  Math.min(...lanes.map((lane) => state.positions.get(lane) ?? 0));
