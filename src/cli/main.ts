import { runClientCommand } from "./client/run-client-command.ts";
import { HELP } from "./help.ts";
import { VERSION } from "./version.ts";

const [command = "help", ...args] = process.argv.slice(2);

/** Commands are loaded when they are asked for: a client command must not pay for loading the server. */
async function run(): Promise<number> {
  switch (command) {
    case "start":
    case "serve": {
      const { serveCommand } = await import("./serve/serve-command.ts");
      return serveCommand(args, process.env);
    }
    case "backup": {
      const { backupCommand } = await import("./backup/backup-command.ts");
      return backupCommand(args, process.env);
    }
    case "restore": {
      const { restoreCommand } = await import("./backup/restore-command.ts");
      return restoreCommand(args, process.env);
    }
    case "store": {
      const { storeCommand } = await import("./store/store-command.ts");
      return storeCommand(args, process.env);
    }
    case "export": {
      const { exportCommand } = await import("./client/export-command.ts");
      return exportCommand(args, process.env);
    }
    case "version":
    case "--version":
      process.stdout.write(`${VERSION}\n`);
      return 0;
    case "help":
    case "--help":
    case "-h":
      process.stdout.write(HELP);
      return 0;
    default:
      return runClientCommand([command, ...args], process.env);
  }
}

process.exitCode = await run();
// Nothing is left to do; a stray timer of a library must not keep the terminal waiting.
process.exit();
