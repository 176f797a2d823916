import { schemaType } from "./schema-type.ts";

type Parameter = { name: string; in: string; required?: boolean; schema?: unknown };
type Content = Record<string, { schema?: unknown }>;
type Operation = {
  parameters?: Parameter[];
  requestBody?: { required?: boolean; content?: Content };
  responses?: Record<string, { content?: Content }>;
};
export type OpenapiDocument = {
  paths: Record<string, Record<string, Operation>>;
  components?: { schemas?: Record<string, unknown> };
};

const METHODS = ["get", "put", "post", "delete", "options", "head", "patch", "trace"];

/** The whole document as the two interfaces that `openapi-fetch` reads. */
export function apiTypes(document: OpenapiDocument): string {
  const paths = Object.entries(document.paths).map(([path, item]) => pathType(path, item));
  const schemas = Object.entries(document.components?.schemas ?? {}).map(
    ([name, schema]) => `${JSON.stringify(name)}: ${schemaType(schema)};`,
  );
  return [
    "// Made from the OpenAPI document by scripts/write-api-types.ts. Not kept in the repository.",
    `export interface paths {\n${paths.join("\n")}\n}`,
    `export interface components { schemas: { ${schemas.join(" ")} } }`,
    "",
  ].join("\n");
}

function pathType(path: string, item: Record<string, Operation>): string {
  const methods = METHODS.map((method) => {
    const operation = item[method];
    return operation === undefined ? `${method}?: never;` : `${method}: ${operationType(operation)};`;
  });
  return `${JSON.stringify(path)}: { ${methods.join(" ")} };`;
}

function operationType({ parameters = [], requestBody, responses = {} }: Operation): string {
  const places = ["query", "path"].map((place) => placeType(place, parameters));
  const body =
    requestBody === undefined
      ? "requestBody?: never;"
      : `requestBody${requestBody.required ? "" : "?"}: { content: ${contentType(requestBody.content)} };`;
  const answers = Object.entries(responses).map(
    ([status, { content }]) =>
      `${/^\d+$/.test(status) ? status : JSON.stringify(status)}: { headers: Record<string, unknown>; content: ${contentType(content)} };`,
  );
  return `{ parameters: { ${places.join(" ")} }; ${body} responses: { ${answers.join(" ")} } }`;
}

function placeType(place: string, parameters: readonly Parameter[]): string {
  const here = parameters.filter((parameter) => parameter.in === place);
  if (here.length === 0) return `${place}?: never;`;
  const fields = here.map(
    ({ name, required, schema }) => `${JSON.stringify(name)}${required ? "" : "?"}: ${schemaType(schema)};`,
  );
  const all = here.some(({ required }) => required) ? "" : "?";
  return `${place}${all}: { ${fields.join(" ")} };`;
}

const contentType = (content: Content = {}): string =>
  `{ ${Object.entries(content)
    .map(([type, { schema }]) => `${JSON.stringify(type)}: ${schemaType(schema)};`)
    .join(" ")} }`;
