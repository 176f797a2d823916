import { expect, test } from "vitest";
import { notWritten } from "../wire/words.ts";
import { type AnswerStyle, answerSdk } from "./answer.ts";
import { jsonpRoute } from "./jsonp-routes.ts";
import type { SdkOutcome } from "./outcome.ts";
import type { SdkParams } from "./params.ts";

const REFUSAL = { index: 1, field: "event", message: "'event' must not be missing or blank" };
const good: SdkOutcome = { kind: "taken", accepted: 2, refused: [] };
const mixed: SdkOutcome = { kind: "taken", accepted: 1, refused: [REFUSAL] };
const bad: SdkOutcome = { kind: "taken", accepted: 0, refused: [REFUSAL] };
const unread: SdkOutcome = { kind: "failed", status: 400, error: "no data" };
const style = (more: Partial<AnswerStyle> = {}): AnswerStyle => ({
  dialect: "events",
  redirectHosts: [],
  ...more,
});
const answer = (outcome: SdkOutcome, params: SdkParams = {}, more?: Partial<AnswerStyle>) => {
  const { status, body } = answerSdk(outcome, params, style(more));
  return [status, String(body)];
};

test("the plain answer is one character: 1 when any record was good", () => {
  expect(answer(good)).toEqual([200, "1"]);
  expect(answer(mixed)).toEqual([200, "1"]);
  expect(answer(bad)).toEqual([200, "0"]);
  expect(answer(unread)).toEqual([200, "0"]);
});

test("verbose gives the reason", () => {
  expect(answer(mixed, { verbose: "1" })).toEqual([200, '{"status":1,"error":null}']);
  expect(answer(bad, { verbose: "2" })).toEqual([200, `{"status":0,"error":"${REFUSAL.message}"}`]);
  expect(answer(good, { verbose: "0" })).toEqual([200, "1"]);
  const profiles = answer(good, { verbose: "1" }, { dialect: "profiles" });
  expect(profiles).toEqual([200, '{"status":1,"error":null,"num_good_events":2}']);
});

test("strict names each refused record", () => {
  expect(answer(good, { strict: "1" })).toEqual([200, '{"code":200,"num_records_imported":2,"status":"OK"}']);
  const [status, body] = answer(mixed, { strict: "1" }, { dialect: "profiles" });
  expect(status).toBe(400);
  expect(JSON.parse(String(body))).toEqual({
    code: 400,
    error: "some data points in the request failed validation",
    failed_records: [{ ...REFUSAL, insert_id: "", $insert_id: "" }],
    num_records_imported: 1,
    num_good_events: 1,
    status: "Bad Request",
  });
  expect(JSON.parse(String(answer(good, { strict: "1" }, { dialect: "profiles" })[1]))).toEqual({
    code: 200,
    error: null,
    num_records_imported: 2,
    num_good_events: 2,
    status: "OK",
  });
  expect(answer(unread, { strict: "1" })[0]).toBe(400);
});

test("what is only away for a moment keeps its status in every form, and says when to come again", () => {
  const away = notWritten({ code: "journal_busy", retryAfterMs: 1200 } as Parameters<typeof notWritten>[0]);
  for (const params of [{}, { verbose: "1" }, { strict: "1" }, { img: "1" }, { callback: "f" }]) {
    const told = answerSdk(away, params, style());
    expect(told).toMatchObject({ status: 503, headers: { "retry-after": "2" } });
    expect(told.contentType).not.toBe("image/gif");
  }
  expect(answer({ kind: "failed", status: 413, error: "too large" })).toEqual([413, "0"]);
});

test("a pixel is a GIF of one pixel", () => {
  const { body, contentType } = answerSdk(good, { img: "1" }, style());
  expect(contentType).toBe("image/gif");
  expect(Buffer.from(body).subarray(0, 10).toString("latin1")).toBe("GIF89a\u0001\0\u0001\0");
});

/** What a script element loads in the end. */
async function called(outcome: SdkOutcome, params: SdkParams): Promise<string> {
  const { status, headers } = answerSdk(outcome, params, style());
  expect(status).toBe(302);
  const address = new URL(headers?.location ?? "", "http://localhost");
  expect(address.pathname).toBe("/jsonp");
  const query = Object.fromEntries(address.searchParams);
  type Request = Parameters<ReturnType<typeof jsonpRoute>["handle"]>[1];
  const { body } = await jsonpRoute().handle(undefined, { query } as Request, undefined, undefined);
  return String(body);
}

test("a callback is called when it is a name, and is no way to write a script", async () => {
  expect(await called(good, { callback: "a.b[12].c" })).toBe("a.b[12].c(1);");
  expect(await called(good, { callback: "(function(){})" })).toBe("(function(){})(1);");
  expect(await called(good, { callback: "f", verbose: "1" })).toBe('f({"status":1,"error":null});');
  const script = { kind: "failed", status: 400, error: "</script>\u2028" } as const;
  expect(await called(script, { callback: "f", verbose: "1" })).toContain("\\u003c/script>\\u2028");
  const full = { kind: "failed", status: 503, error: "busy" } as const;
  expect(answer(full, { callback: "f" })).toEqual([503, "0"]);
  for (const callback of [
    "alert(1)//",
    "f;g",
    "a b",
    "a[b]",
    "",
    "a.",
    "[0]",
    "a\nb",
    "é",
    "f".repeat(300),
  ]) {
    expect(answer(good, { callback }), callback).toEqual([200, "1"]);
  }
});

test("a redirect leads only to hosts that were named", () => {
  const redirectHosts = ["shop.example", "shop.example:8443"];
  const to = (redirect: string) => answerSdk(good, { redirect }, style({ redirectHosts }));
  expect(to("https://shop.example/a?b=c")).toMatchObject({
    status: 302,
    headers: { location: "https://shop.example/a?b=c" },
  });
  expect(to("http://SHOP.example:8443/").status).toBe(302);
  for (const other of [
    "https://shop.example.evil/",
    "https://evil/?shop.example",
    "https://shop.example@evil/",
    "https://me:pw@shop.example/",
    "https://shop.example:99/",
    "javascript:alert(1)//shop.example",
    "//shop.example/",
    "/path",
    "",
  ]) {
    expect(to(other).status, other).toBe(200);
  }
  expect(answer(good, { redirect: "https://shop.example/" })).toEqual([200, "1"]);
  expect(to("https://shop.example/\r\nset-cookie: a=b").headers?.location).not.toMatch(/[\r\n]/);
});
