import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { picturesOf } from "../../../../bench/report/pictures.ts";
import { printAll } from "../../../../bench/report/report.ts";
import { readResults } from "../../../../bench/report/results.ts";
import { projectRoot, read } from "../../../tidy/source-tree.ts";

const results = readResults(join(projectRoot, "bench/results.json"));
const pictures = Object.values(results).flatMap((one) => [...picturesOf(one)]);

describe("pictures of results", () => {
  test("have a bar for each engine that was asked, as long as its time on a scale of powers of ten", () => {
    const svg = picturesOf(results.S!).get("graph-S.svg")!;
    const [, about = ""] = svg.split(">name of a node<");
    const [bars = ""] = about.split('class="about"');
    const widths = [...bars.matchAll(/<rect class="(\w+)" .*? width="(\d+)"/g)];
    const times = results.S!.entries.flatMap(({ figures }) => figures["q1.p50"] ?? []);
    expect(widths).toHaveLength(times.length);
    expect(widths[0]?.[1]).toBe("ours");
    const lengths = widths.map(([, , width]) => Number(width));
    const [most, least] = [Math.log10(Math.max(...times)), Math.log10(Math.min(...times))];
    const perStep = (lengths.at(-1)! - lengths[0]!) / (most - least);
    for (const [at, ms] of times.sort((a, b) => a - b).entries())
      expect(
        Math.abs(lengths[at]! - lengths[0]! - perStep * (Math.log10(ms) - least)),
      ).toBeLessThan(2);
    expect(svg).toContain(results.S!.machine.cpu);
  });

  test("of a scale without other engines there are none", () => {
    expect(picturesOf(results.L!).size).toBe(0);
    expect(picturesOf(results.S!).size).toBe(4);
  });
});

// UPDATE_DOCUMENTS=1 writes them.
test("RESULTS.md and its pictures are those that results.json makes", () => {
  const made = [["RESULTS.md", printAll(results)] as const].concat(
    pictures.map(([name, picture]) => [`pictures/${name}`, picture] as const as never),
  );
  if (process.env["UPDATE_DOCUMENTS"] !== undefined) {
    mkdirSync(join(projectRoot, "bench/pictures"), { recursive: true });
    for (const [path, text] of made) writeFileSync(join(projectRoot, "bench", path), text);
  }
  for (const [path, text] of made) expect(read(`bench/${path}`)).toBe(text);
});
