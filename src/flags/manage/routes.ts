import { Type } from "typebox";
import { type FailureAnswers, type Route, route } from "../../http/index.ts";
import type { ProjectRole, WorkspaceScope } from "../../platform/access/index.ts";
import { fail, ok, type Result } from "../../platform/result.ts";
import { isUuid } from "../../platform/uuid.ts";
import type { FlagsStore } from "../flags-store.ts";
import type { Flag } from "../types.ts";
import { type CreateFailure, createFlag } from "./create-flag.ts";
import { deleteFlag } from "./delete-flag.ts";
import { flagExample, flagRequestExample } from "./example.ts";
import { FlagView, toFlagView } from "./flag-view.ts";
import { FlagBody } from "./flag-wire.ts";
import { replaceFlag } from "./replace-flag.ts";
import type { ChangeFlagsDeps } from "./settle-flag.ts";

export type FlagRouteDeps = ChangeFlagsDeps & { flags: FlagsStore };

const tag = "Feature flags";
const PATH = "/projects/:projectId/workspaces/:workspaceId/feature-flags";
const notThere = {
  status: 403,
  say: "This project does not exist or these credentials have no role in it; the workspace in the path is of another project.",
} as const;
const unknownFlag = { status: 404, say: "There is no such flag in this workspace." } as const;
const saving: FailureAnswers<Exclude<CreateFailure, { code: "too_many_flags" }>> = {
  invalid_flag: {
    status: 400,
    say: ({ field, reason }) => `${field}: ${reason}.`,
    field: ({ field }) => field,
  },
  key_taken: {
    status: 409,
    say: ({ key }) => `key: there is a flag with the key '${key}' in this project already; take another.`,
    field: "key",
  },
  experiment_taken: {
    status: 409,
    say: ({ flagKey }) =>
      `experiment_id: this experiment has the flag '${flagKey}' already; unlink it first (experiment_id null).`,
    field: "experiment_id",
  },
};

type NoAccess = { code: "no_access" };

/** The path names a project and a workspace: the workspace decides, and the project has to be its own. */
async function inProject<Value, Failure>(
  { scope, params }: { scope: WorkspaceScope; params: { projectId: number } },
  work: () => Promise<Result<Value, Failure>>,
): Promise<Result<Value, Failure | NoAccess>> {
  return scope.projectId === params.projectId ? await work() : fail({ code: "no_access" });
}

type Seen = { flag: Flag; role: ProjectRole };
const seen = (scope: WorkspaceScope, flag: Flag): Seen => ({ flag, role: scope.role });
const view = { view: ({ flag, role }: Seen) => toFlagView(flag, role) };

export const flagRoutes = (deps: FlagRouteDeps): Route[] => [
  route({
    method: "GET",
    path: PATH,
    access: "flags:read",
    tag,
    summary: "List a workspace's feature flags",
    query: Type.Object({
      include_archived: Type.Optional(Type.Enum(["true", "false"], { default: "false" })),
    }),
    handle: async (input) =>
      inProject(input, async (): Promise<Result<Seen[], never>> => {
        const includeArchived = input.query.include_archived === "true";
        const flags = await deps.flags.list(input.scope.workspaceId, { includeArchived });
        return ok(flags.map((flag) => seen(input.scope, flag)));
      }),
  }).answers({
    schema: Type.Array(FlagView),
    view: (flags) => flags.map(({ flag, role }) => toFlagView(flag, role)),
    failures: { no_access: notThere },
    example: { answer: [flagExample] },
  }),
  route({
    method: "POST",
    path: PATH,
    access: "flags:write",
    tag,
    summary: "Create a feature flag",
    description: "It serves nobody until its status is `enabled`.",
    body: FlagBody,
    handle: async (input) =>
      inProject(input, async () => {
        const created = await createFlag(deps, input.scope, input.body);
        return created.ok ? ok(seen(input.scope, created.value)) : created;
      }),
  }).answers({
    schema: FlagView,
    ...view,
    failures: {
      ...saving,
      no_access: notThere,
      too_many_flags: { status: 409, say: ({ most }) => `A project has at most ${most} flags; delete some.` },
    },
    example: { body: flagRequestExample, answer: flagExample },
  }),
  route({
    method: "GET",
    path: `${PATH}/:flag`,
    access: "flags:read",
    tag,
    summary: "Look at a feature flag",
    handle: async (input) =>
      inProject(input, async () => {
        const { flag: id } = input.params;
        const flag = isUuid(id) ? await deps.flags.find(input.scope.workspaceId, id) : undefined;
        return flag ? ok(seen(input.scope, flag)) : fail({ code: "flag_not_found" });
      }),
  }).answers({
    schema: FlagView,
    ...view,
    failures: { flag_not_found: unknownFlag, no_access: notThere },
    example: { answer: flagExample },
  }),
  route({
    method: "PUT",
    path: `${PATH}/:flag`,
    access: "flags:write",
    tag,
    summary: "Replace a feature flag",
    description:
      "Everything is replaced but `hash_salt`, `experiment_id` and `is_experiment_active`, which stay when they are left out: nobody gets another variant without a reason. Served from the next request on. `If-Match` with the record's `modified` refuses when somebody was faster.",
    body: FlagBody,
    handle: async (input) =>
      inProject(input, async () => {
        const ifMatch = input.request.headers["if-match"]?.replaceAll('"', "");
        const saved = await replaceFlag(deps, input.scope, input.params.flag, input.body, ifMatch);
        return saved.ok ? ok(seen(input.scope, saved.value)) : saved;
      }),
  }).answers({
    schema: FlagView,
    ...view,
    failures: {
      ...saving,
      flag_not_found: unknownFlag,
      no_access: notThere,
      stale: { status: 409, say: "The flag was changed meanwhile; read it again and repeat the change." },
      context_frozen: {
        status: 409,
        say: ({ context }) =>
          `context: stays '${context}' because the flag has been enabled; another would put everybody into another bucket. Create a new flag.`,
        field: "context",
      },
    },
    example: { body: flagRequestExample, answer: flagExample },
  }),
  route({
    method: "DELETE",
    path: `${PATH}/:flag`,
    access: "flags:write",
    tag,
    summary: "Delete a feature flag",
    description: "Clients fall back from their next request on.",
    handle: async (input) => inProject(input, () => deleteFlag(deps, input.scope, input.params.flag)),
  }).answers({
    schema: Type.Object({}),
    view: () => ({}),
    failures: {
      flag_not_found: unknownFlag,
      no_access: notThere,
      experiment_active: {
        status: 409,
        say: "The flag's experiment is active; conclude or decide it first.",
      },
    },
    example: { answer: {} },
  }),
];
