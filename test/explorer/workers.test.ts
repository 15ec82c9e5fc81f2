/** The explorer of a server whose threads answer. `npm run build` comes first. */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launch, skipReason, WatchedPage } from "./chromium.ts";

type Door = typeof import("../../src/serve.ts");

/** Built from sources, without types of its own. */
const door: string = new URL("../../dist/serve.js", import.meta.url).href;
const { serve } = (await import(/* @vite-ignore */ door)) as Door;

const why = skipReason();
let browser: Browser | undefined;
beforeAll(async () => {
  if (why === undefined) browser = await launch();
});
afterAll(() => browser?.close());

test.skipIf(why !== undefined)(
  "two threads that share a world show what one shows",
  async () => {
    const options = { requireKey: false };
    const [alone, shared] = await Promise.all([
      serve("data-samples/us-states", options),
      serve("data-samples/us-states", { ...options, workers: 2 }),
    ]);
    const shownBy = async (url: string): Promise<readonly string[]> => {
      const watched = await WatchedPage.open(browser as Browser, url);
      const { page } = watched;
      const main = page.getByRole("main");
      await page.getByText("4,008").waitFor();
      const box = main.getByRole("combobox");
      await box.fill("califor");
      await page
        .getByRole("option", { name: /California/ })
        .first()
        .waitFor();
      await box.press("Enter");
      await page.getByRole("heading", { name: "California" }).first().waitFor();
      await page.getByRole("link", { name: "BaseGeos" }).first().waitFor();
      const texts = [];
      for (const [hash, sight] of [
        ["#/map?place=country%2FUSA&type=State&variable=Count_Person", "25 of 51 rows"],
        ["#/timeline?place=geoId%2F06&variable=Count_Person", "40M"],
        ["#/query?form=sparql&text=SELECT+%3Fs+WHERE+%7B+%3Fs+typeOf+Continent+%7D", "africa"],
        ["#/query?form=relation&nodes=geoId%2F6&property=-%3Ename", "There is instead"],
        ["#/check", "files, "],
      ] as const) {
        await page.goto(`${url}${hash}`);
        await main.getByText(sight).first().waitFor();
        await page.getByRole("status").first().waitFor({ state: "detached" });
        // Lists of choices come after the picture.
        if (hash.startsWith("#/map"))
          await main.getByText("County (19)").first().waitFor({ state: "attached" });
        let text = await main.textContent();
        for (let before: string | null = ""; before !== text; text = await main.textContent()) {
          before = text;
          await page.waitForTimeout(500);
        }
        texts.push((text ?? "").replace(/[\d.]+ ms/g, "ms").replaceAll(url, "/"));
      }
      expect(watched.faults).toEqual([]);
      await watched.close();
      return texts;
    };
    expect(await shownBy(shared.url)).toEqual(await shownBy(alone.url));
    await Promise.all([alone.close(), shared.close()]);
  },
  150_000,
);
