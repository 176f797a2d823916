import { mkdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { Page } from "playwright-core";
import { openBrowser } from "../support/browser.ts";
import { type Demo, startDemo } from "./demo.ts";
import { SHOTS, type Shot } from "./pages.ts";

const HELP = `Takes a picture of every page in both themes, with the demo's data.

  npm run screenshots -- [--out FOLDER] [--only NAME] [--width PIXELS] [--data-dir FOLDER] [--size small|full]

  --out     default: .tmp/screenshots
  --only    pages whose name begins so
  --width   default: 1280
  --data-dir, --size   as npm run demo has them; default: .tmp/screenshots-data, full
`;

const THEMES = ["light", "dark"] as const;
/** What comes by a stream or in small steps is still to be drawn when the network is quiet. */
const SETTLE_MS = 700;

function word(name: string): string | undefined {
  const at = process.argv.indexOf(`--${name}`);
  return at === -1 ? undefined : process.argv[at + 1];
}

async function signIn(page: Page, { url, owner }: Demo): Promise<void> {
  const answer = await page.context().request.post(`${url}/api/auth/sign-in/email`, {
    data: owner,
    headers: { origin: url, "x-tributary-ui": "1" },
  });
  if (!answer.ok()) throw new Error(`sign-in: ${answer.status()} ${await answer.text()}`);
}

async function take(page: Page, { url }: Demo, shot: Shot, folder: string): Promise<void> {
  for (const theme of THEMES) {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: "reduce" });
    await page.goto(url + shot.path);
    await settle(page);
    if (shot.follow !== undefined) {
      await page.goto(url + (await linkOn(page, shot.follow)));
      await settle(page);
    }
    await page.screenshot({ path: join(folder, `${shot.name}-${theme}.png`) });
  }
}

async function settle(page: Page): Promise<void> {
  // A page that listens to a stream never has a quiet network.
  await page.waitForLoadState("networkidle", { timeout: 5_000 }).catch(() => undefined);
  await page.waitForTimeout(SETTLE_MS);
}

async function linkOn(
  page: Page,
  { to, text = "", search = "" }: NonNullable<Shot["follow"]>,
): Promise<string> {
  const links = page.locator(`a[href^="${to}"]`, { hasText: new RegExp(text, "i") });
  for (const link of await links.all()) {
    const href = await link.getAttribute("href");
    if (href !== null && !href.endsWith("/new")) return href.split("?")[0] + search;
  }
  throw new Error(`no link to ${to} with '${text}' on ${page.url()}`);
}

async function run(): Promise<void> {
  const folder = resolve(word("out") ?? join(".tmp", "screenshots"));
  await mkdir(folder, { recursive: true });
  const demo = await startDemo(
    resolve(word("data-dir") ?? join(".tmp", "screenshots-data")),
    word("size") ?? "full",
  );
  const { context, close } = await openBrowser();
  try {
    const page = await context.newPage();
    await page.setViewportSize({ width: Number(word("width") ?? 1280), height: 800 });
    const shots = SHOTS.filter(({ name }) => name.startsWith(word("only") ?? ""));
    if ("sign-in".startsWith(word("only") ?? "sign-in"))
      await take(page, demo, { name: "sign-in", path: "/sign-in" }, folder);
    await signIn(page, demo);
    for (const shot of shots) {
      process.stdout.write(`${shot.name}\n`);
      await take(page, demo, shot, folder);
    }
    process.stdout.write(`${shots.length * THEMES.length} pictures in ${folder}\n`);
  } finally {
    await close();
    await demo.stop();
  }
}

if (process.argv.includes("--help")) process.stdout.write(HELP);
else await run();
