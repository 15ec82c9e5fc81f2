/** The statements that answers of each endpoint become, all of them, and why a replay may differ. */
import { describe, expect, test } from "vitest";
import { olderObservationId, populationId } from "../../../../src/ids/observation-id.ts";
import { type Answered, folded } from "./folded.ts";

const payload = (content: unknown) => ({ payload: JSON.stringify(content) });
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

describe("populations", () => {
  const alike = "observations of populations come without their dcids";
  const idOf = (values: Readonly<Record<string, string>>) =>
    olderObservationId((property) => (values[property] === undefined ? [] : [values[property]]));
  const observed = {
    measuredProp: "count",
    observationDate: "2011",
    unit: "Cat",
    measurementMethod: "by hand",
    measuredValue: 7,
  };
  const linesOf = (dcid: string, about: string) => [
    `${dcid} -measuredProperty-> count`,
    `${dcid} -measuredValue-> "7"`,
    `${dcid} -measurementMethod-> "by hand"`,
    `${dcid} -observationDate-> "2011"`,
    `${dcid} -observedNode-> ${about}`,
    `${dcid} -typeOf-> Observation`,
    `${dcid} -unit-> Cat`,
  ];
  const idAbout = (about: string) =>
    idOf({
      ...{ observedNode: about, observationDate: "2011", measuredProperty: "count", unit: "Cat" },
      ...{ measurementMethod: "by hand", measuredValue: "7" },
    })!;

  test("of a node have their dcids, and observations those of the service's importer", async () => {
    const constraints = {
      gender: "Male",
      income: "10 to 20",
      rank: "-1.5",
      list: "[1]",
      sign: 'a"b',
    };
    const answer = payload({
      name: "A",
      populations: {
        "dc/p/1": { popType: "Person", propertyValues: constraints, observations: [observed] },
      },
      observations: [observed],
    });
    const { reasons, lines } = await folded(["v0.popObs", { dcid: "a" }, answer]);
    expect(reasons).toEqual([alike]);
    expect(lines).toEqual(
      [
        ...[
          'a -name-> "A"',
          ...linesOf(idAbout("a"), "a"),
          ...linesOf(idAbout("dc/p/1"), "dc/p/1"),
        ],
        ...["dc/p/1 -gender-> Male", 'dc/p/1 -income-> "10 to 20"', 'dc/p/1 -list-> "[1]"'],
        ...["dc/p/1 -location-> a", "dc/p/1 -populationType-> Person", 'dc/p/1 -rank-> "-1.5"'],
        ...['dc/p/1 -sign-> "a\\"b"', "dc/p/1 -typeOf-> StatisticalPopulation"],
      ].sort(),
    );
  });

  test("without members, type or name say what there is", async () => {
    expect(await folded(["v0.popObs", { dcid: "a" }, payload({})])).toEqual({
      reasons: [alike],
      lines: [],
    });
    const bare = payload({ populations: { "dc/p/1": {} } });
    expect((await folded(["v0.popObs", { dcid: "a" }, bare])).lines).toEqual([
      "dc/p/1 -location-> a",
      "dc/p/1 -typeOf-> StatisticalPopulation",
    ]);
  });

  const pvs = [
    { property: "gender", value: "Male" },
    { property: "age", value: "Years10" },
  ];
  const asked = { placeType: "State", populationType: "Person", pvs };
  const places = payload({ places: [{ place: "a", name: "A", observations: [observed] }] });

  test("of places get the dcid of the service's importer", async () => {
    const constraints = new Map(pvs.map(({ property, value }) => [property, value]));
    const dcid = populationId({
      populationType: "Person",
      location: "a",
      memberOf: "",
      constraints,
    });
    const { reasons, lines } = await folded(["v0.placeObs", asked, places]);
    expect(reasons).toEqual([alike]);
    expect(lines).toEqual(
      [
        ...['a -name-> "A"', "a -typeOf-> State", ...linesOf(idAbout(dcid), dcid)],
        ...[`${dcid} -age-> Years10`, `${dcid} -gender-> Male`, `${dcid} -location-> a`],
        ...[`${dcid} -populationType-> Person`, `${dcid} -typeOf-> StatisticalPopulation`],
      ].sort(),
    );
    expect(
      (await folded(["v0.placeObs", { placeType: "State", populationType: "Person" }, payload({})]))
        .lines,
    ).toEqual([]);
    const nameless = payload({ places: [{ place: "a", observations: [] }] });
    expect((await folded(["v0.placeObs", asked, nameless])).lines.slice(0, 1)).toEqual([
      "a -typeOf-> State",
    ]);
  });

  test("of places have the dcid that another answer says, in whatever order it has their properties", async () => {
    const populations = {
      "dc/p/1": { popType: "Person", propertyValues: { age: "Years10", gender: "Male" } },
    };
    const named: Answered = ["v0.popObs", { dcid: "a" }, payload({ populations })];
    for (const answers of [
      [named, ["v0.placeObs", asked, places]],
      [["v0.placeObs", asked, places], named],
    ] as Answered[][]) {
      const { lines } = await folded(...answers);
      expect(lines.filter((line) => line.includes("-location->"))).toEqual([
        "dc/p/1 -location-> a",
      ]);
      expect(lines).toEqual(expect.arrayContaining(linesOf(idAbout("dc/p/1"), "dc/p/1")));
    }
  });

  test("keep observations apart that one dcid would be made for, and equal ones are one", async () => {
    const other = { ...observed, provenance: "p" };
    const about = { observations: [observed, other, observed, { ...observed, provenance: "q" }] };
    const { lines } = await folded(["v0.popObs", { dcid: "a" }, payload(about)]);
    const id = idAbout("a");
    expect(lines.filter((line) => line.includes("-typeOf->"))).toEqual(
      [id, `${id}_2`, `${id}_3`].map((one) => `${one} -typeOf-> Observation`),
    );
    const incomplete = { observations: [{ measuredValue: 1 }, { measuredValue: 2 }] };
    const made = await folded(["v0.popObs", { dcid: "a" }, payload(incomplete)]);
    expect(made.lines.filter((line) => line.includes("-measuredValue->"))).toEqual([
      'recorded/a -measuredValue-> "1"',
      'recorded/a_2 -measuredValue-> "2"',
    ]);
  });
});

test("paths of several steps that recorded steps make are no arcs of their own", async () => {
  const step = (from: string, to: string): Answered => [
    "v2.node",
    { property: "->in" },
    { data: { [from]: { arcs: { in: { nodes: [{ dcid: to }] } } } } },
  ];
  const path = (from: string, ...to: string[]): Answered => [
    "v2.node",
    { property: "->in+" },
    { data: { [from]: { arcs: { "in+": { nodes: to.map((dcid) => ({ dcid })) } } } } },
  ];
  expect(
    (await folded(path("a", "d"), step("a", "b"), step("b", "c"), step("c", "d"))).lines,
  ).toEqual(["a -in-> b", "b -in-> c", "c -in-> d"]);
  expect((await folded(step("a", "b"), path("b", "d"), path("a", "d", "e"))).lines).toEqual([
    "a -in-> b",
    "a -in-> e",
    "b -in-> d",
  ]);
  // A circle ends.
  expect((await folded(step("a", "b"), step("b", "a"), path("a", "c"))).lines).toEqual([
    "a -in-> b",
    "a -in-> c",
    "b -in-> a",
  ]);
});
