import type { EventChecks } from "../conformance/event-checks.ts";

/** What ingestion must know of a project's dictionary. Names match exactly. */
export type DictionaryRules = {
  readonly droppedEvents: ReadonlySet<string>;
  /** By event. */
  readonly droppedProperties: ReadonlyMap<string, ReadonlySet<string>>;
  /** By event: what its records are held against. */
  readonly conformance: ReadonlyMap<string, Conformance>;
  /** Counts up with every change of the project's dictionary; 0: it never had one. */
  readonly version: number;
};

/** `rejects`: records that do not fit are refused; otherwise they are counted and stored. */
export type Conformance = { readonly checks: EventChecks; readonly rejects: boolean };

/** Without a promise when they are at hand, which they are until the dictionary changes. */
export type FindRules = (projectId: number) => DictionaryRules | Promise<DictionaryRules>;
