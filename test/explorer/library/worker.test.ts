/** The worker of docs/browser.md, as it stands there, in a real browser. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { launch, skipReason } from "../chromium.ts";
import { Site } from "./site.ts";

const recipe = readFileSync("docs/browser.md", "utf8").split("## In a worker")[1] ?? "";
const [worker = "", page = ""] = [...recipe.matchAll(/```ts\n(.*?)```/gs)].map(([, code]) => code);

const why = skipReason();

describe.skipIf(why !== undefined)(
  `the library in a worker${why === undefined ? "" : ` (${why})`}`,
  () => {
    let browser: Browser;
    let folder: string;
    beforeAll(async () => {
      browser = await launch();
      folder = mkdtempSync(join(tmpdir(), "worker-"));
    });
    afterAll(async () => {
      await browser?.close();
      rmSync(folder, { recursive: true });
    });

    test("loads files that it is sent, and answers the page", async () => {
      writeFileSync(join(folder, "worker.ts"), worker);
      const input = 'const input = { files: [new File([window["text"]], "town.mcf")] };';
      const told =
        'const told = []; window["told"] = told; const show = (data) => told.push(data);';
      writeFileSync(join(folder, "page.ts"), `window["start"] = () => {${input}${told}${page}};`);
      const site = await Site.of({
        page: join(folder, "page.ts"),
        worker: join(folder, "worker.ts"),
      });
      const watched = await site.open(browser);
      const answers = await watched.page.evaluate(async (text) => {
        const scope = window as unknown as { text: string; told: unknown[]; start(): void };
        scope.text = text;
        scope.start();
        while (scope.told.length < 2) await new Promise((soon) => setTimeout(soon, 20));
        return scope.told;
      }, 'Node: dcid:geoId/06\ntypeOf: dcs:State\nname: "California"\n');
      const body = expect.stringContaining('"value":"California"') as unknown;
      expect(answers).toEqual([
        { nodes: expect.any(Number) as unknown },
        { id: 1, status: 200, body },
      ]);
      expect(watched.faults).toEqual([]);
      await watched.close();
      await site.close();
    });
  },
);
