import { type Static, Type } from "typebox";
import { nullable, type Route, route } from "../../http/index.ts";
import { ok } from "../../platform/result.ts";
import type { Connector } from "../connector.ts";
import { CONNECTORS, NOT_BUILT_YET } from "../connectors/registry.ts";

const KindView = Type.Object({
  warehouse_type: Type.String(),
  label: Type.String(),
  is_built: Type.Boolean({ description: "False: known by name, and cannot be connected yet." }),
  fields: Type.Array(
    Type.Object({
      name: Type.String(),
      kind: Type.Enum(["text", "json", "port", "choice", "boolean"]),
      required: Type.Boolean(),
      secret: Type.Boolean({ description: "Sealed at rest, never shown again." }),
      target: Type.Boolean({
        description:
          "Says where or as whom we connect: with another value the secrets have to be sent again.",
      }),
      preset: nullable(Type.Union([Type.String(), Type.Number(), Type.Boolean()])),
      choices: Type.Array(Type.String()),
      sentence: Type.String(),
    }),
    { description: "What a source has to say, in the order a form asks for it." },
  ),
  table_fields: Type.Array(
    Type.Object({ name: Type.String(), required: Type.Boolean(), preset: nullable(Type.String()) }),
    { description: "How `table_params` names a table, outermost first." },
  ),
});

const toKindView = ({ type, label, fields, tableFields }: Connector): Static<typeof KindView> => ({
  warehouse_type: type,
  label,
  is_built: true,
  fields: fields.map((field) => ({
    name: field.name,
    // Forms ask for a host as for any text.
    kind: field.kind === "host" ? "text" : field.kind,
    required: field.required,
    secret: field.secret ?? false,
    target: field.target ?? false,
    preset: field.preset ?? null,
    choices: [...(field.choices ?? [])],
    sentence: field.sentence,
  })),
  table_fields: tableFields.map(({ name, required, preset = null }) => ({ name, required, preset })),
});

const notBuilt = (type: string): Static<typeof KindView> => ({
  warehouse_type: type,
  label: `${type.charAt(0).toUpperCase()}${type.slice(1)}`,
  is_built: false,
  fields: [],
  table_fields: [],
});

const KINDS = [...CONNECTORS.map(toKindView), ...NOT_BUILT_YET.map(notBuilt)];

export const kindRoutes = (): Route[] => [
  route({
    method: "GET",
    path: "/projects/:projectId/warehouse-sources/types",
    access: "warehouse:read",
    tag: "Warehouse sources",
    summary: "List the kinds of warehouses",
    description: "What each has to be told to be connected: enough to make a form of it.",
    handle: async () => ok(KINDS),
  }).answers({
    schema: Type.Array(KindView),
    view: (kinds) => kinds,
    failures: {},
    example: { answer: KINDS.slice(0, 1) },
  }),
];
