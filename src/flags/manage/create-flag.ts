import type { WorkspaceScope } from "../../platform/access/index.ts";
import { fail, ok, type Result } from "../../platform/result.ts";
import { randomHex } from "../../platform/secrets.ts";
import { newUuid } from "../../platform/uuid.ts";
import { flagsStore } from "../flags-store.ts";
import type { Flag } from "../types.ts";
import { faultOfFlag, faultOfLink, type LinkFailure } from "./check-flag.ts";
import { authorOf, fieldsOf, SALT_LENGTH } from "./fields.ts";
import type { FlagRequest } from "./flag-wire.ts";
import { type ChangeFlagsDeps, settleFlag } from "./settle-flag.ts";

export type CreateFailure =
  | LinkFailure
  | { code: "key_taken"; key: string }
  | { code: "too_many_flags"; most: number };

/** Each is looked at for every caller that asks for all. */
const FLAGS_MAX = 1_000;

export async function createFlag(
  deps: ChangeFlagsDeps,
  scope: WorkspaceScope,
  body: FlagRequest,
): Promise<Result<Flag, CreateFailure>> {
  const fault = faultOfFlag(body, scope);
  if (fault) return fail(fault);
  return settleFlag(deps, scope, async (tx, record): Promise<Result<Flag, CreateFailure>> => {
    const store = flagsStore(tx);
    if ((await store.count(scope.projectId)) >= FLAGS_MAX)
      return fail({ code: "too_many_flags", most: FLAGS_MAX });
    const linked = await faultOfLink(deps, tx, scope, body.experiment_id ?? null, undefined);
    if (linked) return fail(linked);
    const now = new Date(deps.clock.now());
    const author = authorOf(scope);
    const flag: Flag = {
      ...fieldsOf(body),
      id: newUuid(deps.randomness),
      projectId: scope.projectId,
      workspaceId: scope.workspaceId,
      variantOrder: "key",
      experimentId: body.experiment_id ?? null,
      isExperimentActive: body.is_experiment_active ?? null,
      hashSalt: body.hash_salt ?? randomHex(deps.randomness, SALT_LENGTH),
      enabledAt: body.status === "enabled" ? now : null,
      archivedAt: body.status === "archived" ? now : null,
      createdAt: now,
      modifiedAt: now,
      creator: author,
      modifier: author,
    };
    if (!(await store.insert(flag))) return fail({ code: "key_taken", key: flag.key });
    await record("flag.create", flag, undefined);
    return ok(flag);
  });
}
