import { ask, askApp, ownPage, type Target } from "./api.ts";

export const ADMIN = {
  ...{ name: "Mara Lindqvist", email: "mara@harbourandpine.example", role: "admin", project: "admin" },
} as const;
export const ANALYST = {
  ...{ name: "Jon Okafor", email: "jon@harbourandpine.example", role: "member", project: "analyst" },
} as const;

/** Who works at the shop, besides the owner whom the first start makes. The last one has not opened the invitation yet. */
export const STAFF = [
  ADMIN,
  ANALYST,
  { name: "Priya Raman", email: "priya@harbourandpine.example", role: "member", project: "consumer" },
  { name: "Theo Brandt", email: "theo@harbourandpine.example", role: "member", project: null },
] as const;

/** Names, people, a service account, the key of companies, and a second project that nothing has been sent to. */
export async function fillOrganization(target: Target, password: string): Promise<void> {
  const project = await askApp<{ organization_id: number }>(target, "GET", "projects/1");
  const organization = `organizations/${project.organization_id}`;
  await askApp(target, "PATCH", organization, { name: "Harbour & Pine" });
  await askApp(target, "PATCH", "projects/1", { name: "Web shop" });
  await askApp(target, "POST", `${organization}/projects`, { name: "Staging" });
  for (const person of STAFF) await invite(target, organization, person, password);
  await askApp(target, "POST", `${organization}/service-accounts`, {
    ...{ username: "nightly-loader", role: "member", projects: [{ id: 1, role: "admin" }] },
  });
  await askApp(target, "POST", "projects/1/group-keys", {
    ...{ property_name: "company_id", display_name: "Company" },
  });
}

/** Invites somebody, and accepts for those who are to sign in. */
async function invite(
  target: Target,
  organization: string,
  { name, email, role, project }: (typeof STAFF)[number],
  password: string,
): Promise<void> {
  const projects = project === null ? [] : [{ id: 1, role: project }];
  const { token } = await askApp<{ token: string }>(target, "POST", `${organization}/users`, {
    ...{ name, email, role, projects },
  });
  if (project === null) return;
  await ask(target, "POST", "invitations/accept", {
    body: { token, name, password },
    headers: ownPage(target.url),
  });
}
