import type { FastifyRequest } from "fastify";
import {
  type AccountScope,
  organizationRoleReaches,
  PERMISSIONS,
  type Permission,
  projectRoleReaches,
} from "../platform/access/index.ts";
import type { AccessPort, EntryFailure } from "./access-port.ts";
import { parseBasicCredentials } from "./basic-credentials.ts";
import { HttpFailure } from "./http-failure.ts";
import type { Route } from "./route.ts";

export type PathParams = Record<string, number | string>;

/** Every request's road: path, then credentials, then the thing it names, then the role. Only then is a body read. */
export async function authorize(
  port: AccessPort,
  route: Pick<Route, "access" | "url">,
  request: FastifyRequest,
  params: PathParams,
): Promise<unknown> {
  if (route.access === "public") return undefined;
  const account = await authenticate(port, request);
  if (route.access === "any-account") return account;
  return enter(port, route.access, account, params);
}

async function authenticate(port: AccessPort, request: FastifyRequest): Promise<AccountScope> {
  const credentials = parseBasicCredentials(request.headers.authorization);
  const outcome = await port.authenticate(credentials, request.ip);
  if (outcome.ok)
    return { principal: outcome.value, origin: { requestId: request.id, clientAddress: request.ip } };
  if (outcome.failure.code === "too_many_failures") {
    throw new HttpFailure(
      429,
      "too_many_failures",
      "Too many failed sign-ins from this address; wait and try again.",
      {
        headers: { "retry-after": String(outcome.failure.retryAfterS) },
      },
    );
  }
  throw new HttpFailure(
    401,
    "unauthenticated",
    "Valid credentials are required: send a service account's username and secret as HTTP Basic authentication.",
    { headers: { "www-authenticate": 'Basic realm="tributary", charset="UTF-8"' } },
  );
}

async function enter(
  port: AccessPort,
  permission: Permission,
  account: AccountScope,
  params: PathParams,
): Promise<AccountScope> {
  const rule = PERMISSIONS[permission];
  if (rule.on === "server") {
    if (account.principal.kind !== "operator") throw roleTooLow(permission, "the operator of this server");
    return account;
  }
  if (rule.on === "organization") {
    const entry = await port.enterOrganization(account, Number(params.organizationId));
    if (!entry.ok) throw refusedEntry(entry.failure, "organization");
    if (!organizationRoleReaches(entry.value.role, rule.least))
      throw roleTooLow(permission, `organization ${rule.least}`);
    return entry.value;
  }
  const byWorkspace = params.workspaceId !== undefined;
  const entry = byWorkspace
    ? await port.enterWorkspace(account, Number(params.workspaceId))
    : await port.enterProject(account, Number(params.projectId));
  if (!entry.ok) throw refusedEntry(entry.failure, byWorkspace ? "workspace" : "project");
  if (!projectRoleReaches(entry.value.role, rule.least))
    throw roleTooLow(permission, `project ${rule.least}`);
  return entry.value;
}

const roleTooLow = (permission: Permission, needed: string): HttpFailure =>
  new HttpFailure(
    403,
    "role_too_low",
    `This needs the permission '${permission}', which takes the role: ${needed}.`,
  );

function refusedEntry(failure: EntryFailure, thing: string): HttpFailure {
  if (failure.code === "no_access") {
    return new HttpFailure(
      403,
      "no_access",
      `This ${thing} does not exist or these credentials have no role in it.`,
    );
  }
  const where = failure.baseUrl === undefined ? "" : ` Use ${failure.baseUrl} instead.`;
  return new HttpFailure(
    403,
    "other_region",
    `This ${thing}'s data resides in the region '${failure.region}', which this server does not serve.${where}`,
  );
}
