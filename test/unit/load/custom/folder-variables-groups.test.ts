import { describe, expect, test } from "vitest";
import {
  type GroupedVariable,
  type GroupingRules,
  PropertyGroups,
  readVerticalSpecs,
} from "../../../../src/load/custom/folder-variables.ts";
import { Statements } from "../../../../src/load/statements/statements.ts";
import { FindingTexts } from "../finding-texts.ts";
import { memoryInput } from "../inputs.ts";
import { loadTexts } from "../load-texts.ts";
import { RecordingSink } from "../recording-sink.ts";

const rules: GroupingRules = {
  prefix: "c/g/",
  specs: [],
  hidden: ["secret"],
  nameOf: () => undefined,
  provenance: "p",
};

const variableOf = (
  dcid: string,
  populationType: string,
  properties: Readonly<Record<string, string>> = {},
  measuredProperty = "count",
): GroupedVariable => ({
  dcid,
  populationType,
  measuredProperty,
  properties: new Map(Object.entries(properties)),
});

/** `group "name" parent, parent` of each group, and `variable in group`. */
function groupsOf(variables: readonly GroupedVariable[], some: Partial<GroupingRules> = {}) {
  const groups = new PropertyGroups({ ...rules, ...some });
  const grouped = variables.map((variable) => groups.add(variable));
  const sink = new RecordingSink();
  groups.write(new Statements(sink));
  const found = new Map<string, { name: string; parents: string[] }>();
  const members: string[] = [];
  for (const { subject, predicate, object } of sink.triples) {
    if (predicate === "memberOf") members.push(`${subject} in ${object}`);
    const group = found.get(subject) ?? { name: "", parents: [] };
    if (predicate === "name") found.set(subject, { ...group, name: object });
    if (predicate === "specializationOf") {
      found.set(subject, { ...group, parents: [...group.parents, object] });
    }
  }
  const lines = [...found].map(([id, { name, parents }]) => `${id} ${name} ${parents.sort()}`);
  return { grouped, lines: lines.sort(), members };
}

describe("groups of variables by their properties", () => {
  test("are one for each part of what a variable is about", () => {
    const asian = { gender: "Female", race: "AsianAlone", name: "x", secret: "y", unit: "" };
    const { grouped, lines, members } = groupsOf([variableOf("v", "Person", asian)]);
    expect(grouped).toEqual([true]);
    expect(members).toEqual(["v in c/g/Person_Gender-Female_Race-AsianAlone"]);
    expect(lines).toEqual([
      'c/g/Person "Person" c/g/Root',
      'c/g/Person_Gender "Person With Gender" c/g/Person',
      'c/g/Person_Gender-Female "Person With Gender = Female" c/g/Person_Gender',
      'c/g/Person_Gender-Female_Race "Person With Gender = Female, Race" c/g/Person_Gender-Female',
      'c/g/Person_Gender-Female_Race-AsianAlone "Person With Gender = Female, Race = Asian Alone" ' +
        "c/g/Person_Gender-Female_Race,c/g/Person_Gender_Race-AsianAlone",
      'c/g/Person_Gender_Race-AsianAlone "Person With Gender, Race = Asian Alone" ' +
        "c/g/Person_Race-AsianAlone",
      'c/g/Person_Race "Person With Race" c/g/Person',
      'c/g/Person_Race-AsianAlone "Person With Race = Asian Alone" c/g/Person_Race',
    ]);
  });

  test("have properties in the order of their bytes, and ids of letters and digits", () => {
    const { members } = groupsOf([
      variableOf("v", "dcs:my-Type", { zone: "a b/c", "\u{1f600}b": "x", "\uffeea": "y" }),
      variableOf("w", ""),
    ]);
    expect(members).toEqual(["v in c/g/MyType_Zone-Abc_A-Y_B-X", "w in c/g/Thing"]);
  });

  test("are named as the nodes are that they are about", () => {
    const names: Readonly<Record<string, string>> = { Person: "People", Female: "Women" };
    const nameOf = (dcid: string) => names[dcid];
    const { lines } = groupsOf([variableOf("v", "Person", { gender: "Female" })], { nameOf });
    expect(lines[2]).toBe(
      'c/g/Person_Gender-Female "People With Gender = Women" c/g/Person_Gender',
    );
  });

  test("are of eight properties at most; a variable with more belongs to its population", () => {
    const some = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, at) => [`p${at}`, "x"]));
    const { grouped, members } = groupsOf([
      variableOf("v", "Person", some(8)),
      variableOf("w", "Person", some(9)),
    ]);
    expect(grouped).toEqual([true, false]);
    expect(members).toEqual([
      `v in c/g/Person_${Array.from({ length: 8 }, (_, at) => `P${at}-X`).join("_")}`,
      "w in c/g/Person",
    ]);
  });

  test("have ids of 255 characters at most; longer ones end in a hash of them", () => {
    const idOf = (length: number) =>
      groupsOf([variableOf("v", "x".repeat(length - 4))]).members[0]!.slice("v in ".length);
    expect(idOf(255)).toBe(`c/g/X${"x".repeat(250)}`);
    expect(idOf(256)).toBe(`c/g/X${"x".repeat(241)}-9561e5a6`);
    expect(idOf(256)).toHaveLength(255);
    expect(idOf(257)).not.toBe(idOf(256));
  });

  test("stand below the topmost groups that are for their population", () => {
    const specs = [
      { populationType: "Person", measuredProperties: ["income", "count"], verticals: ["People"] },
      { populationType: "Person", measuredProperties: ["income"], verticals: ["MoneyMatters"] },
      { populationType: "House", measuredProperties: ["count"], verticals: ["Homes"] },
    ];
    const one = groupsOf([variableOf("v", "Person")], { specs });
    expect(one.lines).toEqual(['c/g/People "People" c/g/Root', 'c/g/Person "Person" c/g/People']);
    const both = groupsOf([variableOf("v", "Person"), variableOf("w", "Person", {}, "income")], {
      specs,
    });
    expect(both.lines).toEqual([
      'c/g/MoneyMatters "Money Matters" c/g/Root',
      'c/g/People "People" c/g/Root',
      'c/g/Person "Person" c/g/MoneyMatters,c/g/People',
    ]);
  });

  test("are not made of what a variable says of itself and of how it is measured", () => {
    const said =
      "dcid typeOf isPublic provenance resMCFFile keyString populationType constraintProperties name label alternateName " +
      "description descriptionUrl memberOf utteranceTemplate searchDescription source footnote isNormalizable " +
      "denominatorForNormalization measuredProperty measurementMethod measurementDenominator measurementQualifier " +
      "scalingFactor unit statType censusACSTableId includedIn";
    for (const property of said.split(" ")) {
      expect(groupsOf([variableOf("v", "Person", { [property]: "x" })]).members).toEqual([
        "v in c/g/Person",
      ]);
    }
  });

  test("have names of words, without prefixes, and a first capital", () => {
    const { lines } = groupsOf([variableOf("v", "dcs:myOwnType", { "x:ageOf": "dcid:y9Years" })]);
    expect(lines).toEqual([
      'c/g/MyOwnType "My Own Type" c/g/Root',
      'c/g/MyOwnType_AgeOf "My Own Type With Age Of" c/g/MyOwnType',
      'c/g/MyOwnType_AgeOf-Y9Years "My Own Type With Age Of = Y9 Years" c/g/MyOwnType_AgeOf',
    ]);
  });

  test("may be the topmost groups of others, and are made once", () => {
    const specs = [
      { populationType: "House", measuredProperties: ["count"], verticals: ["Person", "Homes"] },
      { populationType: "Hut", measuredProperties: ["count"], verticals: ["Homes"] },
    ];
    const { lines } = groupsOf(
      [variableOf("u", "Hut"), variableOf("v", "House"), variableOf("w", "Person")],
      { specs },
    );
    expect(lines).toEqual([
      'c/g/Homes "Homes" c/g/Root',
      'c/g/House "House" c/g/Homes,c/g/Person',
      'c/g/Hut "Hut" c/g/Homes',
      'c/g/Person "Person" c/g/Root',
    ]);
  });
});

describe("the file of topmost groups", () => {
  const read = async (text: string) => {
    const log = new FindingTexts();
    const input = memoryInput("specs.json", new TextEncoder().encode(text));
    return { specs: await readVerticalSpecs(input, log), told: log.texts };
  };

  test("lists populations, measured properties and groups", async () => {
    const specs = [
      { populationType: "Person", measuredProperties: ["count"], verticals: ["A", "B"] },
      { populationType: "", measuredProperties: [], verticals: [] },
    ];
    const text = JSON.stringify({ specs: [specs[0], {}] });
    expect(await read(text)).toEqual({ specs, told: [] });
  });

  test.each([
    ["{}", ["error Config_BadValue specs.json:1 expected a list as specs"]],
    ['{\n"specs": {}}', ["error Config_BadValue specs.json:1 expected a list as specs"]],
    [
      '{"spec": []}',
      [
        "warning Config_UnknownKey specs.json:1 the key 'spec' of the specs is not read; keys are specs; is 'specs' meant?",
        "error Config_BadValue specs.json:1 expected a list as specs",
      ],
    ],
  ])("is reported if it has no list: %j", async (text, told) => {
    expect(await read(text)).toEqual({ specs: [], told });
  });

  test("is read as far as its entries have the right kinds", async () => {
    const text =
      '{"specs": [\n{"populationType": 1,\n"measuredProperties": "x",\n"verticals": {},\n"more": 1},\n2]}';
    const none = { populationType: "", measuredProperties: [], verticals: [] };
    expect(await read(text)).toEqual({
      specs: [none, none],
      told: [
        "error Config_BadValue specs.json:2 expected a text as 'populationType' of a spec",
        "error Config_BadValue specs.json:3 expected a list of texts as 'measuredProperties' of a spec",
        "error Config_BadValue specs.json:4 expected a list of texts as 'verticals' of a spec",
        "warning Config_UnknownKey specs.json:5 the key 'more' of a spec is not read; keys are populationType, measuredProperties, verticals",
        "error Config_BadValue specs.json:6 expected an object as a spec",
      ],
    });
  });
});

describe("a folder whose variables are grouped", () => {
  const load = (mcf: string, more: object = {}, files: Record<string, string> = {}) =>
    loadTexts({
      "config.json": JSON.stringify({
        inputFiles: { "a.csv": { provenance: "P" } },
        groupStatVarsByProperty: true,
        sources: { S: { provenances: { P: "https://s.org/p" } } },
        ...more,
      }),
      "a.csv": "dcid,date,v\nx,2020,1\n",
      "m.mcf": mcf,
      ...files,
    });
  const variable = (dcid: string, ...lines: string[]) =>
    `Node: dcid:${dcid}\ntypeOf: dcs:StatisticalVariable\n${lines.join("\n")}\n\n`;
  const membersIn = ({ sink }: Awaited<ReturnType<typeof load>>) =>
    sink.lines.filter((line) => line.includes(" memberOf ") && !line.endsWith("c/g/Root"));

  test("has groups of what tables name and of what MCF describes, with the names that MCF gives", async () => {
    const loaded = await load(
      `${variable("w", "populationType: dcs:Person", "gender: dcs:Female")}` +
        "Node: dcid:v\ntypeOf: dcs:Thing\npopulationType: dcs:Person\n\n" +
        'Node: dcid:Female\ntypeOf: dcs:Class\nname: "Women"\npopulationType: dcs:Person\n',
    );
    expect(loaded.diagnostics).toEqual([]);
    expect(membersIn(loaded)).toEqual([
      "v memberOf c/g/Person",
      "w memberOf c/g/Person_Gender-Female",
    ]);
    expect(loaded.sink.lines).toContain(
      'c/g/Person_Gender-Female name "Person With Gender = Women"',
    );
  });

  test("has topmost groups that a file names", async () => {
    const specs = [
      { populationType: "Person", measuredProperties: ["count"], verticals: ["Demography"] },
    ];
    const loaded = await load(
      variable("w", "populationType: dcs:Person", "measuredProperty: dcs:count"),
      { verticalSpecsFile: "specs.json" },
      { "specs.json": JSON.stringify({ specs }) },
    );
    expect(loaded.diagnostics).toEqual([]);
    expect(loaded.sink.lines.filter((line) => line.includes("specializationOf"))).toEqual([
      "c/g/Demography specializationOf c/g/Root",
      "c/g/Person specializationOf c/g/Demography",
      "c/g/Root specializationOf dc/g/Root",
      "c/g/Thing specializationOf c/g/Root",
    ]);
  });

  test("says which variable has too many properties", async () => {
    const { diagnostics, messages } = await load(
      variable("w", ...Array.from({ length: 9 }, (_, at) => `p${at}: dcs:x`)),
    );
    expect([...diagnostics, ...messages]).toEqual([
      "warning Config_TooManyGroups config.json",
      "variable 'w' has more than 8 properties to group by; it belongs to its population only",
    ]);
  });
});

test("only nodes of the type Source have the domain of their URL", async () => {
  const { sink } = await loadTexts({
    "config.json": '{"inputFiles": {}}',
    "m.mcf":
      'Node: dcid:a\ntypeOf: dcs:Source\nurl: "https://a.org/x"\n\n' +
      'Node: dcid:b\ntypeOf: dcs:Thing\nname: "Source"\nurl: "https://b.org/x"\n\n' +
      'Node: dcid:c\ntypeOf: dcs:Source\nname: "https://c.org/x"\n',
  });
  expect(sink.lines.filter((line) => line.includes(" domain "))).toEqual(['a domain "a.org"']);
});
