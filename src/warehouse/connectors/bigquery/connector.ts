import type { Connector } from "../../connector.ts";
import { bigqueryDialect } from "./dialect.ts";
import { hostsOf } from "./endpoint.ts";

export const bigquery: Connector = {
  type: "bigquery",
  label: "Google BigQuery",
  fields: [
    {
      name: "project_id",
      kind: "text",
      required: true,
      target: true,
      sentence: "Project in which questions are asked, and which is billed for them.",
    },
    {
      name: "service_account_key",
      kind: "json",
      required: false,
      secret: true,
      sentence:
        "Key of a service account (JSON) with the roles BigQuery Job User on the project and BigQuery Data Viewer on the tables.",
    },
    {
      name: "location",
      kind: "text",
      required: false,
      sentence: "Where the data lies, such as EU; needed outside of US and EU.",
    },
    {
      name: "max_bytes_billed",
      kind: "text",
      required: false,
      sentence: "A question that would read more bytes is refused by BigQuery, and costs nothing.",
    },
    {
      name: "api_endpoint",
      kind: "text",
      required: false,
      target: true,
      sentence: "Another address of the API: https below googleapis.com, or http to a host of one's own.",
    },
  ],
  tableFields: [
    // Without it, the source's own.
    { name: "project", required: false, aliases: ["project_id"] },
    { name: "dataset", required: true, aliases: ["dataset_id", "schema"] },
    { name: "table", required: true, aliases: ["table_id", "table_name"] },
  ],
  // Tables, by time travel; views are read as they are at each question.
  capabilities: { snapshot: true, declaresNotNull: true, changeFeed: false },
  hosts: hostsOf,
  dialect: bigqueryDialect,
};
