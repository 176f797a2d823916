import axe from "axe-core";
import type { Page } from "playwright-core";

/** The light one last: it is what the page goes on with. */
const THEMES = ["dark", "light"] as const;

/**
 * What axe-core finds serious or critical on the page as it stands, in both themes, in words. Expect it to be empty:
 * `expect(await findAccessibilityFaults(page)).toEqual([])`.
 */
export async function findAccessibilityFaults(page: Page): Promise<string[]> {
  // Through the debugger: the page's own policy lets no other script in.
  await page.evaluate(axe.source);
  // Colours on their way from one theme to the other are nobody's.
  await page.emulateMedia({ reducedMotion: "reduce" });
  const faults: string[] = [];
  for (const theme of THEMES) {
    await page.evaluate(`(async () => {
      document.documentElement.dataset.theme = "${theme}";
      await new Promise(requestAnimationFrame);
      const moving = document.getAnimations().filter(({ effect }) => effect.getTiming().iterations < 10);
      await Promise.allSettled(moving.map(({ finished }) => finished));
    })()`);
    faults.push(...(await runAxe(page)).map((fault) => `${theme}: ${fault}`));
  }
  await page.emulateMedia({ reducedMotion: null });
  return faults;
}

async function runAxe(page: Page): Promise<string[]> {
  const { violations } = await page.evaluate<axe.AxeResults>(
    'axe.run(document, { resultTypes: ["violations"] })',
  );
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary ?? ""}`),
    );
}

/** By how many pixels the page as a whole scrolls sideways. It must not, down to 320 pixels. */
export async function sidewaysScroll(page: Page): Promise<number> {
  // A chart follows a new width a few frames later.
  for (let tries = 0; ; tries += 1) {
    const pixels = await page.evaluate<number>("document.documentElement.scrollWidth - innerWidth");
    if (pixels === 0 || tries >= FRAMES_MAX) return pixels;
    await page.waitForTimeout(50);
  }
}
const FRAMES_MAX = 200;
