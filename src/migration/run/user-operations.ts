type Plain = Record<string, unknown>;

const plainOf = (value: unknown): Plain =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Plain) : {};
const listOf = (value: unknown): unknown[] =>
  Array.isArray(value) ? value : value === undefined ? [] : [value];

/** Steps on the properties of a person, as an identify call of the origin says them. */
export function applyOperations(before: Plain, operations: Plain): Plain {
  let after: Plain = { ...before };
  if (Object.hasOwn(operations, "$clearAll")) after = {};
  for (const [name, value] of Object.entries(plainOf(operations.$setOnce))) {
    if (!Object.hasOwn(after, name)) after[name] = value;
  }
  Object.assign(after, plainOf(operations.$set));
  for (const [name, value] of Object.entries(plainOf(operations.$add))) {
    const sum = Number(after[name] ?? 0) + Number(value);
    if (Number.isFinite(sum)) after[name] = sum;
  }
  for (const [name, value] of Object.entries(plainOf(operations.$append))) {
    after[name] = [...listOf(after[name]), ...listOf(value)];
  }
  for (const [name, value] of Object.entries(plainOf(operations.$prepend))) {
    after[name] = [...listOf(value), ...listOf(after[name])];
  }
  for (const [name, value] of Object.entries(plainOf(operations.$remove))) {
    const gone = new Set(listOf(value).map((one) => JSON.stringify(one)));
    after[name] = listOf(after[name]).filter((one) => !gone.has(JSON.stringify(one)));
  }
  for (const name of Object.keys(plainOf(operations.$unset))) delete after[name];
  return after;
}
