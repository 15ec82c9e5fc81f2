/** The statements that older answers become, all of them, and why a replay may differ. */
import { describe, expect, test } from "vitest";
import { type Answered, folded } from "./folded.ts";

const payload = (content: unknown) => ({ payload: JSON.stringify(content) });

const entry = { dcid: "b", name: "Bea", types: ["City", "Place"], provenanceId: "p" };
const aboutEntry = ['b -name-> "Bea"', "b -typeOf-> City", "b -typeOf-> Place"];

describe("older answers", () => {
  const list = { data: [{ node: "a", values: [entry] }, { node: "c" }] };
  const triples = { near: { nodes: [entry] }, far: {} };

  test.each<[Answered, string | undefined, string[]]>([
    [
      ["v1.triples", { node: "a", direction: "out" }, { triples }],
      undefined,
      ["a -near-> b by p", ...aboutEntry],
    ],
    [
      ["v1.triples", { node: "a", direction: "in" }, { triples }],
      undefined,
      [aboutEntry[0]!, "b -near-> a by p", ...aboutEntry.slice(1)],
    ],
    [["v1.triples", { node: "a", direction: "in" }, {}], undefined, []],
    [
      ["v1.observationSeries", { entity: "a", variable: "v" }, {}],
      "observations are recorded as far as their values were asked for",
      [],
    ],
    [
      ["v1.bulkTriples", { direction: "out" }, { data: [{ node: "a", triples }, { node: "c" }] }],
      undefined,
      ["a -near-> b by p", ...aboutEntry],
    ],
    [
      ["v1.bulkTriples", { direction: "in" }, { data: [{ node: "a", triples }] }],
      undefined,
      [aboutEntry[0]!, "b -near-> a by p", ...aboutEntry.slice(1)],
    ],
    [["v1.bulkTriples", { direction: "in" }, {}], undefined, []],
    [
      ["v1.bulkPropertyValues", { property: "near", direction: "out" }, list],
      undefined,
      ["a -near-> b by p", ...aboutEntry],
    ],
    [
      ["v1.bulkPropertyValues", { property: "near", direction: "in" }, list],
      undefined,
      [aboutEntry[0]!, "b -near-> a by p", ...aboutEntry.slice(1)],
    ],
    [["v1.bulkPropertyValues", { property: "near", direction: "in" }, {}], undefined, []],
    [
      ["v1.linkedPropertyValues", { valueNodeType: "Town" }, list],
      undefined,
      ["b -containedInPlace-> a", ...aboutEntry, "b -typeOf-> Town"],
    ],
    [["v1.linkedPropertyValues", { valueNodeType: "Town" }, {}], undefined, []],
    [
      [
        "v0.propertyValues",
        { property: "near" },
        payload({ a: { out: [entry], in: [{ dcid: "d" }] }, c: {} }),
      ],
      undefined,
      ["a -near-> b by p", ...aboutEntry, "d -near-> a"],
    ],
    [
      [
        "v0.propertyValues",
        { property: "near", valueType: "City" },
        payload({ a: { out: [{ dcid: "b" }] } }),
      ],
      "values of other types were not asked for",
      ["a -near-> b"],
    ],
    [
      ["v0.placesIn", { placeType: "City" }, payload([{ dcid: "a", place: "b" }])],
      undefined,
      ["b -containedInPlace-> a", "b -typeOf-> City"],
    ],
    [
      [
        "v0.triples",
        { dcids: ["a"] },
        payload({
          a: [
            {
              subjectId: "a",
              subjectName: "A",
              subjectTypes: ["T"],
              predicate: "near",
              objectId: "b",
              objectName: "Bea",
              objectTypes: ["U"],
              provenanceId: "p",
            },
            {
              subjectId: "c",
              subjectTypes: ["W"],
              predicate: "far",
              objectId: "a",
              objectName: "A",
              provenanceId: "q",
            },
            { subjectId: "a", predicate: "note", objectValue: "text" },
            { predicate: "note", objectValue: "lost" },
          ],
        }),
      ],
      "of many triples about a node the service shows some",
      [
        ...['a -name-> "A"', "a -near-> b by p", 'a -note-> "text"', "a -typeOf-> T"],
        ...['b -name-> "Bea"', "b -typeOf-> U"],
        ...["c -far-> a by q", "c -typeOf-> W"],
      ],
    ],
  ])("%j", async (answer, reason, lines) => {
    expect(await folded(answer)).toEqual({ reasons: [reason], lines: [...lines].sort() });
  });
});
