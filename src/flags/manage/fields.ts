import type { WorkspaceScope } from "../../platform/access/index.ts";
import { fillRuleset } from "../fill-ruleset.ts";
import type { Author, Ruleset } from "../types.ts";
import type { FlagRequest } from "./flag-wire.ts";

/** In characters, as clients send them. */
export const SALT_LENGTH = 32;

/** What a request says by itself, without looking at what was there before. */
export const fieldsOf = (body: FlagRequest) => ({
  name: body.name,
  key: body.key,
  description: body.description ?? null,
  status: body.status ?? ("disabled" as const),
  context: body.context,
  servingMethod: body.serving_method,
  tags: body.tags,
  ruleset: fillRuleset(body.ruleset as Ruleset),
  dataGroupId: body.data_group_id ?? null,
});

export const authorOf = ({ principal: { id, name, email } }: WorkspaceScope): Author => ({ id, name, email });
