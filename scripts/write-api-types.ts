import { writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { apiTypes, type OpenapiDocument } from "./api-types/paths-type.ts";
import { readDocument } from "./api-types/read-document.ts";

/** Writes the types of the web interface's client. `scripts/ensure-web.mjs` runs it when the sources of the server have changed. */
const target = join(dirname(fileURLToPath(import.meta.url)), "..", "web", "src", "api", "schema.gen.ts");
await writeFile(target, apiTypes((await readDocument()) as OpenapiDocument));
process.exit(0);
