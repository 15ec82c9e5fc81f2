/** The older endpoints on random graphs, held against plain lists of triples. */
import { inflateSync } from "node:zlib";
import fc from "fast-check";
import { expect, test } from "vitest";
import { fetchOf } from "../../../src/adapters/edge/fetch.ts";
import { enclose, RestService } from "../../../src/adapters/edge/service.ts";
import { v0Methods, v1Methods } from "../../../src/adapters/endpoint-methods.ts";
import { endpoints } from "../../../src/adapters/endpoints.ts";
import { lowerArc } from "../../../src/adapters/reads/lowered-arc.ts";
import {
  Describer,
  describeArcs,
  findArcPage,
  NodePage,
} from "../../../src/adapters/reads/node-page.ts";
import { unlimited } from "../../../src/options/governor.ts";
import { echoOf, world as noWorld } from "../../contract/echo.ts";
import { type TripleRow, worldOf } from "../../oracle/small-world.ts";
import { anyCharacter } from "../any-character.ts";
import { runs } from "../runs.ts";

const { numRuns } = runs(50);

const node = fc.constantFrom("a", "b", "c/d", "__proto__", "é", "\u{1F600}", "12");
const label = fc.constantFrom("name", "near", "typeOf", "containedInPlace", "__proto__");
const object = fc.oneof(
  node,
  node.map((text) => `=${text}`),
);
const provenance = fc.constantFrom("p1", "p2");
const triples: fc.Arbitrary<TripleRow[]> = fc.uniqueArray(
  fc.tuple(node, label, object, provenance),
  {
    selector: (row) => row.join("\n"),
    maxLength: 40,
  },
);
const directions = ["in", "out"] as const;
const allNodes = ["a", "b", "c/d", "__proto__", "é", "\u{1F600}", "12", "unknown"];

/** One line per value: node, label, value and provenance. */
type Line = string;

function linesOf(rows: readonly TripleRow[], direction: "in" | "out"): Line[] {
  return rows
    .filter(([, , value]) => direction === "out" || !value.startsWith("="))
    .map(([subject, predicate, value, from]) =>
      direction === "out"
        ? [subject, predicate, value, from].join(" ")
        : [value, predicate, subject, from].join(" "),
    )
    .sort();
}

test("pages of any size put together are all triples, each once", () => {
  fc.assert(
    fc.property(
      triples,
      fc.constantFrom(...directions),
      fc.integer({ min: 1, max: 9 }),
      fc.shuffledSubarray(allNodes, { minLength: 8 }),
      (rows, direction, rowsMax, nodes) => {
        const { graph } = worldOf(rows);
        const labels = { kind: "any" } as const;
        const arc = lowerArc(graph, { direction, labels, transitive: false, filter: [] });
        const lines: Line[] = [];
        for (let token = "", last = false; !last; ) {
          const page = new NodePage(graph, "test", direction, nodes, token, unlimited, rowsMax);
          const { arcs, nextToken } = findArcPage(graph, arc, page, unlimited);
          const before = lines.length;
          for (const [dcid, found] of arcs) {
            const record = describeArcs(new Describer(graph, unlimited), found);
            for (const [property, { nodes: entries }] of Object.entries(record)) {
              for (const { dcid: value, value: text, provenanceId } of entries) {
                lines.push([dcid, property, value ?? `=${text}`, provenanceId].join(" "));
              }
            }
          }
          last = nextToken === "";
          if (!last) expect(lines.length - before).toBe(rowsMax);
          token = nextToken;
        }
        expect(lines.sort()).toEqual(linesOf(rows, direction));
      },
    ),
    { numRuns },
  );
});

test("v1 triples, simple and bulk, and property values tell the same", () => {
  fc.assert(
    fc.property(triples, fc.constantFrom(...directions), (rows, direction) => {
      const v1 = v1Methods(worldOf(rows));
      const { data = [] } = v1.bulkTriples({ direction, nodes: allNodes });
      expect(data.map((item) => item.node)).toEqual(allNodes);
      for (const { node: dcid, triples: of = {} } of data) {
        expect(v1.triples({ direction, node: dcid }).triples ?? {}).toEqual(of);
        for (const property of Object.keys(of)) {
          const request = { direction, nodes: [dcid], property };
          const values = v1.bulkPropertyValues(request).data?.[0]?.values;
          expect(values).toEqual(Object.entries(of).find(([key]) => key === property)?.[1].nodes);
        }
      }
    }),
    { numRuns },
  );
});

test("every triple is told by both of its ends", () => {
  fc.assert(
    fc.property(triples, (rows) => {
      const v0 = v0Methods(worldOf(rows));
      const told = new Map(Object.entries(v0.triples({ dcids: allNodes })));
      expect([...told.keys()].sort()).toEqual([...allNodes].sort());
      for (const dcid of allNodes) {
        const lines = (told.get(dcid) ?? []).map((row) => {
          const value = row.objectId ?? `=${row.objectValue}`;
          return [row.subjectId, row.predicate, value, row.provenanceId].join(" ");
        });
        const expected = rows.filter(([subject]) => subject === dcid);
        const arriving = rows.filter(([, , value]) => value === dcid);
        expect(lines.sort()).toEqual([...expected, ...arriving].map((row) => row.join(" ")).sort());
      }
    }),
    { numRuns },
  );
});

test("labels, values and triples agree", () => {
  fc.assert(
    fc.property(triples, node, (rows, dcid) => {
      const v0 = v0Methods(worldOf(rows));
      const [labels] = Object.values(v0.propertyLabels({ dcids: [dcid] }));
      const leaving = rows
        .filter(([subject]) => subject === dcid)
        .map(([, predicate]) => predicate);
      const arriving = rows
        .filter(([, , value]) => value === dcid)
        .map(([, predicate]) => predicate);
      expect(labels?.outLabels).toEqual([...new Set(leaving)].sort());
      expect(labels?.inLabels).toEqual([...new Set(arriving)].sort());
      for (const property of new Set([...leaving, ...arriving])) {
        const [values] = Object.values(v0.propertyValues({ dcids: [dcid], property }));
        const count = (of: string[]) => of.filter((one) => one === property).length;
        expect(values?.out?.length ?? 0).toBe(count(leaving));
        expect(values?.in?.length ?? 0).toBe(count(arriving));
      }
    }),
    { numRuns },
  );
});

test("any text comes out of an envelope as it went in", () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter }), (text) => {
      const response = { [text]: text };
      const { payload } = enclose("payload", response) as { payload: string };
      expect(JSON.parse(payload)).toEqual(response);
      const packed = enclose("deflated", response) as { payload: string };
      const bytes = Buffer.from(JSON.parse(packed.payload) as string, "base64");
      expect(JSON.parse(inflateSync(bytes).toString("utf8"))).toEqual(response);
    }),
    { numRuns },
  );
});

test("any dcid can stand in a path when its characters are encoded", async () => {
  const row = echoOf(endpoints["v1.observationPoint"]);
  const fetch = fetchOf(new RestService({ row }, noWorld));
  // A URL takes these two for steps in its path, encoded or not.
  const dcid = fc
    .string({ unit: anyCharacter, minLength: 1 })
    .filter((text) => !/\p{Surrogate}/u.test(text) && text !== "." && text !== "..");
  await fc.assert(
    fc.asyncProperty(dcid, dcid, async (entity, variable) => {
      const path = `${encodeURIComponent(entity)}/${encodeURIComponent(variable)}`;
      const response = await fetch(`/v1/observations/point/${path}?key=k`);
      expect(await response.json()).toMatchObject({ entity, variable });
    }),
    { numRuns },
  );
});
