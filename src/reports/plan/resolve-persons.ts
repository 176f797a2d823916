import type { LinksReader } from "../../identity/index.ts";
import { resolveIdsInFilter } from "../resolve-ids-in-filter.ts";
import type { Condition } from "./condition.ts";

/** A person may be named by any id, while events are held against the resolved one: devices in a condition become their users. */
export async function resolvePersons(
  store: LinksReader,
  projectId: number,
  condition: Condition,
): Promise<Condition> {
  switch (condition.kind) {
    case "all":
    case "any": {
      const parts: Condition[] = [];
      for (const part of condition.parts) parts.push(await resolvePersons(store, projectId, part));
      return { ...condition, parts };
    }
    case "holds": {
      const expression = await resolveIdsInFilter(store, projectId, condition.expression);
      return { ...condition, expression };
    }
    case "test": {
      const { of, test } = condition;
      const ofPerson =
        of.kind === "read" &&
        of.root === "properties" &&
        of.path.length === 1 &&
        of.path[0] === "distinct_id";
      if (!ofPerson || test.kind !== "one_of") return condition;
      const ids = test.values.filter((value) => typeof value === "string");
      const resolved = await store.resolveIds(projectId, ids);
      const values = test.values.map((value) => resolved.get(String(value)) ?? value);
      return { ...condition, test: { ...test, values } };
    }
  }
}
