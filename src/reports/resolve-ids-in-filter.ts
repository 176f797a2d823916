import type { LinksReader } from "../identity/index.ts";
import type { Expression } from "./expression/tree.ts";

const DEVICE = "$device:";

/**
 * A filter may name a person by any id, while the events it looks at have the resolved one: so the ids of devices that are
 * compared with `properties["distinct_id"]` are resolved before any event is read.
 */
export async function resolveIdsInFilter(
  store: LinksReader,
  projectId: number,
  expression: Expression,
): Promise<Expression> {
  const ids: string[] = [];
  mapIds(expression, (id) => {
    ids.push(id);
    return id;
  });
  if (ids.length === 0) return expression;
  const resolved = await store.resolveIds(projectId, ids);
  return mapIds(expression, (id) => resolved.get(id) ?? id);
}

/** The expression with each device id that stands beside the distinct id put through a function. */
function mapIds(expression: Expression, change: (id: string) => string): Expression {
  const inside = (part: Expression) => mapIds(part, change);
  switch (expression.kind) {
    case "comparison":
    case "in": {
      const { left, right } = expression;
      if (isDistinctId(left)) return { ...expression, right: mapLiterals(right, change) };
      if (isDistinctId(right)) return { ...expression, left: mapLiterals(left, change) };
      return { ...expression, left: inside(left), right: inside(right) };
    }
    case "arithmetic":
      return { ...expression, left: inside(expression.left), right: inside(expression.right) };
    case "and":
    case "or":
      return { ...expression, operands: expression.operands.map(inside) };
    case "not":
    case "minus":
      return { ...expression, operand: inside(expression.operand) };
    case "call":
      return { ...expression, argument: inside(expression.argument) };
    default:
      return expression;
  }
}

const isDistinctId = (part: Expression): boolean =>
  part.kind === "read" &&
  part.root === "properties" &&
  part.path.length === 1 &&
  part.path[0] === "distinct_id";

function mapLiterals(part: Expression, change: (id: string) => string): Expression {
  if (part.kind === "list") return { ...part, items: part.items.map((item) => mapLiterals(item, change)) };
  if (part.kind !== "literal" || typeof part.value !== "string" || !part.value.startsWith(DEVICE))
    return part;
  return { ...part, value: change(part.value) };
}
