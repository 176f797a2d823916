import { afterAll, beforeAll, expect, test } from "vitest";
import { type ClientsServer, startClientsServer } from "../clients/support/clients-server.ts";
import { runNode } from "../clients/support/run-client.ts";
import { waitUntilLoaded } from "../support/events.ts";
import { FIRST_ACCOUNT } from "../support/test-config.ts";

let at: ClientsServer;
beforeAll(async () => {
  at = await startClientsServer();
}, 600_000);
afterAll(() => at.close());

test("the published bulk loader replaces a table", async () => {
  const created = await at.server.call("POST", "projects/1/lookup-tables", { body: { name: "Products" } });
  const { id } = created.body.results;
  for (const [compress, file, rows] of [
    [false, "sku,category\na,Shoes\nb,Hats\n", 2],
    [true, "sku,category\na,Grüße ✓\n", 1],
  ] as const) {
    await runNode("send-with-import.mjs", at.front, {
      credentials: {
        acct: FIRST_ACCOUNT.username,
        pass: FIRST_ACCOUNT.secret,
        project: "1",
        lookupTableId: id,
      },
      records: file,
      options: { recordType: "table", compress },
    });
    await waitUntilLoaded(at.server);
    const { body } = await at.server.call("GET", "projects/1/lookup-tables");
    expect(body.results).toMatchObject([{ id, rows, columns: [{ name: "sku" }, { name: "category" }] }]);
  }
});
