/** Recorded worlds against the corpus: our own `fetch` over its worlds is the live service. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { open } from "../../../src/index.ts";
import { type ReplayDifference, record } from "../../../src/testing.ts";
import { encodeQuery } from "../../contract/echo.ts";
import { describeWithReference, referenceRoot } from "../reference-data.ts";

interface Case {
  readonly id: string;
  readonly world: string;
  readonly endpoint: string;
  readonly method: string;
  readonly path: string;
  readonly request: Readonly<Record<string, unknown>>;
}

describeWithReference("a recorded world", () => {
  const cases = () =>
    readFileSync(join(referenceRoot, "corpus/cases/visible.jsonl"), "utf8")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as Case);

  test("answers the corpus as the world that it was recorded from, or says why not", async () => {
    const all = cases();
    const worlds = new Set(all.map(({ world }) => world));
    const differences: ReplayDifference[] = [];
    let calls = 0;
    for (const world of worlds) {
      const own = all.filter((one) => one.world === world);
      const live = await open(join(referenceRoot, "corpus/worlds", world));
      const recorder = record(live.fetch);
      for (const { method, path, request } of own) {
        const headers = { "x-api-key": "secret" };
        await (method === "GET"
          ? recorder.fetch(`${path}?${encodeQuery(request)}&key=secret`)
          : recorder.fetch(path, { method, headers, body: JSON.stringify(request) }));
      }
      const replay = await recorder.replay();
      calls += replay.calls;
      differences.push(...replay.differences);
    }
    expect(calls).toBeGreaterThan(150);
    expect(calls - differences.length).toBeGreaterThanOrEqual(105);
    const unexplained = differences.filter(({ reason }) => reason === "it is not known why");
    expect(unexplained).toEqual([]);
  });
});
