/** What was exported loads again to the same world, and what could not be written is counted. */
import { createWriteStream, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { writeExport } from "../../../src/commons/write-export.ts";
import { onDisk } from "../../../src/disk/disk-tree.ts";
import { load } from "../../../src/load/load.ts";
import type { ExportFormat } from "../../../src/publish/format-names.ts";
import { noTerm } from "../../../src/store/texts/dictionary.ts";
import { type World, WorldBuilder } from "../../../src/world/world.ts";
import {
  type ObservationRow,
  type SeveralRow,
  type TripleRow,
  worldOf,
} from "../../oracle/small-world.ts";
import { withFolder } from "../../unit/load/load-texts.ts";
import { hostileTexts } from "../hostile-texts.ts";
import { runs } from "../runs.ts";

const odd = [
  ...hostileTexts,
  'say "so"',
  'a\\"b',
  "ends with \\",
  "two\nlines",
  "a\r\nb",
  "a, b",
  " padded ",
  "\u00a0",
  "dcid:a",
  "l:a",
  "[Years 10]",
  "// no comment",
  "# nor this",
  "100% <b>",
  "https://datacommons.org/browser/a",
  "_:o1",
  "C:x->y",
];

const dcid = fc.constantFrom(
  "name",
  "typeOf",
  "containedInPlace",
  "Place",
  "StatVarObservation",
  "value",
  ...odd.filter((text) => text !== ""),
);
const value = fc.constantFrom("1", "-2.50", "1e5", "x", ...odd.filter((text) => text !== ""));

const triple: fc.Arbitrary<TripleRow> = fc
  .tuple(
    dcid,
    dcid,
    fc.oneof(
      dcid.filter((text) => !text.startsWith("=")),
      fc.constantFrom(...odd).map((text) => `=${text}`),
    ),
    fc.constantFrom("", "dc/base/A", "dc/base/B", "odd, one"),
  )
  .map(([s, p, o, provenance]) => (provenance === "" ? [s, p, o] : [s, p, o, provenance]));
const facet = fc.record(
  {
    importName: fc.constantFrom("", "A", "B, C"),
    provenanceUrl: fc.constantFrom("", "https://example.org/a"),
    measurementMethod: fc.constantFrom("", "M", "dcAggregate/M", "DataCommonsAggregate"),
    observationPeriod: fc.constantFrom("", "P1Y"),
    unit: fc.constantFrom("", "USDollar", 'a "unit"'),
    scalingFactor: fc.constantFrom("", "100"),
    isDcAggregate: fc.boolean(),
  },
  { requiredKeys: [] },
);
const observation: fc.Arbitrary<ObservationRow> = fc.tuple(
  dcid,
  dcid,
  fc.constantFrom("2020", "2021-05", "2021-05-31T1:30:00"),
  value,
  facet,
);

/** About two or three entities; variables of their own, since observations of one are about equally many. */
const several: fc.Arbitrary<SeveralRow> = fc
  .tuple(fc.constantFrom("from", "a, b", '"by"'), fc.array(dcid, { minLength: 2, maxLength: 2 }))
  .chain(([third, [one, other]]) =>
    fc.tuple(
      fc.constant(`of ${third}`),
      fc.record({ observationAbout: dcid, [third]: fc.constantFrom(one!, other!, "Air") }),
      fc.constantFrom("2020", "2021-05"),
      value,
      facet,
    ),
  );

/** Everything that answers show, as lines. */
function dumpOf({ graph, observations }: World): string[] {
  const { dictionary, out } = graph;
  const lines: string[] = [];
  for (let subject = 0; subject < dictionary.nodeCount; subject++) {
    const name = graph.nameOf(subject);
    if (name !== noTerm) {
      lines.push(JSON.stringify(["name", dictionary.textOf(subject), dictionary.textOf(name)]));
    }
    const { start, end } = out.rows(subject);
    for (let row = start; row < end; row++) {
      const object = out.terms[row]!;
      lines.push(
        JSON.stringify([
          dictionary.textOf(subject),
          dictionary.textOf(graph.predicates[out.predicates[row]!]!),
          dictionary.textOf(object),
          dictionary.isNode(object),
          graph.provenanceDcid(out.provenances[row]!) ?? null,
        ]),
      );
    }
  }
  for (let series = 0; series < observations.seriesCount; series++) {
    const { start, end } = observations.pointsOf(series);
    for (let point = start; point < end; point++) {
      lines.push(
        JSON.stringify([
          dictionary.textOf(observations.variableOf(series)),
          observations.allEntitiesOf(series).map((entity) => dictionary.textOf(entity)),
          observations.dateOf(point),
          observations.textOf(point),
          observations.facetOf(series),
        ]),
      );
    }
  }
  return lines;
}

interface Reloaded {
  readonly world: World;
  readonly omitted: number;
  readonly texts: Readonly<Record<string, string>>;
  readonly diagnostics: readonly string[];
}

async function exportAndLoad(world: World, format: ExportFormat): Promise<Reloaded> {
  return await withFolder({}, async (folder) => {
    const streamOf = (name: string) => createWriteStream(join(folder, name));
    const { omissions } = await writeExport(world, streamOf, { format }, undefined);
    const omitted = omissions.reduce((sum, { count }) => sum + count, 0);
    const texts: Record<string, string> = {};
    for (const name of readdirSync(folder).sort()) {
      texts[name] = readFileSync(join(folder, name), "utf8");
    }
    const builder = new WorldBuilder();
    const report = await load(onDisk(folder), builder);
    const diagnostics = report.diagnostics.counters
      .filter(({ level }) => level !== "info" && level !== "warning")
      // A world may hold values that are texts; they are kept and reported.
      .filter(({ counter }) => counter !== "Sanity_SVObs_Value_NotANumber")
      .map(({ counter, examples }) => `${counter} ${examples[0]?.message}`);
    return { world: builder.freeze().world, omitted, texts, diagnostics };
  });
}

const worlds = fc.tuple(
  fc.array(triple, { maxLength: 25 }),
  fc.array(fc.oneof({ weight: 3, arbitrary: observation }, several), { maxLength: 12 }),
);

describe.each<ExportFormat>(["tables", "mcf", "nquads"])("%s", (format) => {
  test("load again to the same world", async () => {
    await fc.assert(
      fc.asyncProperty(worlds, async ([triples, observations]) => {
        const world = worldOf(
          // At least one of each, so that there is something to load.
          [...triples, ["a", "typeOf", "Place", "dc/base/A"]],
          [...observations, ["v", "a", "2020", "1", { importName: "A" }]],
        );
        const once = await exportAndLoad(world, format);
        expect(once.diagnostics).toEqual([]);
        const [before, after] = [dumpOf(world), dumpOf(once.world)];
        const known = new Set(before);
        if (once.omitted === 0) expect(after).toEqual(before);
        else {
          const isName = (line: string) =>
            line.startsWith('["name",') && line.split('","').length === 3;
          expect(after.filter((line) => !(known.has(line) || isName(line)))).toEqual([]);
          // A load names anew the properties that a variable's observations have.
          expect(after.length).toBeLessThanOrEqual(before.length);
        }
        const twice = await exportAndLoad(once.world, format);
        if (once.omitted === 0) expect(twice.omitted).toBe(0);
        expect(dumpOf(twice.world)).toEqual(after);
        if (once.omitted === 0) expect(twice.texts).toEqual(once.texts);
      }),
      runs(30),
    );
  });
});
