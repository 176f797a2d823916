import { fail, ok, type Result } from "../../platform/result.ts";
import { type Refusal, refusal } from "../refusal.ts";

type Kind =
  | "text"
  | "whole"
  | "boolean"
  | "texts"
  | "object"
  | "objects"
  | "autoscale"
  | { oneOf: readonly string[] };

/** The fields of a cluster, and what each holds. Objects of the clouds are kept as they come. */
const FIELDS: Record<string, Kind> = {
  spark_version: "text",
  node_type_id: "text",
  driver_node_type_id: "text",
  num_workers: "whole",
  autoscale: "autoscale",
  spark_conf: "texts",
  spark_env_vars: "texts",
  single_user_name: "text",
  custom_tags: "texts",
  policy_id: "text",
  instance_pool_id: "text",
  driver_instance_pool_id: "text",
  enable_elastic_disk: "boolean",
  aws_attributes: "object",
  azure_attributes: "object",
  gcp_attributes: "object",
  init_scripts: "objects",
  runtime_engine: { oneOf: ["STANDARD", "PHOTON"] },
  data_security_mode: {
    oneOf: [
      "USER_ISOLATION",
      "SINGLE_USER",
      "NONE",
      "LEGACY_TABLE_ACL",
      "LEGACY_PASSTHROUGH",
      "LEGACY_SINGLE_USER",
      "LEGACY_SINGLE_USER_STANDARD",
    ],
  },
};
const PLACE = "databricks_params.export_cluster_config";

export function readDatabricksParams(given: unknown): Result<Record<string, unknown> | null, Refusal> {
  if (given === null || given === undefined) return ok(null);
  const wrong = (field: string, message: string) =>
    fail(refusal("invalid_field", `'${field}' ${message}.`, field));
  if (!isObject(given)) return wrong("databricks_params", "must be an object or null");
  const extra = Object.keys(given).find((name) => name !== "export_cluster_config");
  if (extra !== undefined) return wrong(`databricks_params.${extra}`, "is not a known key; remove it");
  const config = given.export_cluster_config ?? null;
  if (config === null) return ok(given);
  if (!isObject(config)) return wrong(PLACE, "must be an object");
  for (const [name, value] of Object.entries(config)) {
    const kind = FIELDS[name];
    if (kind === undefined) return wrong(`${PLACE}.${name}`, "is not a known key; remove it");
    const wish = wishOf(kind, value);
    if (wish !== undefined) return wrong(`${PLACE}.${name}`, wish);
  }
  if (config.data_security_mode === "SINGLE_USER" && config.single_user_name === undefined) {
    return wrong(`${PLACE}.single_user_name`, "is required when data_security_mode is SINGLE_USER");
  }
  return ok(given);
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const isWhole = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;

function wishOf(kind: Kind, value: unknown): string | undefined {
  if (typeof kind === "object")
    return kind.oneOf.includes(String(value)) ? undefined : `must be one of ${kind.oneOf.join(", ")}`;
  switch (kind) {
    case "text":
      return typeof value === "string" ? undefined : "must be text";
    case "whole":
      return isWhole(value) ? undefined : "must be a whole number from 0 up";
    case "boolean":
      return typeof value === "boolean" ? undefined : "must be true or false";
    case "object":
      return isObject(value) ? undefined : "must be an object";
    case "objects":
      return Array.isArray(value) && value.every(isObject) ? undefined : "must be a list of objects";
    case "texts":
      return isObject(value) && Object.values(value).every((one) => typeof one === "string")
        ? undefined
        : "must be an object of texts";
    case "autoscale":
      return isObject(value) &&
        isWhole(value.min_workers) &&
        isWhole(value.max_workers) &&
        value.max_workers >= Math.max(1, value.min_workers) &&
        Object.keys(value).length === 2
        ? undefined
        : "must be an object of 'min_workers' and 'max_workers', whole numbers, the second at least 1 and at least the first";
  }
}
