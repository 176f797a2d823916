import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import { benchAppend } from "./append.ts";
import { benchLanes } from "./lanes.ts";
import { benchRead } from "./read.ts";

// npm run bench -- journal [--json] [--rounds 5]
const { values } = parseArgs({
  allowPositionals: true,
  options: { json: { type: "boolean", default: false }, rounds: { type: "string", default: "5" } },
});

const figures = {
  append: await benchAppend(Number(values.rounds)),
  lanes: await benchLanes(),
  read: await benchRead(),
};

if (values.json) {
  const { version, arch, platform } = process;
  console.log(
    JSON.stringify({ node: version, arch, platform, cores: availableParallelism(), ...figures }, null, 2),
  );
} else {
  console.log(
    "Append, answered after the sync. Bare: a loop that writes and syncs the same bytes in the same groups.",
  );
  console.table(figures.append);
  console.log("A live append of 20 events every 5 ms.");
  console.table(figures.lanes);
  console.table(figures.read);
}
