/** Statements of RDF as texts: what each becomes, and each diagnostic, whole. */
import { describe, expect, test } from "vitest";
import { observationId } from "../../../../src/ids/observation-id.ts";
import { unsetSource } from "../../../../src/stats/facet-fields.ts";
import { loadTexts } from "../load-texts.ts";

async function load(...lines: readonly string[]) {
  const { sink, diagnostics, messages, report } = await loadTexts({ "a.nq": lines.join("\n") });
  return {
    lines: sink.triples.map(
      ({ subject, predicate, object, provenance }) =>
        `${subject} ${predicate} ${object} | ${provenance}`,
    ),
    observations: sink.observations,
    told: diagnostics.map((one, at) => `${one} | ${messages[at]}`),
    rows: report.rowCount,
  };
}

const own = "dc/base/a";
const malformed = (line: number, text: string) =>
  `error RDF_MalformedStatement a.nq:${line} | expected a statement, found '${text}'`;
const nameless = "error RDF_MalformedStatement a.nq:1 | an IRI names no dcid; statement not loaded";

describe("a line", () => {
  test.each<[line: string, lines: readonly string[], told: readonly string[], rows: number]>([
    ["  <dcid:a> <dcid:x> <dcid:b> .", [`a x b | ${own}`], [], 1],
    ["<dcid:a> <dcid:x> <dcid:b> <dcid:g>.", ["a x b | g"], [], 1],
    ['<dcid:a> <dcid:x> "" .', [`a x "" | ${own}`], [], 1],
    ['<dcid:a> <dcid:x> "\\"" <dcid:g> .', ['a x "\\"" | g'], [], 1],
    ["<dcid:a> <dcid:x> <dcid:b> <dcid:> .", [`a x b | ${own}`], [], 1],
    ["<dcid:> <dcid:x> <dcid:b> .", [], [nameless], 1],
    ["<dcid:a> <dcid:> <dcid:b> .", [], [nameless], 1],
    ["<dcid:a> <dcid:x> <dcid:> .", [], [nameless], 1],
    [
      "<dcid:a> <dcid:x> _:b .",
      [],
      ["error RDF_BlankNode a.nq:1 | only observations may be blank nodes; statement not loaded"],
      1,
    ],
    ["a line", [], [malformed(1, "a line")], 0],
    ["  # a comment", [], [], 0],
    ["", [], [], 0],
  ])("%j", async (line, lines, told, rows) => {
    expect(await load(line)).toEqual({ lines, observations: [], told, rows });
  });
});

const usual: readonly (readonly [string, string])[] = [
  ["typeOf", "<dcid:StatVarObservation>"],
  ["variableMeasured", "<dcid:V>"],
  ["observationAbout", "<dcid:E>"],
  ["observationDate", '"2020"'],
  ["value", '"1.50"'],
];
const linesOf = (pairs: readonly (readonly [string, string])[], end = ".", label = "o") =>
  pairs.map(([property, object]) => `_:${label} <dcid:${property}> ${object} ${end}`);
/** With an escape, so that the lines are read as texts. */
const asText = (pairs: readonly (readonly [string, string])[]) =>
  pairs.map(([property, object]) => [property.replace(/^v/, "\\u0076"), object] as const);
const read = {
  ...unsetSource,
  variable: "V",
  entity: "E",
  date: "2020",
  value: "1.50",
  provenance: own,
};
const without = (...properties: readonly string[]) =>
  usual.filter(([property]) => !properties.includes(property));

describe.each<[how: string, written: typeof asText]>([
  ["as bytes", (pairs) => [...pairs]],
  ["as texts", asText],
])("an observation read %s", (_, write) => {
  test.each<[what: string, lines: readonly string[], observation: object]>([
    ["in no graph", linesOf(write(usual)), read],
    ["in a graph", linesOf(write(usual), "<dcid:g> ."), { ...read, provenance: "g" }],
    ["in a graph without a name", linesOf(write(usual), "<dcid:> ."), read],
    ["in any order", linesOf(write(usual.toReversed())), read],
    ["with comments between", linesOf(write(usual)).flatMap((one) => [one, "# x", ""]), read],
    [
      "with what its facet says",
      linesOf(
        write([
          ...usual,
          ["importName", '"I"'],
          ["provenanceUrl", '"https://p.org"'],
          ["measurementMethod", "<dcid:M>"],
          ["observationPeriod", '"P1Y"'],
          ["scalingFactor", '"100"'],
          ["unit", "<dcid:Ton>"],
          ["isDcAggregate", '"true"'],
        ]),
      ),
      {
        ...read,
        importName: "I",
        provenanceUrl: "https://p.org",
        measurementMethod: "M",
        observationPeriod: "P1Y",
        scalingFactor: "100",
        unit: "Ton",
        isDcAggregate: true,
      },
    ],
  ])("%s is whole", async (_name, lines, observation) => {
    const { rows, ...found } = await load(...lines);
    expect(found).toEqual({ lines: [], observations: [observation], told: [] });
    expect(rows).toBe(lines.filter((line) => line.startsWith("_")).length);
  });

  test("follows another, each with its own values", async () => {
    const other = linesOf(
      write([...without("value"), ["value", '"2"'], ["unit", "<dcid:Kg>"]]),
      ".",
      "oo",
    );
    const third = linesOf(write([...without("value"), ["value", '"3"']]), "<dcid:g> .", "p");
    const { observations, told } = await load(...linesOf(write(usual)), ...other, ...third);
    expect(told).toEqual([]);
    expect(observations).toEqual([
      read,
      { ...read, value: "2", unit: "Kg" },
      { ...read, value: "3", provenance: "g" },
    ]);
  });
});

describe("an observation", () => {
  const missing = (property: string) =>
    `error Sanity_MissingOrEmpty_${property} a.nq:1 | an observation needs ${property}; not loaded`;
  const blank =
    "error RDF_BlankNode a.nq:1 | only observations may be blank nodes; node not loaded";

  test.each<[what: string, pairs: readonly (readonly [string, string])[], told: readonly string[]]>(
    [
      ["no type", without("typeOf"), [blank]],
      ["another type", [...without("typeOf"), ["typeOf", "<dcid:City>"]], [blank]],
      [
        "nothing else",
        usual.slice(0, 1),
        ["variableMeasured", "observationDate", "value", "observationAbout"].map(missing),
      ],
      ["an empty value", [...without("value"), ["value", '""']], [missing("value")]],
      [
        "an entity without a name",
        [...without("observationAbout"), ["observationAbout", "<dcid:>"]],
        [missing("observationAbout")],
      ],
      [
        "one of two entities",
        [
          ...without("observationAbout"),
          ["observationProperties", "<dcid:from>"],
          ["observationProperties", "<dcid:to>"],
          ["to", "<dcid:b>"],
        ],
        [missing("from")],
      ],
      [
        "four entities",
        [
          ...usual,
          ...["a", "b", "c", "d"].flatMap(
            (one) =>
              [
                ["observationProperties", `<dcid:${one}>`],
                [one, "<dcid:x>"],
              ] as const,
          ),
        ],
        [
          "error Sanity_TooManyEntities a.nq:1 | an observation is about 3 entities at most, and this one is about 4 (a, b, c, d); it is not loaded",
        ],
      ],
      [
        "a date that is none",
        [...without("observationDate"), ["observationDate", '"soon"']],
        [
          "error Sanity_InvalidObsDate a.nq:5 | 'soon' is not a date, such as 2020, 2020-07 or 2020-07-31; the observation is not loaded",
        ],
      ],
    ],
  )("with %s is reported, and not loaded", async (_, pairs, told) => {
    const { lines, observations, told: found } = await load(...linesOf(pairs));
    expect({ lines, observations, found }).toEqual({ lines: [], observations: [], found: told });
  });

  test("with two values says which one it has also", async () => {
    const { observations, told } = await load(
      ...linesOf([...usual, ["value", '"7"'], ["value", '"1.50"']]),
    );
    expect(observations).toEqual([read]);
    expect(told).toEqual([
      "error Sanity_MultipleVals_value a.nq:6 | an observation has one value; found also '7'",
    ]);
  });

  test("with a value that is no number is loaded, and reported where it stands", async () => {
    const pairs = [...without("value"), ["value", '"x"']] as const;
    const { observations, told } = await load("# one", ...linesOf(pairs));
    expect(observations).toEqual([{ ...read, value: "x" }]);
    expect(told).toEqual([
      "error Sanity_SVObs_Value_NotANumber a.nq:6 | 'x' is not a number; it is kept as text: property 'value'",
    ]);
  });

  test("about several entities keeps what is further at its node", async () => {
    const pairs = [
      ...without("observationAbout"),
      ["observationProperties", "<dcid:to>"],
      ["observationProperties", "<dcid:from>"],
      ["from", "<dcid:A>"],
      ["to", "<dcid:B>"],
      ["note", '"x"'],
      ["near", "<dcid:C>"],
    ] as const;
    const { lines, observations, told } = await load(...linesOf(pairs, "<dcid:g> ."));
    expect(observations).toEqual([
      { ...read, provenance: "g", entity: "A", entities: { from: "A", to: "B" } },
    ]);
    expect(lines).toEqual([
      expect.stringMatching(/^dc\/o\/\w+ note "x" \| g$/),
      expect.stringMatching(/^dc\/o\/\w+ near C \| g$/),
    ]);
    expect(told).toEqual(
      [
        ["note", 9],
        ["near", 10],
      ].map(
        ([property, line]) =>
          `info Sanity_UnexpectedPropInStatVarObservation a.nq:${line} | '${property}' is kept as a property of ` +
          "the observation's node; answers with values do not show it",
      ),
    );
  });

  test("ends where another begins: a line about it afterwards is of another one", async () => {
    const { observations, told } = await load(
      ...linesOf(usual),
      "<dcid:a> <dcid:x> <dcid:b> .",
      ...linesOf(usual, ".", "p"),
      "_:o <dcid:unit> <dcid:Kg> .",
    );
    expect(observations).toEqual([read, read]);
    expect(told).toEqual([
      "error RDF_BlankNode a.nq:12 | only observations may be blank nodes; node not loaded",
    ]);
  });
});

describe("a line that is not UTF-8", () => {
  /** The values of observations whose lines these are; each is in Latin-1. */
  const valuesOf = async (...lines: readonly (string | readonly string[])[]) => {
    const text = Buffer.from(lines.flat().join("\n"), "latin1");
    const { sink, diagnostics } = await loadTexts({ "a.nt": text });
    expect(diagnostics).toEqual([expect.stringContaining("error Source_NotUtf8 a.nt:")]);
    return sink.observations.map(({ value }) => value);
  };
  const of = (label: string, value: string) =>
    linesOf([...without("value"), ["value", `"${value}"`]], ".", label);

  test.each<[line: string, values: readonly string[]]>([
    ['_:oo <dcid:unit> "\xe9" .', ["2"]],
    ['  _:oo <dcid:unit> "\xe9" .', ["2"]],
    ["_:oo \xe9", ["2"]],
    ['_:o <dcid:unit> "\xe9" .', ["1", "2"]],
    ['_:ooo <dcid:unit> "\xe9" .', ["1", "2"]],
    ['x_:oo <dcid:unit> "\xe9" .', ["1", "2"]],
    ['<dcid:a> <dcid:x> "\xe9 _:oo " .', ["1", "2"]],
    ["\xe9", ["1", "2"]],
  ])("%j leaves out the observation that it is about", async (line, values) => {
    expect(await valuesOf(line, of("oo", "1"), of("p", "2"))).toEqual(values);
    expect(await valuesOf(of("oo", "1"), line, of("p", "2"))).toEqual(values);
  });

  test.each(['<dcid:a> <dcid:x> "\xe9 _:oo " .', 'x_:oo <dcid:x> "\xe9" .', "\xe9"])(
    "%j does not end the observation around it",
    async (line) => {
      const lines = of("oo", "1").toSpliced(2, 0, line);
      expect(await valuesOf(lines, of("p", "2"))).toEqual(["1", "2"]);
    },
  );
});

test("what is further stands at the node that the service makes of its observation", async () => {
  const { lines } = await load(
    ...linesOf([...usual, ["note", '"x"']]),
    ...linesOf(
      [...without("value"), ["value", '"7"'], ["unit", "<dcid:Kg>"], ["note", '"y"']],
      ".",
      "p",
    ),
  );
  const dcid = (value: string, facet: object = {}) =>
    observationId({
      observationAbout: "E",
      variableMeasured: "V",
      observationDate: "2020",
      observationPeriod: "",
      measurementMethod: "",
      scalingFactor: "",
      unit: "",
      value,
      ...facet,
    });
  expect(lines).toEqual([
    `${dcid("1.50")} note "x" | ${own}`,
    `${dcid("7", { unit: "Kg" })} note "y" | ${own}`,
  ]);
});
