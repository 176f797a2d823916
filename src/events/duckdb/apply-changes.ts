import { fail, ok, type Result } from "../../platform/result.ts";
import type { DeclareFailure } from "../catalog.ts";
import type { Change, ChangeOf, Lane, Position } from "../change.ts";
import type { ApplyFailure, ApplyOptions, Settlement } from "../store.ts";
import type { ReachStore } from "./crash-points.ts";
import { Draft } from "./draft.ts";
import { sqlText } from "./engine.ts";
import { insertAll } from "./insert-all.ts";
import { linkDevices } from "./link-devices.ts";
import { findUnreadable, loadRows, NOT_KNOWN_YET, type Run } from "./load-rows.ts";
import { addLookupRows, replaceLookup } from "./lookup-tables.ts";
import { noteConflict, usesConflicting } from "./note-conflict.ts";
import { noteRestNames } from "./note-rest-names.ts";
import { noteMatches, preparePending } from "./pending-rows.ts";
import type { ProjectFile } from "./project-file.ts";
import { draftOf, settledPosition } from "./project-state.ts";
import { readRows } from "./read-rows.ts";
import {
  abandonGeneration,
  commitGeneration,
  eraseLate,
  eraseRows,
  mergeGeneration,
  retractRows,
} from "./remove-rows.ts";
import { ANY_HIDDEN_SQL, eventsView, SQL_TYPES, STATE } from "./schema.ts";
import type { DuckdbSettings } from "./settings.ts";
import { settleCopies } from "./settle-copies.ts";
import { writeSettlement } from "./tally.ts";

type Lost = Extract<ApplyFailure, { code: "lost" }>;
type Applying = { scratchPath: string; settings: DuckdbSettings; reach: ReachStore };
type RowsFailure =
  | Extract<ApplyFailure, { code: "unreadable_rows" }>
  | ({ position: Position } & DeclareFailure);
/** The frames that DuckDB could not read, to be tried one by one after the transaction. */
type Unread = { run: Run };

/** One transaction: changes, counts and the lane's position. The caller holds the file's lock. */
export async function applyChanges(
  file: ProjectFile,
  lane: Lane,
  given: readonly Change[],
  upTo: Position,
  { scratchPath, settings, reach }: Applying,
  { holds = {}, others = {} }: ApplyOptions = {},
): Promise<Result<Settlement, RowsFailure | Lost>> {
  const { writer } = file;
  const reached = file.state.positions.get(lane) ?? 0;
  const { positions } = file.state;
  if (Object.entries(holds).some(([name, position]) => (positions.get(name) ?? 0) < position)) {
    return fail({ code: "lost", positions: Object.fromEntries(positions) });
  }
  const changes = given.filter(({ position }) => position > reached && position <= upTo);
  if (upTo <= reached) return ok({ lines: [], retracted: 0, erased: 0 });
  const state = draftOf(file.state);
  for (const [other, position] of Object.entries(others)) {
    if (position > (state.positions.get(other) ?? 0)) state.positions.set(other, position);
  }
  // Before this lane moves on: rows of this very call may still come from between two that lost.
  const settled = settledPosition(state, settings.lanes);
  state.positions.set(lane, upTo);
  const draft = new Draft({ writer, lane, state, scratchPath, settled });

  try {
    await writer.run("begin");
    const failure = await applyAll(draft, changes, settings, reach);
    if (failure !== null) {
      await writer.run("rollback");
      if ("code" in failure && failure.code === "declaration_conflict") {
        await noteConflict(file, { lane, position: failure.position, number: failure.number });
      }
      return fail("run" in failure ? await nameUnreadable(draft, failure.run) : failure);
    }
    await tellView(draft);
    await writer.run(`delete from lanes;${insertLanes(state.positions)}`);
    const settlement = draft.tally.settlement();
    await writeSettlement(writer, lane, settlement);
    reach("store.before_commit");
    await writer.run("commit");
    file.state = state;
    reach("store.after_commit");
    return ok(settlement);
  } catch (error) {
    // What broke the transaction counts, not that it cannot be rolled back any more.
    await writer.run("rollback").catch(() => undefined);
    throw error;
  }
}

/** Names of lanes are ours. Nothing is bound: a statement that is prepared takes five times as long as this one. */
const insertLanes = (positions: ReadonlyMap<Lane, Position>): string =>
  `insert into lanes values ${[...positions].map(([lane, position]) => `(${sqlText(lane)}, ${position})`).join()}`;

/** The view looks for hidden rows as long as there are any. */
async function tellView({ writer, state, catalog }: Draft): Promise<void> {
  const [[hides] = []] = await readRows(writer, ANY_HIDDEN_SQL);
  if (hides === state.hides) return;
  state.hides = hides === true;
  await writer.run(eventsView(catalog.last, state.hides));
}

async function nameUnreadable(draft: Draft, run: Run): Promise<RowsFailure> {
  const found = await findUnreadable(draft, run);
  if (found === null) throw new Error("rows could not be read together, and can one frame at a time");
  return found;
}

/**
 * Columns come first, for all changes at once: DuckDB adds none to a table that the same transaction has updated. Nothing
 * is lost by it, since a declaration says what is true in either lane, once and for all.
 */
async function applyAll(
  draft: Draft,
  changes: readonly Change[],
  settings: DuckdbSettings,
  reach: ReachStore,
): Promise<RowsFailure | Unread | null> {
  const undeclared = await declareColumns(draft, changes, reach);
  if (undeclared !== null) return undeclared;
  for (const change of changes) if (change.kind === "tally") draft.tally.note(change);
  // Neither of these depends on its place, and between rows they would make many statements of one.
  const ordered = changes.filter(({ kind }) => kind !== "declare" && kind !== "tally");
  for (let at = 0; at < ordered.length; ) {
    const change = ordered[at];
    if (change?.kind === "rows") {
      const run = await gatherRun(draft, ordered, at, settings);
      const failure = await applyRun(draft, run, reach);
      if (failure !== null) return failure;
      at += run.frames.length;
    } else {
      const failure = change === undefined ? null : await applyOther(draft, change);
      if (failure !== null) return failure;
      at += 1;
    }
  }
  return null;
}

async function applyOther(
  draft: Draft,
  change: Exclude<Change, { kind: "rows" }>,
): Promise<RowsFailure | null> {
  switch (change.kind) {
    case "declare":
    case "tally":
      break;
    case "retract":
      await retractRows(draft, change);
      break;
    case "commit":
      await commitGeneration(draft, change);
      break;
    case "merge":
      await mergeGeneration(draft, change);
      break;
    case "abandon":
      await abandonGeneration(draft, change);
      break;
    case "erase":
      await eraseRows(draft, change);
      break;
    case "lookup_rows":
      return await addLookupRows(draft, change);
    case "lookup_replace":
      await replaceLookup(draft, change);
      break;
  }
  return null;
}

async function declareColumns(
  draft: Draft,
  changes: readonly Change[],
  reach: ReachStore,
): Promise<RowsFailure | null> {
  const { catalog, writer } = draft;
  const before = catalog.last;
  for (const change of changes) {
    if (change.kind === "declare") {
      const failure = catalog.apply(change.declarations);
      if (failure !== null) return { position: change.position, ...failure };
    } else if (change.kind === "rows") {
      const found = change.columns?.at(-1) ?? 0;
      const { position } = change;
      if (usesConflicting(draft.state, draft.lane, change)) {
        return { position, code: "unreadable_rows", reason: "uses a column that was declared otherwise" };
      }
      if (found > catalog.last) {
        return { position, code: "declaration_missing", expected: catalog.last + 1, found };
      }
    }
  }
  if (catalog.last > before) {
    const added = catalog.since(before);
    const adding = added.map(
      ({ number, type }) => `alter table event_rows add column p${number} ${SQL_TYPES[type]}`,
    );
    await writer.run(adding.join(";"));
    await insertAll(
      writer,
      "columns",
      added.map(({ number, name, type }) => [number, name, type]),
    );
    await writer.run(eventsView(catalog.last, draft.state.hides));
    reach("store.column_added");
  }
  return null;
}

/** Frames of rows that follow each other and fit one statement. */
async function gatherRun(
  draft: Draft,
  changes: readonly Change[],
  from: number,
  { runBytesMax, runCellsMax }: DuckdbSettings,
): Promise<Run> {
  const run: Run = { frames: [], state: STATE.visible };
  let bytes = 0;
  for (let at = from; at < changes.length; at += 1) {
    const change = changes[at];
    if (change?.kind !== "rows") break;
    const state = stateOf(draft, change);
    bytes += change.rows.length;
    const cells = (bytes / ROW_BYTES_LOW) * draft.catalog.last;
    if (run.frames.length > 0 && (state !== run.state || bytes > runBytesMax || cells > runCellsMax)) break;
    run.state = state;
    run.frames.push({ change, lineageId: await draft.lineageId(change.lineage), first: 0, count: 0 });
  }
  return run;
}

/** Whether some row says its device besides its user. Where none does, a look at the bytes takes 0.05 µs an event. */
const mayNameDevices = (rows: Buffer): boolean => rows.includes(',"v":');

/** Few rows are shorter: good enough to tell how many there are at most. */
const ROW_BYTES_LOW = 200;

function stateOf(draft: Draft, { lineage }: ChangeOf<"rows">): number {
  const { importId = "", generation = 0 } = lineage;
  if (generation === 0 || generation === draft.state.generations.get(importId)) return STATE.visible;
  return STATE.pending;
}

async function applyRun(draft: Draft, run: Run, reach: ReachStore): Promise<RowsFailure | Unread | null> {
  const failure = await loadRows(draft, run);
  if (failure !== null) return failure.position === NOT_KNOWN_YET ? { run } : failure;
  reach("store.rows_loaded");
  const { frames } = run;
  const positions = frames.map(({ change }) => change.position);
  const ids = new Set(frames.map(({ lineageId }) => lineageId));
  const fresh = `"position" between ${positions[0]} and ${positions.at(-1)} and lineage in (${[...ids].join()})`;
  await noteRestNames(draft, fresh);
  const erased = await eraseLate(draft, fresh);
  if (run.state === STATE.visible) {
    for (const { change, lineageId, count } of frames) {
      draft.tally.count(lineageId, change.receivedMs, "stored", count);
    }
    draft.tally.erased += erased;
    // Before copies are settled: a row that loses to another, or repeats it, claims its device like any other.
    if (frames.some(({ change }) => mayNameDevices(change.rows))) await linkDevices(draft, fresh);
    draft.countCopies(await settleCopies(draft, fresh));
    await noteMatches(draft);
  } else await preparePending(draft, ids, fresh);
  return null;
}
