import { ACCOUNT_COMMANDS } from "./account-commands.ts";
import type { Command } from "./command.ts";
import { DICTIONARY_COMMANDS } from "./dictionary-commands.ts";
import { ERASURE_COMMANDS } from "./erasure-commands.ts";
import { EVENT_COMMANDS } from "./event-commands.ts";
import { EXPERIMENT_COMMANDS } from "./experiment-commands.ts";
import { FLAG_COMMANDS } from "./flag-commands.ts";
import { OPERATE_COMMANDS } from "./operate-commands.ts";
import { PROFILE_COMMANDS } from "./profile-commands.ts";
import { PROJECT_COMMANDS } from "./project-commands.ts";
import { REPORT_COMMANDS } from "./report-commands.ts";
import { SCHEMA_COMMANDS } from "./schema-commands.ts";
import { WAREHOUSE_COMMANDS } from "./warehouse-commands.ts";

/** All client commands. Help, parsing and requests come from their lines. */
export const COMMANDS: readonly Command[] = [
  ...PROJECT_COMMANDS,
  ...ACCOUNT_COMMANDS,
  ...EVENT_COMMANDS,
  ...REPORT_COMMANDS,
  ...PROFILE_COMMANDS,
  ...SCHEMA_COMMANDS,
  ...DICTIONARY_COMMANDS,
  ...ERASURE_COMMANDS,
  ...EXPERIMENT_COMMANDS,
  ...FLAG_COMMANDS,
  ...WAREHOUSE_COMMANDS,
  ...OPERATE_COMMANDS,
];
