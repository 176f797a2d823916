import { ask, askApp, type Target } from "./api.ts";

/** Who works at the shop, besides the owner whom the first start makes. */
export const STAFF = [
  { name: "Mara Lindqvist", email: "mara@harbourandpine.example", role: "admin", project: "admin" },
  { name: "Jon Okafor", email: "jon@harbourandpine.example", role: "member", project: "analyst" },
  { name: "Priya Raman", email: "priya@harbourandpine.example", role: "member", project: "consumer" },
] as const;

/** Names, people, a service account, the key of companies, and a second project that nothing has been sent to. */
export async function fillOrganization(target: Target): Promise<void> {
  const project = await askApp<{ organization_id: number }>(target, "GET", "projects/1");
  const organization = `organizations/${project.organization_id}`;
  await askApp(target, "PATCH", organization, { name: "Harbour & Pine" });
  await askApp(target, "PATCH", "projects/1", { name: "Web shop" });
  await askApp(target, "POST", `${organization}/projects`, { name: "Staging" });
  for (const { name, email, role, project: inProject } of STAFF) {
    await askApp(target, "POST", `${organization}/users`, {
      ...{ name, email, role, projects: [{ id: 1, role: inProject }] },
    });
  }
  await ask(target, "POST", `${organization}/service-accounts`, {
    body: { username: "nightly-loader", role: "member", projects: [{ id: 1, role: "admin" }] },
  });
  await askApp(target, "POST", "projects/1/group-keys", {
    ...{ property_name: "company_id", display_name: "Company" },
  });
}
