/** What a page of the site has to be: quick, usable by everybody, and on a telephone, with nothing from elsewhere. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import axe from "axe-core";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { launch, skipReason, WatchedPage } from "../explorer/chromium.ts";
import { folder, ServedSite } from "./built-site.ts";

const pages = [
  "index.html",
  "docs/your-csv.html",
  "docs/testing.html",
  "docs/agents.html",
  "docs/tables.html",
  "docs/sparql.html",
  "docs/behaviour/observation.html",
  "bench/RESULTS.html",
  "CHANGELOG.html",
];

const looks = [
  { width: 1280, colorScheme: "light" },
  { width: 1280, colorScheme: "dark" },
  { width: 390, colorScheme: "light" },
  { width: 390, colorScheme: "dark" },
] as const;

/** Milliseconds, on a machine that does nothing else. Tests share theirs. */
const firstPaintMax = 1000 * 3;
const firstAnswerMax = 2000 * 3;

const why = skipReason();

describe.skipIf(why !== undefined)(`the site${why === undefined ? "" : ` (${why})`}`, () => {
  let browser: Browser;
  let site: ServedSite;

  beforeAll(async () => {
    [browser, site] = await Promise.all([launch(), ServedSite.start()]);
  });

  afterAll(async () => {
    await browser.close();
    await site.close();
  });

  test.each(pages)("%s has no findings of axe, and fits, in every look", async (path) => {
    const { page, faults } = await open(path);
    // The policy of the page lets no script in; the debugger may.
    await page.evaluate(axe.source);
    for (const { width, colorScheme } of looks) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme });
      await page.locator(colorScheme === "dark" ? "html.dark" : "html:not(.dark)").waitFor();
      const { violations } = await page.evaluate(() =>
        (globalThis as unknown as { axe: typeof axe }).axe.run({ resultTypes: ["violations"] }),
      );
      const found = violations.map(({ id, nodes }) => [
        id,
        nodes.length,
        nodes.slice(0, 3).map(({ html }) => html.slice(0, 160)),
      ]);
      expect([width, colorScheme, found]).toEqual([width, colorScheme, []]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    }
    expect(faults).toEqual([]);
    await page.context().close();
  });

  test("has a policy in every page that lets it load nothing from elsewhere", async () => {
    for (const path of [...pages, "404.html", "explorer/index.html", "reference/index.html"]) {
      const html = readFileSync(join(folder, path), "utf8");
      const [, policy] = /http-equiv="Content-Security-Policy" content="([^"]+)"/.exec(html) ?? [];
      expect(policy).toContain("default-src 'self'");
      expect(policy).not.toMatch(/https?:|\*/);
      expect(html.indexOf("Content-Security-Policy")).toBeLessThan(html.search(/<script|<link/));
    }
    const { page } = await open("index.html");
    const refused = await page.evaluate(() =>
      fetch("http://localhost:1/", { mode: "no-cors" }).then(String, ({ message }) => message),
    );
    expect(refused).toBe("Failed to fetch");
  });

  test("paints a page soon, and answers the first example soon after a click", async () => {
    const { page } = await open("docs/tables.html");
    // The page may be at hand before its first frame.
    const painted = await page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          new PerformanceObserver((list) => {
            const [paint] = list.getEntriesByName("first-contentful-paint");
            if (paint !== undefined) resolve(paint.startTime);
          }).observe({ type: "paint", buffered: true });
        }),
    );
    const button = page.getByRole("button", { name: "Run", exact: true }).first();
    const from = performance.now();
    await button.click();
    await page.getByText(/^Ran here/).waitFor();
    const answered = performance.now() - from;
    process.stderr.write(`first paint ${painted} ms, first example ${Math.round(answered)} ms\n`);
    expect(painted).toBeLessThan(firstPaintMax);
    expect(answered).toBeLessThan(firstAnswerMax);
  });

  test("finds text of all documents, by an index of its own", async () => {
    const { page, faults } = await open("index.html");
    await page.getByRole("button", { name: "Search" }).first().click();
    await page.getByRole("searchbox").fill("Parquet");
    await page.locator("#localsearch-list a").first().waitFor();
    expect(faults).toEqual([]);
  });

  test("opens a SPARQL example in the explorer, which answers from the sample", async () => {
    const { page, faults } = await open("docs/sparql.html");
    await page.getByRole("link", { name: "Open the query in the explorer" }).first().click();
    await page.getByText("Massachusetts").first().waitFor();
    expect(page.url()).toContain("/explorer/index.html#/query?");
    expect(faults).toEqual([]);
  });

  test("says why an example has no sample, and what to do", async () => {
    const lost = "samples/data-samples-us-states.pocket";
    site.lost.add(lost);
    try {
      const { page } = await open("docs/tables.html");
      await page.getByRole("button", { name: "Run", exact: true }).first().click();
      await page.getByText("It failed:").waitFor();
      const text = await page.locator("pre.printed").first().textContent();
      expect(text).toContain(`${lost}: the server answered 404. Reload the page.`);
      const explorer = await open("explorer/index.html");
      const alert = explorer.page.getByRole("alert").first();
      expect(await alert.textContent()).toMatch(/us-states\.pocket.*404.*Reload the page/s);
    } finally {
      site.lost.delete(lost);
    }
  });

  test("says that the code of an example did not load", async () => {
    site.lost.add("run/worker.js");
    try {
      const { page } = await open("docs/tables.html");
      await page.getByRole("button", { name: "Run", exact: true }).first().click();
      await page.getByText("It failed:").waitFor();
      const text = await page.locator("pre.printed").first().textContent();
      expect(text).toMatch(/^The code of the example did not load\..*Reload the page\./);
    } finally {
      site.lost.delete("run/worker.js");
    }
  });

  async function open(path: string, options = {}): Promise<WatchedPage> {
    return await WatchedPage.open(browser, site.url + path, options);
  }
});
