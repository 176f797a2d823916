import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { writeFileDurably } from "../../platform/data-folder/index.ts";
import type { FirstSignIn, FirstStart } from "../../projects/index.ts";

/**
 * What the first start made, kept from before its commit until it was printed. A server killed in between prints it at its next
 * start; otherwise the only secret would be lost before anybody saw it.
 */
export function firstStartNote(dataFolder: string) {
  const path = join(dataFolder, "first-start.json");
  return {
    write: (made: FirstStart) => writeFileDurably(path, JSON.stringify(made)),
    async read(): Promise<FirstStart | undefined> {
      try {
        return JSON.parse(await readFile(path, "utf8"));
      } catch {
        return undefined;
      }
    },
    remove: () => rm(path, { force: true }),
  };
}

export function welcome(url: string, made: FirstStart): string {
  const account = `-u '${made.username}:${made.secret ?? "YOUR_SECRET"}'`;
  return `
Tributary made a first project. These lines are shown this once: keep them.

  Project id       ${made.projectId}
  Project token    ${made.token}
  Service account  ${made.username}
  Secret           ${made.secret ?? "as you preset it"}

Send a first event, and read it back a second later:

  curl ${account} '${url}/import?strict=1&project_id=${made.projectId}' -H 'Content-Type: application/json' -d '[{"event":"Signup","properties":{"time":'$(date +%s)',"distinct_id":"ana","$insert_id":"first-1","plan":"pro"}}]'
  curl ${account} "${url}/api/2.0/export?project_id=${made.projectId}&from_date=$(date -u +%F)&to_date=$(date -u +%F)"

Look around:

  curl ${account} ${url}/api/app/me

API reference: ${url}/docs
${signInLines(url, made.signIn)}`;
}

function signInLines(url: string, { email, token }: FirstSignIn): string {
  return token === null
    ? `Web UI: ${url} (sign in as ${email}, with the password you preset)\n`
    : `Web UI: open this link within 24 hours; it works once, and lets you choose your name and password:

  ${url}/sign-in/link#${token}

('npx tributary sign-in-link' on this machine makes a new one.)
`;
}
