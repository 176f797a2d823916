import { afterAll, beforeAll, expect, test } from "vitest";
import { findStored, sendUpdates, tokenOf, waitUntilApplied } from "../support/profiles.ts";
import { startTestServer, type TestServer } from "../support/test-server.ts";

let server: TestServer;
let $token: string;
beforeAll(async () => {
  server = await startTestServer();
  $token = await tokenOf(server);
});
afterAll(() => server.close());

test("operators of records apply in their order and can be read once the request is answered and applied", async () => {
  const answer = await sendUpdates(server, [
    { $token, $distinct_id: "ana", $set: { plan: "pro", n: 1 }, $time: 1_700_000_000 },
    { $token, $distinct_id: "ana", $add: { n: 2 }, $append: { list: "a" } },
    { $token, $distinct_id: 12345678901234567890n.toString(), $set: { a: 1 } },
  ]);
  expect(answer).toMatchObject({
    status: 200,
    body: { code: 200, status: "OK", error: null, num_records_imported: 3, num_good_events: 3 },
  });
  await waitUntilApplied(server);
  expect(await findStored(server, "ana")).toMatchObject({ plan: "pro", n: 3, list: ["a"] });
});
