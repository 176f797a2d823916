import type { CatalogEntry } from "../../../events/index.ts";
import type { Binder } from "./binder.ts";

/** Where a project's properties lie, by name. */
export type Catalog = ReadonlyMap<string, CatalogEntry>;

/** Ids have columns of their own. */
const FIXED: Readonly<Record<string, string>> = {
  distinct_id: "events.distinct_id",
  $distinct_id: "events.distinct_id",
  $user_id: "events.user_id",
  $device_id: "events.device_id",
  $insert_id: "events.insert_id",
};

/** A property of an event as SQL: in its column, and where the column does not fit in `rest`. */
export class Properties {
  readonly #catalog: Catalog;
  readonly #binder: Binder;

  constructor(catalog: Catalog, binder: Binder) {
    this.#catalog = catalog;
    this.#binder = binder;
  }

  text(name: string): string {
    const fixed = Object.hasOwn(FIXED, name) ? FIXED[name] : undefined;
    if (fixed !== undefined) return fixed;
    const entry = this.#catalog.get(name);
    const column = entry?.column && textOfColumn(`events.${entry.column}`, entry.type);
    const rest = entry?.inRest ? `json_extract_string(events.rest, ${this.#pointer(name)})` : null;
    return either(column, rest, "VARCHAR");
  }

  /** Only what was sent as a number is one. */
  number(name: string): string {
    const entry = this.#catalog.get(name);
    const column = entry?.type === "double" && entry.column ? `events.${entry.column}` : null;
    const rest = entry?.inRest ? this.#numberInRest(name) : null;
    return either(column, rest, "DOUBLE");
  }

  /** The items of a list, as texts; null when it is none. */
  list(name: string): string {
    const entry = this.#catalog.get(name);
    const column = entry?.type === "json" && entry.column ? `events.${entry.column}` : null;
    const rest = entry?.inRest ? `json_extract(events.rest, ${this.#pointer(name)})::VARCHAR` : null;
    const json = either(column, rest, "VARCHAR");
    return `case when json_type(${json}) = 'ARRAY' then from_json(${json}, '["VARCHAR"]') end`;
  }

  #numberInRest(name: string): string {
    const at = this.#pointer(name);
    return `case when json_type(events.rest, ${at}) in ('BIGINT', 'UBIGINT', 'HUGEINT', 'DOUBLE')
      then try_cast(json_extract_string(events.rest, ${at}) as double) end`;
  }

  /** A JSON pointer: unlike a path it has a way to say every name. */
  #pointer(name: string): string {
    return this.#binder.bind(`/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`);
  }
}

function either(column: string | null | undefined, rest: string | null, type: string): string {
  if (column && rest) return `coalesce(${column}, ${rest})`;
  return column || rest || `null::${type}`;
}

/** A whole number is said without a point, as people write it. */
function textOfColumn(column: string, type: CatalogEntry["type"]): string {
  if (type === "varchar" || type === "json") return column;
  if (type === "boolean") return `${column}::VARCHAR`;
  return `case when ${column} = trunc(${column}) and abs(${column}) < 1e15
    then ${column}::BIGINT::VARCHAR else ${column}::VARCHAR end`;
}
