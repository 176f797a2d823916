type Schema = Record<string, unknown>;

const LITERALS: Record<string, string> = {
  string: "string",
  number: "number",
  integer: "number",
  boolean: "boolean",
  null: "null",
};

/** A JSON Schema as a TypeScript type. What it does not know becomes `unknown`, which the reader must then look at. */
export function schemaType(schema: unknown): string {
  if (typeof schema !== "object" || schema === null) return "unknown";
  const given = schema as Schema;
  if (typeof given.$ref === "string") return reference(given.$ref);
  if ("const" in given) return JSON.stringify(given.const);
  if (Array.isArray(given.enum)) return union(given.enum.map((value) => JSON.stringify(value)));
  for (const word of ["anyOf", "oneOf"]) {
    const choices = given[word];
    if (Array.isArray(choices)) return union(choices.map(schemaType));
  }
  if (Array.isArray(given.allOf)) return given.allOf.map((part) => `(${schemaType(part)})`).join(" & ");
  if (Array.isArray(given.type)) return union(given.type.map((type) => schemaType({ ...given, type })));
  if (given.type === "array") return arrayType(given);
  if (given.type === "object" || given.properties !== undefined) return objectType(given);
  return LITERALS[String(given.type)] ?? "unknown";
}

const reference = (ref: string): string => {
  const name = /^#\/components\/schemas\/(.+)$/.exec(ref)?.[1];
  return name === undefined ? "unknown" : `components["schemas"][${JSON.stringify(name)}]`;
};

const union = (types: readonly string[]): string =>
  [...new Set(types)].map((type) => (type.includes("&") ? `(${type})` : type)).join(" | ") || "never";

function arrayType(schema: Schema): string {
  if (Array.isArray(schema.items)) return `[${schema.items.map(schemaType).join(", ")}]`;
  return `(${schemaType(schema.items)})[]`;
}

function objectType(schema: Schema): string {
  const properties = Object.entries((schema.properties ?? {}) as Record<string, unknown>);
  const required = new Set((schema.required ?? []) as string[]);
  const fields = properties.map(
    ([name, value]) => `${JSON.stringify(name)}${required.has(name) ? "" : "?"}: ${schemaType(value)};`,
  );
  const others = otherProperties(schema);
  if (fields.length === 0) return `Record<string, ${others ?? "unknown"}>`;
  const own = `{ ${fields.join(" ")} }`;
  return others === undefined ? own : `(${own} & Record<string, ${others}>)`;
}

/** The type of what else may stand in the object, where the schema speaks of it. */
function otherProperties(schema: Schema): string | undefined {
  const patterns = Object.values((schema.patternProperties ?? {}) as Record<string, unknown>);
  if (patterns.length > 0) return union(patterns.map(schemaType));
  const more = schema.additionalProperties;
  // Beside fields of their own types an index of a narrower type would contradict them.
  if (more === true) return "unknown";
  if (typeof more === "object" && more !== null)
    return schema.properties === undefined ? schemaType(more) : "unknown";
  return undefined;
}
