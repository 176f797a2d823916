import type { Transaction } from "kysely";
import type { OrganizationScope } from "../../platform/access/index.ts";
import type { Region } from "../../platform/config/index.ts";
import type { ControlTables } from "../../platform/control-db/index.ts";
import { fail, ok, type Result } from "../../platform/result.ts";
import { type Randomness, randomHex, sha256 } from "../../platform/secrets.ts";
import type { ProjectsDeps } from "../deps.ts";
import { organizationsStore } from "../organization/organizations-store.ts";
import { projectAudit } from "./project-audit.ts";
import { type Project, projectsStore } from "./projects-store.ts";
import { isTimeZone } from "./time-zone.ts";
import { workspacesStore } from "./workspaces-store.ts";

export type ProjectDraft = { name: string; timezone?: string | undefined; region?: Region | undefined };
/** The secret is known here and never again. */
export type CreatedProject = { project: Project; apiSecret: string };
export type CreateProjectFailure =
  | { code: "no_organization" }
  | { code: "unknown_timezone"; timezone: string }
  | { code: "other_region"; region: Region; baseUrl: string | undefined };

export function createProject(
  deps: Pick<ProjectsDeps, "changes" | "randomness" | "region" | "regionUrls">,
  scope: OrganizationScope,
  draft: ProjectDraft,
): Promise<Result<CreatedProject, CreateProjectFailure>> {
  const timezone = draft.timezone ?? "UTC";
  const region = draft.region ?? deps.region;
  return deps.changes.make(
    scope,
    async (tx, record): Promise<Result<CreatedProject, CreateProjectFailure>> => {
      if (!isTimeZone(timezone)) return fail({ code: "unknown_timezone", timezone });
      if (region !== deps.region) {
        const url = deps.regionUrls[region];
        return fail({
          code: "other_region",
          region,
          baseUrl: url === undefined ? undefined : `${url}/api/app`,
        });
      }
      if (!(await organizationsStore(tx).lock(scope.organizationId)))
        return fail({ code: "no_organization" });
      const created = await insertProject(tx, deps.randomness, {
        organizationId: scope.organizationId,
        creatorId: scope.principal.id,
        name: draft.name,
        timezone,
        region,
      });
      await record({
        action: "project.create",
        organizationId: scope.organizationId,
        projectId: created.project.id,
        target: { type: "project", id: created.project.id },
        after: projectAudit(created.project),
      });
      return ok(created);
    },
  );
}

/** A project never stands without its workspace. */
export async function insertProject(
  tx: Transaction<ControlTables>,
  randomness: Randomness,
  draft: {
    organizationId: number;
    creatorId: number;
    name: string;
    timezone: string;
    region: Region;
    token?: string | undefined;
  },
): Promise<CreatedProject> {
  const apiSecret = randomHex(randomness, 32);
  const project = await projectsStore(tx).create({
    ...draft,
    token: draft.token ?? randomHex(randomness, 32),
    apiKey: randomHex(randomness, 32),
    apiSecretDigest: sha256(apiSecret),
  });
  await workspacesStore(tx).createDefault(project.id, draft.creatorId);
  return { project, apiSecret };
}
