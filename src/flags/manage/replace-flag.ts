import type { WorkspaceScope } from "../../platform/access/index.ts";
import { nextMoment } from "../../platform/clock.ts";
import { fail, ok, type Result } from "../../platform/result.ts";
import { randomHex } from "../../platform/secrets.ts";
import { isUuid } from "../../platform/uuid.ts";
import { flagsStore } from "../flags-store.ts";
import type { Flag, FlagVariant, VariantOrder } from "../types.ts";
import { isInKeyOrder } from "../variant-order.ts";
import { type FlagFault, faultOfFlag, faultOfLink, type LinkFailure } from "./check-flag.ts";
import { authorOf, fieldsOf, SALT_LENGTH } from "./fields.ts";
import type { FlagRequest } from "./flag-wire.ts";
import { type ChangeFlagsDeps, settleFlag } from "./settle-flag.ts";

export type ReplaceFailure =
  | LinkFailure
  | { code: "flag_not_found" }
  | { code: "key_taken"; key: string }
  | { code: "stale" }
  | { code: "context_frozen"; context: string };

/** Everything is replaced but what would put people into other buckets without anybody asking for it: salt and link stay unless sent. */
export async function replaceFlag(
  deps: ChangeFlagsDeps,
  scope: WorkspaceScope,
  id: string,
  body: FlagRequest,
  ifMatch: string | undefined,
): Promise<Result<Flag, ReplaceFailure>> {
  const fault = faultOfFlag(body, scope);
  if (fault) return fail(fault);
  return settleFlag(deps, scope, async (tx, record): Promise<Result<Flag, ReplaceFailure>> => {
    const store = flagsStore(tx);
    const known = isUuid(id) ? await store.find(scope.workspaceId, id, { lock: true }) : undefined;
    if (known === undefined) return fail({ code: "flag_not_found" });
    if (ifMatch !== undefined && ifMatch !== known.modifiedAt.toISOString()) return fail({ code: "stale" });
    if (known.enabledAt !== null && known.context !== body.context)
      return fail({ code: "context_frozen", context: known.context });
    const experimentId = body.experiment_id === undefined ? known.experimentId : body.experiment_id;
    const linked = await faultOfLink(deps, tx, scope, experimentId, known);
    if (linked) return fail(linked);
    const holder = await store.findByKey(scope.projectId, body.key);
    if (holder !== undefined && holder.id !== known.id) return fail({ code: "key_taken", key: body.key });
    if (body.variant_order === "list" && known.variantOrder === "key") return fail(ORDER_GONE);
    const flag = { ...replaced(deps, known, body), experimentId, modifier: authorOf(scope) };
    await store.save(flag);
    await record("flag.update", flag, known);
    return ok(flag);
  });
}

const ORDER_GONE: FlagFault = {
  code: "invalid_flag",
  field: "variant_order",
  reason: "must be 'key' or be left out: only flags from before key order keep the order of their list",
};

/** The order of the list stays until it is given up, or makes no difference. */
const orderOf = (known: Flag, { variant_order: wanted, ruleset }: FlagRequest): VariantOrder =>
  wanted === "key" || isInKeyOrder(ruleset.variants as FlagVariant[]) ? "key" : known.variantOrder;

function replaced(deps: ChangeFlagsDeps, known: Flag, body: FlagRequest): Flag {
  const now = nextMoment(deps.clock, known.modifiedAt);
  const fields = fieldsOf(body);
  const salt = body.reset_hash_salt ? randomHex(deps.randomness, SALT_LENGTH) : undefined;
  return {
    ...known,
    ...fields,
    variantOrder: orderOf(known, body),
    isExperimentActive:
      body.is_experiment_active === undefined ? known.isExperimentActive : body.is_experiment_active,
    hashSalt: salt ?? (body.hash_salt === undefined ? known.hashSalt : body.hash_salt),
    enabledAt: fields.status === "enabled" && known.status !== "enabled" ? now : known.enabledAt,
    archivedAt: fields.status === "archived" ? (known.archivedAt ?? now) : null,
    modifiedAt: now,
  };
}
