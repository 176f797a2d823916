import { fail, ok, type Result } from "../../platform/result.ts";
import { type AskFailure, ask } from "./ask.ts";
import type { Connection } from "./connect.ts";
import type { Call } from "./parse-command.ts";

type Named = { id: number; name: string; project_id?: number };

/** Puts arguments into the path. An organization, project or workspace that was not named is taken when there is only one. */
export async function fillPath(connection: Connection, call: Call): Promise<Result<string, AskFailure>> {
  let path = call.command.path;
  for (const [name, value] of Object.entries(call.args))
    path = path.replace(`{${name}}`, encodeURIComponent(value));
  for (const kind of ["organization", "project", "workspace"] as const) {
    if (!path.includes(`{${kind}}`)) continue;
    const chosen = call.options[kind] ?? (await theOnly(connection, kind, call.options.project));
    if (typeof chosen !== "string") return fail(chosen.failure);
    path = path.replace(`{${kind}}`, encodeURIComponent(chosen));
  }
  return ok(path);
}

async function theOnly(
  connection: Connection,
  kind: "organization" | "project" | "workspace",
  project: string | undefined,
): Promise<string | { failure: AskFailure }> {
  const me = await ask(connection, "GET", "/me");
  if (!me.ok) return me;
  const all = Object.values((me.value as Record<string, Record<string, Named>>)[`${kind}s`] ?? {});
  // A project that was named narrows down its workspaces.
  const things =
    kind === "workspace" && project !== undefined
      ? all.filter(({ project_id }) => String(project_id) === project)
      : all;
  const [only, ...more] = things;
  if (only === undefined) return { failure: { error: `There is no ${kind} you can reach.` } };
  if (more.length === 0) return String(only.id);
  const list = things.map(({ id, name }) => `  ${id}  ${name}`).join("\n");
  return { failure: { error: `Which ${kind}? Name one with --${kind}:\n${list}` } };
}
