import { COMMANDS } from "./client/commands.ts";
import { DIRECT_COMMANDS } from "./client/direct-commands.ts";

const LOCAL: readonly [string, string][] = [
  ["start", "start the server; 'start --help' lists its settings"],
  ["backup <file>", "with the server stopped: write everything it keeps to one file"],
  ["backup verify <file>", "prove every checksum of a backup and change nothing"],
  ["restore <file>", "into an empty data folder: bring a backup back, every checksum proven"],
  ["store rebuild [<project>]", "with the server stopped: make the event store anew from the journal"],
  ["store purge", "with the server stopped: leave nothing erased in freed pages of DuckDB and Postgres"],
];

const width = Math.max(...COMMANDS.map(({ words }) => words.length));
const line = (words: string, summary: string): string => `  ${words.padEnd(width)}  ${summary}`;

export const HELP = `Tributary, a self-hosted product-analytics data plane.

  npx tributary <command> [--json] [--help]

On this machine:
${LOCAL.map(([words, summary]) => line(words, summary)).join("\n")}

Asking a running server:
${line("export", "write events, one JSON object a line; 'export --help' lists its filters")}
${[...COMMANDS, ...DIRECT_COMMANDS].map(({ words, summary }) => line(words, summary)).join("\n")}

'tributary <command> --help' explains a command.
`;
