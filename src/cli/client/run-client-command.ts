import { type AskFailure, ask } from "./ask.ts";
import type { Command } from "./command.ts";
import { COMMANDS } from "./commands.ts";
import { findServer } from "./connect.ts";
import { DIRECT_COMMANDS } from "./direct-commands.ts";
import { fillPath } from "./fill-path.ts";
import { parseCommand } from "./parse-command.ts";
import { render } from "./print.ts";

const WITH_BODY: readonly Command["method"][] = ["POST", "PUT", "PATCH"];

/** 0 done, 1 refused by the server or out of reach, 2 typed wrongly. */
export async function runClientCommand(
  words: readonly string[],
  environment: NodeJS.ProcessEnv,
): Promise<number> {
  const asJson = words.includes("--json");
  const complain = (failure: AskFailure, code: number): number => {
    process.stderr.write(
      asJson ? `${JSON.stringify({ status: "error", ...failure })}\n` : `${failure.error}\n`,
    );
    return code;
  };
  const call = parseCommand([...COMMANDS, ...DIRECT_COMMANDS], words);
  if (!call.ok) return complain({ error: call.failure }, 2);
  const { command, json, body, query } = call.value;
  if (call.value.help) {
    process.stdout.write(commandHelp(command));
    return 0;
  }
  const connection = await findServer(call.value.options, environment);
  if (!connection.ok) return complain({ error: connection.failure }, 1);
  const path = await fillPath(connection.value, call.value);
  if (!path.ok) return complain(path.failure, 1);
  const direct = DIRECT_COMMANDS.find((one) => one === command);
  if (direct !== undefined) {
    const done = await direct.run(connection.value, path.value, call.value, environment);
    if (!done.ok) return complain(done.failure, 1);
    process.stdout.write(done.value);
    return 0;
  }
  const hasBody = WITH_BODY.includes(command.method);
  const answer = await ask(connection.value, command.method, path.value, {
    query,
    ...(hasBody ? { body: command.toBody?.(body) ?? body } : {}),
  });
  if (!answer.ok) return complain(answer.failure, 1);
  if (json) {
    process.stdout.write(`${JSON.stringify(answer.value ?? { status: "ok" }, null, 2)}\n`);
    return 0;
  }
  const results = command.list ? (answer.value as Record<string, unknown>)[command.list] : answer.value;
  process.stdout.write(render(results, command.columns));
  return 0;
}

function commandHelp(command: Command): string {
  const args = (command.args ?? []).map(({ name }) => ` <${name}>`).join("");
  const lines = [
    ...(command.args ?? []).map(({ name, help }) => [`<${name}>`, help]),
    ...(command.flags ?? []).map(({ name, help, required }) => [
      `--${name}`,
      required ? `${help} (required)` : help,
    ]),
    ...(command.path.includes("{organization}")
      ? [["--organization", "id of the organization, when there are several"]]
      : []),
    ...(command.path.includes("{project}")
      ? [["--project", "id of the project, when there are several"]]
      : []),
    ["--json", "print the answer as JSON"],
    ["--data-dir", "data folder of the server to ask (default: DATA_DIR or ./data)"],
    [
      "--url, --credentials",
      "ask another server, as username:secret (or TRIBUTARY_URL, TRIBUTARY_CREDENTIALS)",
    ],
  ];
  const width = Math.max(...lines.map(([name = ""]) => name.length));
  const table = lines.map(([name = "", help = ""]) => `  ${name.padEnd(width)}  ${help}`).join("\n");
  return `tributary ${command.words}${args}: ${command.summary}\n\n${table}\n`;
}
