import type { Answer, TestServer } from "../support/test-server.ts";

export const EXPERIMENTS = "workspaces/1/experiments";
export const FLAGS = "projects/1/workspaces/1/feature-flags";

// biome-ignore lint/suspicious/noExplicitAny: records are read field by field; the server checks each against its schema.
type Record = any;

/** Calls that are meant to succeed; they answer the record. */
export function experimentsOf(server: TestServer) {
  const done = async (answer: Promise<Answer>): Promise<Record> => {
    const { status, body } = await answer;
    if (status >= 300) throw new Error(`${status} ${JSON.stringify(body)}`);
    return body.results;
  };
  const at = (id: string, action = "") => `${EXPERIMENTS}/${id}${action}`;
  return {
    create: (body: object = {}) =>
      done(server.call("POST", EXPERIMENTS, { body: { name: "Checkout", ...body } })),
    get: (id: string, query = "") => done(server.call("GET", at(id, query))),
    update: (id: string, body: object) => done(server.call("PATCH", at(id), { body })),
    launch: (id: string) => done(server.call("PUT", at(id, "/launch"))),
    conclude: (id: string, body: object = {}) =>
      done(server.call("PUT", at(id, "/force_conclude"), { body })),
    decide: (id: string, body: object) => done(server.call("PATCH", at(id, "/decide"), { body })),
    createFlag: (body: object = {}) => done(server.call("POST", FLAGS, { body: { ...flagBody(), ...body } })),
    getFlag: (id: string) => done(server.call("GET", `${FLAGS}/${id}`)),
    replaceFlag: (id: string, body: object) =>
      done(server.call("PUT", `${FLAGS}/${id}`, { body: { ...flagBody(), ...body } })),
  };
}

let flags = 0;

export function flagBody() {
  flags += 1;
  return {
    name: "New checkout",
    key: `flag_${flags}`,
    tags: [],
    context: "distinct_id",
    serving_method: "remote_or_local",
    status: "enabled",
    ruleset: {
      variants: [
        { key: "control", value: false, is_control: true, split: 0.5 },
        { key: "treatment", value: true, is_control: false, split: 0.5 },
      ],
      rollout: [{ rollout_percentage: 1, variant_splits: {} }],
    },
  };
}
