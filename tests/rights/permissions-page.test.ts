import { expect, test } from "vitest";
import { ROUTE_RULES } from "../api/route-rules.ts";
import { startTestServer } from "../support/test-server.ts";
import { RAW_ROUTE_RULES } from "./raw-route-rules.ts";

const INTRO = `# Permissions

Every operation of the server, and what a caller needs for it. This page is made from the tables that the tests hold the server to (\`tests/api/route-rules.ts\`, \`tests/rights/raw-route-rules.ts\`); \`npx vitest run tests/rights/permissions-page.test.ts -u\` writes it again.

## Roles

Each role includes the ones after it. Owners and admins of an organization are owners and admins of each of its projects; of several roles the widest counts. Nobody grants a role above their own.

| In a project | May |
| --- | --- |
| owner | delete the project, change its token |
| admin | imports, migrations, dictionary, erasures, keys, usage, settings, audit log |
| analyst | experiments and flags; raw export and files; read imports and their history; replace lookup tables |
| consumer | read: reports, events, profiles, dictionary, experiments, flags |

| In an organization | May |
| --- | --- |
| owner | delete the organization, restore projects, everything in its projects |
| admin | members, invitations, service accounts, new projects |
| member | see who is in it; in projects only what each project grants |

## Keys without a role

| Key | Where it is | What it is good for |
| --- | --- | --- |
| project token | in every web page and app that tracks: public | add events and profile updates, evaluate flags, read flag definitions without test users, start a migration. \`tests/rights/public-token.test.ts\` lists what each of these reads and changes |
| project secret | with older servers; owners and admins can switch it off | import, raw export and the query API |
| job secret | in the response that started a migration, once | follow, pause, resume and cancel that migration |
| link | an invite link or a sign-in link, once | what its page says |
| operator | whoever can read the credential in the data folder | everything |

A project, organization or workspace that does not exist and one without a role in it give the same 403; an account without a role that is wide enough gets 403 with the role it takes; missing or wrong credentials give 401.
`;

const LEAST: Record<string, string> = {
  public: "nothing",
  session: "a signed-in member",
  link: "a one-time link",
  "token in the body": "project token, in the body",
  operator: "operator",
  "any account": "any account",
};
const wordsOf = (rule: readonly string[]): string => rule.map((word) => LEAST[word] ?? word).join(", or ");
/** Paths as the OpenAPI document writes them. */
const pathOf = (url: string): string => url.replace(/:(\w+)/g, "{$1}");

test("docs/permissions.md lists every operation with what it needs", async () => {
  const server = await startTestServer();
  const { routes, rawRoutes } = server.running;
  await server.close();
  const operations = [
    ...routes.map(({ method, url, tag, summary }) => {
      const key = `${method} ${url}`;
      return { key, tag, summary, needs: [ROUTE_RULES[key] ?? "no rule"] };
    }),
    ...rawRoutes.map(({ method, urls, tag, operation: { summary } }) => {
      const key = `${method} ${urls[0]}`;
      return { key, tag, summary, needs: RAW_ROUTE_RULES[key] ?? ["no rule"] };
    }),
  ];
  const tags = [...new Set(operations.map(({ tag }) => tag))].sort();
  const parts = tags.map((tag) => {
    const lines = operations
      .filter((operation) => operation.tag === tag)
      .map(({ key, summary, needs }) => `| ${summary} | \`${pathOf(key)}\` | ${wordsOf(needs)} |`);
    return `\n## ${tag}\n\n| Operation | Path | Needs |\n| --- | --- | --- |\n${lines.join("\n")}\n`;
  });
  const page = INTRO + parts.join("");
  expect(page).not.toContain("no rule");
  await expect(page).toMatchFileSnapshot("../../docs/permissions.md");
});
