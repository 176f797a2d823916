import type { Dialect, JoinName, LookupTable } from "../../events/index.ts";
import type { Sources } from "../plan/sources.ts";
import { Bindings, type BoundValue, type Statement } from "./statement.ts";

/** One statement in the making: its values, and what has to be joined to `events` for it. */
export class SqlScope {
  readonly dialect: Dialect;
  readonly catalog: Sources["catalog"];
  readonly lookups: Sources["lookups"];
  readonly #bindings = new Bindings();
  readonly #joins = new Set<JoinName>();
  readonly #lookupJoins = new Map<string, string>();

  constructor({ dialect, catalog, lookups }: Sources) {
    this.dialect = dialect;
    this.catalog = catalog;
    this.lookups = lookups;
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
    return ["events", ...joined, between, ...looked].filter((part) => part !== "").join("\n  ");
  }

  finish(sql: string): Statement {
    return this.#bindings.finish(sql);
  }
}
