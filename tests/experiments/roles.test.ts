import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../support/test-server.ts";
import { EXPERIMENTS } from "./support.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

describe("roles", () => {
  async function account(role: string): Promise<string> {
    const made = await server.call("POST", "organizations/1/service-accounts", {
      body: { username: `${role} ${Math.random()}`, role: "member", projects: [{ id: 1, role }] },
    });
    return `${made.body.results.username}:${made.body.results.token}`;
  }
  const create = async (as: string, body: object = {}) =>
    server.call("POST", EXPERIMENTS, { as, body: { name: "Rights", ...body } });

  test("consumers read, analysts change, the creator and admins archive, delete and share", async () => {
    const [consumer, analyst, other, admin] = [
      await account("consumer"),
      await account("analyst"),
      await account("analyst"),
      await account("admin"),
    ];
    expect((await create(consumer)).status).toBe(403);
    const { id } = (await create(analyst)).body.results;
    const path = `${EXPERIMENTS}/${id}`;
    const seenBy = async (as: string) => (await server.call("GET", path, { as })).body.results;
    const rights = {
      can_view: true,
      is_superadmin: false,
      allow_staff_override: false,
      is_shared_with_project: true,
    };
    const all = { can_update_basic: true, can_update_restricted: true };
    const own = { can_update_visibility: true, can_share: true };
    const none = { can_update_visibility: false, can_share: false };
    expect(await seenBy(analyst)).toMatchObject({ ...rights, ...all, ...own });
    expect(await seenBy(other)).toMatchObject({ ...rights, ...all, ...none });
    expect(await seenBy(admin)).toMatchObject({ ...rights, ...all, ...own });
    expect(await seenBy(consumer)).toMatchObject({
      ...rights,
      ...none,
      can_update_basic: false,
      can_update_restricted: false,
    });
    expect((await server.call("PATCH", path, { as: other, body: { name: "Theirs" } })).status).toBe(200);
    for (const [method, action, body] of [
      ["POST", "/archive", undefined],
      ["DELETE", "", undefined],
      ["PATCH", "", { global_access_type: "off" }],
    ] as const) {
      const refused = await server.call(method, `${path}${action}`, { as: other, ...(body ? { body } : {}) });
      expect(refused).toMatchObject({ status: 403, body: { type: "not_yours" } });
    }
    expect((await server.call("DELETE", path, { as: admin })).status).toBe(200);
  });

  test("a private experiment is there for its creator and admins alone", async () => {
    const [analyst, other, admin] = [
      await account("analyst"),
      await account("analyst"),
      await account("admin"),
    ];
    const { id } = (await create(analyst, { global_access_type: "off" })).body.results;
    const sees = async (as: string) => {
      const list = (await server.call("GET", EXPERIMENTS, { as })).body.results as { id: string }[];
      return [
        (await server.call("GET", `${EXPERIMENTS}/${id}`, { as })).status,
        list.some((one) => one.id === id),
      ];
    };
    expect(await sees(analyst)).toEqual([200, true]);
    expect(await sees(admin)).toEqual([200, true]);
    expect(await sees(other)).toEqual([404, false]);
    const decide = await server.call("PATCH", `${EXPERIMENTS}/${id}/decide`, {
      as: other,
      body: { success: true },
    });
    expect(decide.status).toBe(404);
  });
});
