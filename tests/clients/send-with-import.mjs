// One import with the published bulk loader. Standard input: {"credentials", "records", "options"}; answers what it reports.
import { text } from "node:stream/consumers";
import load from "mixpanel-import";

const { credentials, records, options } = JSON.parse(await text(process.stdin));
const answer = await load(credentials, records, {
  showProgress: false,
  logs: false,
  verbose: false,
  abridged: false,
  ...options,
});
const { success, failed, total, responses, errors } = answer;
process.stdout.write(`\n${JSON.stringify({ success, failed, total, responses, errors })}`);
process.exit(0);
