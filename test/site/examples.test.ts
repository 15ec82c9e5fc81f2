/** Examples of the documents run in a page of the site, and print what the documents say. */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { documents, examplesIn } from "../../site/documents.mjs";
import { launch, skipReason, WatchedPage } from "../explorer/chromium.ts";
import { ServedSite } from "./built-site.ts";

const why = skipReason();

const runnable = documents
  .map((one) => ({ page: one.page, examples: examplesIn(one).filter(({ runs }) => runs) }))
  .filter(({ examples }) => examples.length > 0);

describe.skipIf(why !== undefined)(`examples${why === undefined ? "" : ` (${why})`}`, () => {
  let browser: Browser;
  let site: ServedSite;

  beforeAll(async () => {
    [browser, site] = await Promise.all([launch(), ServedSite.start()]);
  });

  afterAll(async () => {
    await browser.close();
    await site.close();
  });

  test("are many", () => {
    expect(runnable.flatMap(({ examples }) => examples).length).toBeGreaterThan(20);
  });

  test.each(runnable)("of $page run in the page and print what stands there", async (row) => {
    const { page, faults } = await openPage(row.page);
    const buttons = page.getByRole("button", { name: "Run", exact: true });
    expect(await buttons.count()).toBe(row.examples.length);
    for (const [at, { printed }] of row.examples.entries()) {
      const example = page.locator(".example").nth(at);
      await buttons.nth(at).click();
      await example.getByText(/^Ran here|^It failed/).waitFor();
      expect(`${await example.locator("pre.printed").textContent()}\n`).toBe(printed);
    }
    expect(faults).toEqual([]);
  });

  async function openPage(path: string): Promise<WatchedPage> {
    return await WatchedPage.open(browser, site.url + path);
  }
});
