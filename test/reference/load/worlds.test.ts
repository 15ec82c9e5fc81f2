/** The recorded worlds: every one loads, and as many statements as its manifest counts. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { onDisk } from "../../../src/disk/disk-tree.ts";
import { load } from "../../../src/load/load.ts";
import { RecordingSink } from "../../unit/load/recording-sink.ts";
import { describeWithReference, hasReference, referenceRoot } from "../reference-data.ts";

interface WorldManifest {
  readonly graph: readonly { readonly file: string; readonly provenanceId: string }[];
  readonly triples: number;
  readonly observation_rows: number;
}

const root = join(referenceRoot, "corpus/worlds");

const manifestOf = (world: string): WorldManifest =>
  JSON.parse(readFileSync(join(root, world, "manifest.json"), "utf8")) as WorldManifest;

/**
 * One world writes observations as nodes and counts their triples, of which we make observations:
 * 10 of seven triples and 10 of five, that is (typeOf, variable, about, date, value) and the
 * optional method and period.
 */
const observationNodes: Readonly<Record<string, { nodes: number; triples: number }>> = {
  "sparql-01": { nodes: 20, triples: 10 * 7 + 10 * 5 },
};

describeWithReference("the recorded worlds", () => {
  const worlds = hasReference ? readdirSync(root) : [];

  test("there are some", () => {
    expect(worlds.length).toBe(30);
  });

  test.each(worlds)("%s loads as its manifest says", async (world) => {
    const manifest = manifestOf(world);
    const sink = new RecordingSink();
    const report = await load(onDisk(join(root, world)), sink, { strict: true });
    // Some worlds have a table of observations without rows, and nodes of observations without their type.
    const usual = ["CSV_NoRows", "Sanity_MissingOrEmpty_typeOf"];
    const { counters } = report.diagnostics;
    expect(counters.filter(({ counter }) => !usual.includes(counter))).toEqual([]);
    const asNodes = observationNodes[world] ?? { nodes: 0, triples: 0 };
    expect(sink.triples.length).toBe(manifest.triples - asNodes.triples);
    expect(sink.observations.length).toBe(manifest.observation_rows + asNodes.nodes);
    const provenances = new Set(sink.triples.map(({ provenance }) => provenance));
    const listed = manifest.graph.map(({ provenanceId }) => provenanceId);
    expect([...provenances].filter((id) => !listed.includes(id))).toEqual([]);
  });
});
