import type { Dialect, JoinName, LookupTable } from "../../events/index.ts";
import type { Sources } from "../plan/sources.ts";
import { Bindings, type BoundValue, type Statement } from "./statement.ts";

/** One statement in the making: its values, and what has to be joined to `events` for it. */
export class SqlScope {
  readonly dialect: Dialect;
  readonly catalog: Sources["catalog"];
  readonly lookups: Sources["lookups"];
  readonly #people: Sources["people"];
  #peopleJoin = "";
  readonly #bindings = new Bindings();
  readonly #joins = new Set<JoinName>();
  readonly #lookupJoins = new Map<string, string>();

  constructor({ dialect, catalog, lookups, people }: Sources) {
    this.dialect = dialect;
    this.catalog = catalog;
    this.lookups = lookups;
    this.#people = people;
  }

  /** JSON text of what the profile of an event's person has under this name. Undefined: no profile has it. */
  personValue(name: string): string | undefined {
    const { names = [], json = "" } = this.#people ?? {};
    const place = names.indexOf(name);
    const id = this.dialect.added("distinct_id");
    if (place < 0 || id?.value.text === undefined) return undefined;
    this.need(id.joins);
    const told = this.dialect.jsonRows(this.bind(json), ["id", ...names.map((_, index) => `v${index}`)]);
    this.#peopleJoin = `left join ${told} people on ${this.dialect.jsonPart("people.id", null, "text")} = ${id.value.text}`;
    return `people.v${place}`;
  }

  bind(value: BoundValue): string {
    return this.#bindings.bind(value);
  }

  need(joins: readonly JoinName[]): void {
    for (const name of joins) this.#joins.add(name);
  }

  /** The alias of a lookup table joined by this key. */
  joinLookup({ relation }: LookupTable, key: string): string {
    const condition = `k = ${key}`;
    const known = this.#lookupJoins.get(`${relation} ${condition}`);
    if (known !== undefined) return known;
    const alias = `looked${this.#lookupJoins.size + 1}`;
    this.#lookupJoins.set(`${relation} ${condition}`, alias);
    return alias;
  }

  /** `events` and everything joined to it so far; `between` comes before lookup tables, whose keys may be from there. */
  from(between = ""): string {
    const joined = [...this.#joins].map((name) => this.dialect.joins[name]);
    const looked = [...this.#lookupJoins].map(([condition, alias]) => {
      const [relation = "", ...key] = condition.split(" ");
      return `left join ${relation} ${alias} on ${alias}.${key.join(" ")}`;
    });
    return ["events", ...joined, this.#peopleJoin, between, ...looked]
      .filter((part) => part !== "")
      .join("\n  ");
  }

  finish(sql: string): Statement {
    return this.#bindings.finish(sql);
  }
}
