import { type Static, Type } from "typebox";
import { moment, nullable } from "../../http/index.ts";
import { findConnector } from "../connectors/registry.ts";
import type { WarehouseSource } from "../types.ts";

const Values = Type.Record(Type.String(), Type.Union([Type.String(), Type.Number(), Type.Boolean()]));

export const SourceView = Type.Object({
  id: Type.Integer(),
  source_name: Type.String(),
  warehouse_type: Type.String(),
  created: moment(),
  creator_id: Type.Integer(),
  creator_name: Type.String(),
  creator_email: Type.String(),
  connection: Type.Optional(Values),
  secrets_set: Type.Record(Type.String(), Type.Boolean(), {
    description: "Which secrets there are. What they are is never shown.",
  }),
  last_test: nullable(
    Type.Object({
      ok: Type.Boolean(),
      tested_at: moment(),
      code: nullable(Type.String()),
      message: Type.String(),
    }),
  ),
  import_count: Type.Integer(),
});

export type SourceWithCount = { source: WarehouseSource; imports: number };

export function toSourceView({ source, imports }: SourceWithCount): Static<typeof SourceView> {
  const connector = findConnector(source.type);
  const secretNames =
    connector === undefined || connector === "not_built_yet"
      ? Object.keys(source.secrets)
      : connector.fields.filter(({ secret }) => secret).map(({ name }) => name);
  return {
    id: source.id,
    source_name: source.name,
    warehouse_type: source.type,
    created: source.createdAt.toISOString(),
    creator_id: source.creator.id,
    creator_name: source.creator.name,
    creator_email: source.creator.email,
    connection: source.connection,
    secrets_set: Object.fromEntries(secretNames.map((name) => [name, source.secrets[name] !== undefined])),
    last_test: source.lastTest,
    import_count: imports,
  };
}

export const TestView = Type.Object({
  ok: Type.Boolean(),
  encrypted: nullable(Type.Boolean()),
  steps: Type.Array(
    Type.Object({
      name: Type.String(),
      ok: Type.Boolean(),
      ms: Type.Integer(),
      code: nullable(Type.String()),
      message: Type.String(),
      hint: nullable(Type.String()),
    }),
  ),
});

export const sourceExample: Static<typeof SourceView> = {
  id: 1,
  source_name: "Orders database",
  warehouse_type: "postgres",
  created: "2026-01-31T12:00:00.000Z",
  creator_id: 2,
  creator_name: "loader",
  creator_email: "loader@service-account.example",
  connection: {
    host: "db.example.com",
    port: 5432,
    database: "shop",
    username: "reader",
    ssl_mode: "prefer",
  },
  secrets_set: { password: true },
  last_test: null,
  import_count: 0,
};

export const testExample: Static<typeof TestView> = {
  ok: false,
  encrypted: null,
  steps: [
    { name: "resolve", ok: true, ms: 2, code: null, message: "", hint: null },
    {
      name: "connect",
      ok: false,
      ms: 3,
      code: "unreachable",
      message: "connect ECONNREFUSED 10.0.0.5:5432",
      hint: "Check host and port, and that the warehouse's firewall lets this server in.",
    },
  ],
};
