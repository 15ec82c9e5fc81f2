/** The statements that answers of each endpoint become, all of them, and why a replay may differ. */
import { describe, expect, test } from "vitest";
import { type Answered, folded } from "./folded.ts";

const node = (property: string, answer: unknown): Answered => [
  "v2.node",
  { nodes: ["a"], property },
  answer,
];
const arcs = (label: string, ...nodes: object[]) => ({
  data: { a: { arcs: { [label]: { nodes } } } },
});
const some = "observations are recorded as far as their values were asked for";

const entry = { dcid: "b", name: "Bea", types: ["City", "Place"], provenanceId: "p" };
const aboutEntry = ['b -name-> "Bea"', "b -typeOf-> City", "b -typeOf-> Place"];

test.each<[string, Answered, string | undefined, string[]]>([
  [
    "arcs out, by their provenance",
    node("->near", arcs("near", entry, { value: "text", provenanceId: "q" }, { value: "more" })),
    undefined,
    ["a -near-> b by p", 'a -near-> "more"', 'a -near-> "text" by q', ...aboutEntry],
  ],
  [
    "arcs in; a text has none",
    node("<-near", arcs("near", entry, { value: "text" })),
    undefined,
    [...aboutEntry.slice(0, 1), "b -near-> a by p", ...aboutEntry.slice(1)],
  ],
  [
    "arcs of one step or more, out",
    node("->near+", arcs("near+", entry, { value: "text" })),
    undefined,
    ["a -near-> b", ...aboutEntry],
  ],
  [
    "arcs of one step or more, in, of a type",
    node("<-near+{typeOf:Town}", arcs("near+", { dcid: "b" })),
    undefined,
    ["b -near-> a", "b -typeOf-> Town"],
  ],
  [
    "arcs of a type",
    node("<-near{typeOf:Town}", arcs("near", { dcid: "b" }, { value: "text" })),
    undefined,
    ["b -near-> a", "b -typeOf-> Town"],
  ],
  [
    "arcs with another value",
    node("<-near{size:big}", arcs("near", { dcid: "b" })),
    "which value of its filter let an entry pass is not recorded",
    ["b -near-> a"],
  ],
  [
    "chains of arcs",
    node("->near->name", arcs("name", { value: "x" })),
    "chains of arcs are not folded into the world",
    [],
  ],
  [
    "labels",
    node("->", { data: { a: { properties: ["near"] } } }),
    "labels are recorded as far as their values were asked for",
    [],
  ],
  ["nothing", node("->near", {}), undefined, []],
  [
    "empty texts, names and dcids",
    node("->near", arcs("near", { value: "" }, {}, { dcid: "" }, { dcid: "b", name: "" })),
    undefined,
    ["a -near-> b"],
  ],
])("an answer of v2.node with %s", async (_name, answer, reason, lines) => {
  expect(await folded(answer)).toEqual({ reasons: [reason], lines });
});

describe("observations", () => {
  const facets = {
    1: { importName: "I", provenanceUrl: "u", measurementMethod: "M" },
    2: { unit: "Euro" },
  };
  const answer = (entity: string, ...orderedFacets: object[]) => ({
    byVariable: { V: { byEntity: { [entity]: { orderedFacets } } } },
    facets,
  });
  // The import says a provenance where nothing else does.
  const ofOne = "importName=I provenanceUrl=u measurementMethod=M provenanceId=dc/base/I";
  const points = [
    { date: "2020", value: 1 },
    { date: "2021", value: 2.5 },
  ];
  const seen = ["V of a at 2020: 1 unit=Euro", "V of a at 2021: 2.5 unit=Euro"];

  test.each<[string, Record<string, unknown>, unknown, string | undefined, string[]]>([
    ["of a series", {}, answer("a", { facetId: "2", observations: points }), undefined, seen],
    [
      "of a series that shows all that it counts",
      {},
      answer("a", { facetId: "2", observations: points, obsCount: 2 }),
      undefined,
      seen,
    ],
    [
      "of a series that counts more",
      {},
      answer("a", { facetId: "2", observations: points, obsCount: 3 }),
      some,
      seen,
    ],
    [
      "of two series",
      {},
      answer(
        "a",
        { facetId: "1", observations: points.slice(1) },
        { facetId: "2", observations: points },
      ),
      undefined,
      [...seen, `V of a at 2021: 2.5 ${ofOne}`],
    ],
    [
      "of two series, of which one shows nothing",
      {},
      answer("a", { facetId: "1", obsCount: 1 }, { facetId: "2", observations: points }),
      some,
      seen,
    ],
    ["of an entity without series", {}, answer("a"), some, []],
    ["of no entity", {}, { byVariable: { V: {} } }, undefined, []],
    ["of nothing", {}, {}, undefined, []],
    [
      "of a formula",
      { formula: "V+V" },
      { byVariable: { "V+V": { byEntity: { a: { orderedFacets: [{ observations: points }] } } } } },
      "what a formula comes to is no observation",
      [],
    ],
    [
      "of a formula that is one variable",
      { formula: "V" },
      answer("a", { facetId: "2", observations: points }),
      undefined,
      seen,
    ],
    [
      "of places within a place",
      { entityExpression: "c<-containedInPlace+{typeOf:City}" },
      answer("a", { facetId: "2", observations: points }),
      undefined,
      ["a -containedInPlace-> c", "a -typeOf-> City", ...seen],
    ],
    [
      "of what a node leads to",
      { entityExpression: "c->near" },
      answer("a", { facetId: "2", observations: points }),
      undefined,
      ["c -near-> a", ...seen],
    ],
    [
      "of what a chain leads to",
      { entityExpression: "c<-near<-far" },
      answer("a", { facetId: "2", observations: points }),
      undefined,
      seen,
    ],
  ])("%s", async (_name, params, content, reason, lines) => {
    const entity = { variables: ["V"], entities: [], ...params };
    expect(await folded(["v2.observation", entity, content])).toEqual({ reasons: [reason], lines });
  });

  const bulk = {
    observationsByVariable: [
      {
        variable: "V",
        observationsByEntity: [
          {
            entity: "a",
            pointsByFacet: [{ facet: "2", date: "2020", value: 1 }],
            seriesByFacet: [{ facet: "1", series: points }],
          },
          { entity: "b" },
        ],
      },
      { variable: "W" },
    ],
    facets,
  };
  const inBulk = [
    `V of a at 2020: 1 ${ofOne}`,
    `V of a at 2021: 2.5 ${ofOne}`,
    "V of a at 2020: 1 unit=Euro",
  ];

  test.each<[Answered, string[]]>([
    [
      ["v1.observationPoint", { entity: "a", variable: "V" }, { ...points[0], facet: facets[2] }],
      seen.slice(0, 1),
    ],
    [["v1.observationPoint", { entity: "a", variable: "V" }, {}], []],
    [["v1.observationPoint", { entity: "a", variable: "V" }, { date: "2020" }], []],
    [
      [
        "v1.observationSeries",
        { entity: "a", variable: "V" },
        { observations: points, facet: facets[2] },
      ],
      seen,
    ],
    [["v1.observationSeries", { entity: "a", variable: "V" }, {}], []],
    [["v1.bulkObservationPoint", {}, bulk], inBulk],
    [
      ["v1.bulkObservationSeries", {}, { observationsByVariable: bulk.observationsByVariable }],
      ["V of a at 2020: 1", "V of a at 2021: 2.5"],
    ],
    [["v1.bulkObservationSeries", {}, {}], []],
    [
      ["v1.linkedObservationPoint", { linkedEntity: "c", entityType: "City" }, bulk],
      [
        ...["a -containedInPlace-> c", "a -typeOf-> City"],
        ...["b -containedInPlace-> c", "b -typeOf-> City"],
        ...inBulk,
      ],
    ],
  ])("of /v1: %j", async (answer, lines) => {
    expect(await folded(answer)).toEqual({ reasons: [some], lines });
  });

  test("of one series in several answers are one, with the provenance of any of them", async () => {
    const facet = { unit: "Euro", importName: "I" };
    const turned = { importName: "I", unit: "Euro", provenanceId: "p" };
    const params = { entity: "a", variable: "V" };
    const { lines } = await folded(
      ["v1.observationPoint", params, { ...points[0], facet: turned }],
      ["v1.observationSeries", params, { observations: points, facet }],
    );
    const said = "importName=I unit=Euro provenanceId=p";
    expect(lines).toEqual([`V of a at 2020: 1 ${said}`, `V of a at 2021: 2.5 ${said}`]);
  });
});

describe("what is resolved", () => {
  const found = (...candidates: object[]) => ({ entities: [{ node: "x", candidates }] });

  test.each<[string, Record<string, unknown>, unknown, string | undefined, string[]]>([
    [
      "by an identifier",
      { property: "<-isoCode->dcid" },
      found({ dcid: "a" }, { dcid: "b" }),
      undefined,
      ['a -isoCode-> "x"', 'b -isoCode-> "x"'],
    ],
    [
      "by an identifier of a type",
      { property: "<-isoCode{typeOf:City}->dcid" },
      found({ dcid: "a" }),
      undefined,
      ['a -isoCode-> "x"', "a -typeOf-> City"],
    ],
    [
      "by an identifier to another one",
      { property: "<-isoCode->fipsCode" },
      found({ dcid: "06" }),
      "identifiers by other identifiers are not folded into the world",
      [],
    ],
    [
      "by coordinates",
      { property: "<-geoCoordinate->dcid" },
      found({ dcid: "a", dominantType: "City" }),
      "a search by geoCoordinate is not folded into the world",
      ["a -typeOf-> City"],
    ],
    [
      "by coordinates, by the other name",
      { property: "<-geoCoordinates->dcid" },
      found({ dcid: "a", dominantType: "City", typeOf: ["Place"] }),
      "a search by geoCoordinates is not folded into the world",
      ["a -typeOf-> City", "a -typeOf-> Place"],
    ],
    [
      "by a sentence",
      { resolver: "indicator" },
      found({ dcid: "V", typeOf: ["StatisticalVariable"] }),
      "a search by description is not folded into the world",
      ["V -typeOf-> StatisticalVariable"],
    ],
    [
      "by a name",
      {},
      found({ dcid: "a" }, { dcid: "" }),
      "a search by name is recorded as names of what it found",
      ['a -name-> "x"', "a -typeOf-> Place"],
    ],
    [
      "by a name, of a type",
      { property: "<-description{typeOf:City}->dcid" },
      found({ dcid: "a" }),
      "a search by name is recorded as names of what it found",
      ['a -name-> "x"', "a -typeOf-> City"],
    ],
    [
      "without candidates",
      {},
      { entities: [{ node: "x" }] },
      "a search by name is recorded as names of what it found",
      [],
    ],
    ["without inputs", { property: "<-isoCode->dcid" }, {}, undefined, []],
  ])("%s", async (_name, params, answer, reason, lines) => {
    expect(await folded(["v2.resolve", params, answer])).toEqual({ reasons: [reason], lines });
  });

  test("is no place where a request for its types found none or others", async () => {
    const asked = node("->typeOf", { data: { a: {} } });
    const others: Answered = [
      "v2.node",
      { property: "->typeOf" },
      arcs("typeOf", { dcid: "Town" }),
    ];
    const search: Answered = ["v2.resolve", {}, found({ dcid: "a" })];
    expect((await folded(others, search)).lines).toEqual(['a -name-> "x"', "a -typeOf-> Town"]);
    expect((await folded(asked, search)).lines).toEqual(['a -name-> "x"', "a -typeOf-> Place"]);
  });

  test("adds no name to a node whose names a request asked for", async () => {
    const names = node("->name", arcs("name", { value: "Ano", provenanceId: "p" }));
    const { lines } = await folded(names, ["v2.resolve", {}, found({ dcid: "a" })]);
    expect(lines).toEqual(['a -name-> "Ano" by p', "a -typeOf-> Place"]);
  });
});
