/** What each screen of the explorer has to be: usable by everybody, and on a telephone. `npm run build` comes first. */
import axe from "axe-core";
import { describe, expect, test } from "vitest";
import { skipReason } from "./chromium.ts";
import { type ScreenName, screens, showScreen, showsScreens } from "./shown-screens.ts";

const why = skipReason();

describe.skipIf(why !== undefined)(`every screen${why === undefined ? "" : ` (${why})`}`, () => {
  showsScreens();

  describe.each(Object.keys(screens) as ScreenName[])("%s", (name) => {
    test.each(["light", "dark"] as const)(
      "has no serious findings of axe in %s",
      async (scheme) => {
        const page = await showScreen(name, { colorScheme: scheme });
        await page.waitForLoadState("networkidle");
        // The policy of the page lets no script in; the debugger may.
        await page.evaluate(axe.source);
        const { violations } = await page.evaluate(() =>
          (globalThis as unknown as { axe: typeof axe }).axe.run(),
        );
        const serious = violations
          .filter(({ impact }) => impact === "serious" || impact === "critical")
          .map(({ id, nodes }) => [id, nodes.slice(0, 3).map(({ html }) => html.slice(0, 160))]);
        expect(serious).toEqual([]);
      },
    );

    test("fits into 360 pixels", async () => {
      const page = await showScreen(name, { width: 360 });
      await page.waitForLoadState("networkidle");
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
      // Rows are cards there: no cell is cut.
      const tables = page.locator(".table-scroll");
      const cut = (all: Element[]) => all.filter((one) => one.scrollWidth > one.clientWidth).length;
      expect(await tables.evaluateAll(cut)).toBe(0);
    });
  });
});
