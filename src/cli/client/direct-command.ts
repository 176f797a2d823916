import type { Result } from "../../platform/result.ts";
import type { AskFailure } from "./ask.ts";
import type { Command } from "./command.ts";
import type { Connection } from "./connect.ts";
import type { Call } from "./parse-command.ts";

/** A command for which one request with one answer of the application API will not do. Its path begins at the root. */
export type DirectCommand = Command & {
  /** Answers what is left to print. */
  run(
    connection: Connection,
    path: string,
    call: Call,
    environment: NodeJS.ProcessEnv,
  ): Promise<Result<string, AskFailure>>;
};
