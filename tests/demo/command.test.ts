import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";

const MAIN = join(import.meta.dirname, "..", "..", "demo", "main.ts");

let parent: string;
const children: ChildProcess[] = [];
beforeAll(async () => {
  parent = await mkdtemp(join(tmpdir(), "tributary-demo-"));
});
afterAll(async () => {
  for (const child of children) if (child.exitCode === null) child.kill("SIGTERM");
  await Promise.all(
    children.map((child) => child.exitCode ?? new Promise((end) => child.once("close", end))),
  );
  await rm(parent, { recursive: true, force: true });
});

/** The demo in a process of its own, in the small size. */
function runDemo(folder: string, ...words: string[]) {
  const child = spawn(
    process.execPath,
    [MAIN, "--data-dir", join(parent, folder), "--port", "0", "--size", "small", "--still", ...words],
    { stdio: ["ignore", "pipe", "pipe"], env: { PATH: process.env.PATH, HOME: process.env.HOME } },
  );
  children.push(child);
  let text = "";
  const ended = new Promise<number | null>((resolve) => child.on("close", resolve));
  const said = (words: RegExp) =>
    new Promise<string>((resolve, reject) => {
      const look = () => {
        const found = words.exec(text);
        if (found) resolve(found[1] ?? found[0]);
      };
      child.stdout.on("data", look);
      void ended.then(() => reject(new Error(`ended without ${words}:\n${text}`)));
      look();
    });
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (text += chunk));
  return { child, ended, said, text: () => text };
}

const eventsOf = async (url: string, output: string) => {
  const account = /Service account +(\S+)/.exec(output)?.[1] ?? "";
  const response = await fetch(`${url}/api/app/projects/1/usage`, {
    headers: { authorization: `Basic ${Buffer.from(account).toString("base64")}` },
  });
  return ((await response.json()) as { results: { events: number } }).results.events;
};

let events: number;

test("stopped while it is filled it ends in order, and says so", async () => {
  const cut = runDemo("shop");
  await cut.said(/Declaring/);
  cut.child.kill("SIGINT");
  expect(await cut.ended).toBe(0);
  expect(cut.text()).toContain("the next start begins anew");
});

test("the next start begins anew and fills it; its owner signs in; a second one beside it is refused", async () => {
  const first = runDemo("shop");
  const url = await first.said(/ready on (http:\S+)/);
  expect(first.text()).toContain("stopped while it was filled");
  events = await eventsOf(url, first.text());
  expect(events).toBeGreaterThan(4000);
  const email = /Sign in +(\S+)/.exec(first.text())?.[1];
  const password = /Password +(\S+)/.exec(first.text())?.[1];
  const signedIn = await fetch(`${url}/api/auth/sign-in/email`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: url, "x-tributary-ui": "1" },
    body: JSON.stringify({ email, password }),
  });
  expect(signedIn.status).toBe(200);
  const beside = runDemo("shop");
  expect(await beside.ended).toBe(1);
  expect(beside.text()).toContain(`is running already: ${url}`);
  first.child.kill("SIGINT");
  expect(await first.ended).toBe(0);
});

test("once full it starts without filling, with the same data", async () => {
  const second = runDemo("shop");
  const again = await second.said(/ready on (http:\S+)/);
  expect(second.text()).not.toContain("Declaring");
  expect(await eventsOf(again, second.text())).toBe(events);
  second.child.kill("SIGTERM");
  expect(await second.ended).toBe(0);
});

test("a folder that is not a demo's is left alone, also by a reset", async () => {
  const file = join(parent, "letter.txt");
  await writeFile(file, "dear");
  const refused = runDemo(".", "--reset");
  expect(await refused.ended).toBe(1);
  expect(refused.text()).toContain("not a demo");
  expect(await readFile(file, "utf8")).toBe("dear");
});

test("words it does not understand end it with a sentence", async () => {
  const size = runDemo("never", "--size", "huge");
  expect(await size.ended).toBe(2);
  expect(size.text()).toContain("--size must be small or full");
  const port = runDemo("never", "--port", "many");
  expect(await port.ended).toBe(2);
  expect(port.text()).toContain("--port must be");
});
