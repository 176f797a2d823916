import type { Limits } from "../limits.ts";
import { sdkOperations } from "../sdk/operations.ts";

const properties = (description: string) => ({ type: "object", additionalProperties: true, description });

const OPERATORS = {
  $set: properties("Overwrites values."),
  $set_once: properties("Sets values only where there are none."),
  $add: {
    type: "object",
    additionalProperties: { type: "number" },
    description: "Adds to numbers; a missing one counts as 0.",
  },
  $append: properties("Puts one value at the end of each list."),
  $union: properties("Adds the values of each list that are not in it yet; a single value is a list of one."),
  $remove: properties("Removes one value from each list, wherever it occurs."),
  $unset: { type: "array", items: { type: "string" }, description: "Removes properties." },
  $delete: { description: "Removes the profile; its value does not matter, nor do other operators." },
};

const COMMON = {
  $token: {
    type: "string",
    description:
      "The project's token. It may be left out when the request has Basic credentials that may import into the project, and `project_id` in the query with a service account.",
  },
  $time: {
    type: "number",
    description:
      "When this was true, in seconds or milliseconds since epoch. Absent: now, and up to five minutes ago counts as now. Values of a later time are not overwritten.",
  },
  $ignore_time: { type: "boolean", description: "true: `$last_seen` stays as it is." },
  $ip: {
    type: "string",
    description: "Accepted. This server has no database of places, so nothing is made of it.",
  },
};

const MORE =
  "Several operators in one record apply in the order `$set_once`, `$set`, `$add`, `$append`, `$union`, `$remove`, `$unset`; records of a batch apply in their order. A token that no project has is answered with success and nothing is stored.";
const VERBOSE = { status: 1, error: null, num_good_events: 1 };
const STRICT = { code: 200, error: null, num_records_imported: 1, num_good_events: 1, status: "OK" };

export const engageOperations = (limits: Limits) =>
  sdkOperations(
    {
      name: "Engage",
      summary: "Update profiles of people",
      description: `Each record does something to one person's profile. ${MORE}`,
      record: {
        schema: {
          type: "object",
          required: ["$distinct_id"],
          properties: {
            ...COMMON,
            $distinct_id: { type: "string", maxLength: 255, description: "Whose profile." },
            $ignore_alias: {
              type: "boolean",
              description: "true: this very id, also when it is a device that has become a person's.",
            },
            ...OPERATORS,
          },
        },
        example: {
          $token: "8c0b9b0e6f0f4ad3a5b1f2c9d7e84a10",
          $distinct_id: "ana@example.com",
          $set: { $name: "Ana", plan: "pro" },
        },
      },
      verboseExample: VERBOSE,
      strictExample: STRICT,
    },
    limits,
  );

export const groupsOperations = (limits: Limits) =>
  sdkOperations(
    {
      name: "Groups",
      summary: "Update profiles of groups",
      description: `Each record does something to the profile of one group, such as a company. ${MORE}`,
      record: {
        schema: {
          type: "object",
          required: ["$group_key", "$group_id"],
          properties: {
            ...COMMON,
            $group_key: {
              type: "string",
              maxLength: 255,
              description: "The property that events carry, such as `company`.",
            },
            $group_id: { type: "string", maxLength: 255, description: "Its value: which group." },
            ...OPERATORS,
          },
        },
        example: {
          $token: "8c0b9b0e6f0f4ad3a5b1f2c9d7e84a10",
          $group_key: "company",
          $group_id: "acme",
          $set: { $name: "Acme", seats: 40 },
        },
      },
      verboseExample: VERBOSE,
      strictExample: STRICT,
    },
    limits,
  );
