/** The screens of the explorer over the sample, each in a page of one browser. */
import { readFileSync } from "node:fs";
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect } from "vitest";
import { type Serving, serve } from "../../src/serve.ts";
import { launch, type PageOptions, WatchedPage } from "./chromium.ts";

export const source = "data-samples/us-states";

/** Addresses that restore a screen, and a heading or picture that is there when it is. */
export const screens = {
  home: ["#/", "What is loaded"],
  node: ["#/node?dcid=geoId%2F06", "California"],
  timeline: ["#/timeline?place=geoId%2F06&place=geoId%2F48&variable=Count_Person", "Values"],
  map: ["#/map?place=country%2FUSA&type=State&variable=Count_Person", "Values"],
  scatter: [
    "#/map?place=country%2FUSA&type=State&variable=Median_Age_Person&other=UnemploymentRate_Person",
    "Values",
  ],
  query: ["#/query?form=sparql&text=SELECT+%3Fs+WHERE+%7B+%3Fs+typeOf+Continent+%7D", "Answer"],
  counties: ["#/map?place=country%2FUSA&type=County&variable=Count_Person", "Values"],
  check: ["#/check", "Sources"],
  answer: ["#/ask?q=population+of+texas+and+florida", "Values"],
  ranking: ["#/ask?q=highest+median+age+of+states+since+2010", "Values"],
  nothing: ["#/ask?q=teacher+salaries+in+california", "Answer to"],
} as const;

export type ScreenName = keyof typeof screens;

let browser: Browser;
let server: Serving;
const opened: WatchedPage[] = [];

/** The server that the pages are of. */
export const shown = (): Serving => server;

export async function show(hash: string, options?: PageOptions): Promise<Page> {
  const watched = await WatchedPage.open(browser, `${server.url}${hash}`, options);
  opened.push(watched);
  return watched.page;
}

export async function showScreen(name: ScreenName, options?: PageOptions): Promise<Page> {
  const [hash, heading] = screens[name];
  const page = await show(hash, options);
  await page.getByRole("heading", { name: heading, exact: false }).first().waitFor();
  await page.getByRole("status").first().waitFor({ state: "detached" });
  return page;
}

/** To be called in a suite: a server and a browser for all its tests; each closes its pages. */
export function showsScreens(): void {
  beforeAll(async () => {
    browser = await launch();
    server = await serve(source, { requireKey: false });
  });

  afterAll(async () => {
    await browser?.close();
    await server?.close();
  });

  afterEach(async () => {
    const faults = opened.flatMap((watched) => watched.faults);
    await Promise.all(opened.splice(0).map((watched) => watched.close()));
    expect(faults).toEqual([]);
  });
}

/** The lines of the file that a button saves. */
export async function saved(page: Page, name: string | RegExp): Promise<string[]> {
  const button = page.getByRole("button", { name, exact: true });
  const download = page.waitForEvent("download");
  await button.click();
  return readFileSync(await (await download).path(), "utf8")
    .trim()
    .split("\n");
}

type Role = "heading" | "img" | "table" | "link" | "cell" | "button";

export async function seen(page: Page, role: Role, name: string | RegExp): Promise<void> {
  const found = page.getByRole(role, { name }).first();
  await expect.poll(() => found.isVisible()).toBe(true);
}
