/** Arrow of a table in a page: arquero reads it, and Observable Plot draws what arquero made of it. */
import { build } from "esbuild";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { open } from "../../../src/index.ts";
import { launch, skipReason } from "../../explorer/chromium.ts";
import { projectRoot } from "../../tidy/source-tree.ts";

const program = `
import { desc, fromArrow } from "arquero";
import * as Plot from "@observablehq/plot";
window.answered = async (bytes) => {
  const frame = fromArrow(Uint8Array.from(bytes));
  const largest = frame.orderby(desc("value")).slice(0, 10);
  const chart = Plot.plot({ marks: [Plot.barX(largest, { x: "value", y: "entity" })] });
  document.body.append(chart);
  return { rows: frame.objects({ limit: Infinity }), largest: largest.array("entity"), bars: chart.querySelectorAll("[aria-label=bar] rect").length };
};`;

interface Answered {
  readonly rows: readonly object[];
  readonly largest: readonly string[];
  readonly bars: number;
}

const why = skipReason();

describe.skipIf(why !== undefined)("a table as Arrow in a page", () => {
  let browser: Browser;

  beforeAll(async () => {
    browser = await launch();
  });

  afterAll(async () => await browser.close());

  test("is read by arquero, every cell, and drawn by Observable Plot", async () => {
    const commons = await open("data-samples/us-states");
    const table = await commons.table({
      entities: "country/USA<-containedInPlace+{typeOf:State}",
      variables: ["Count_Person"],
    });
    const stdin = { contents: program, resolveDir: projectRoot };
    const { outputFiles } = await build({ stdin, bundle: true, write: false, format: "iife" });
    const page = await browser.newPage();
    await page.addScriptTag({ content: outputFiles[0]!.text });
    const asked = `answered(${JSON.stringify([...(await table.arrow())])})`;
    const { rows, largest, bars } = (await page.evaluate(asked)) as Answered;
    expect(rows).toEqual(table.toJSON());
    const expected = table.sorted("value", "descending").head(10);
    expect(largest).toEqual(expected.toJSON().map(({ entity }) => entity));
    expect(bars).toBe(10);
  });
});
