import { describe, expect, test } from "vitest";
import {
  type GroupedVariable,
  type GroupingRules,
  PropertyGroups,
} from "../../../../src/load/custom/folder-variables.ts";
import { Statements } from "../../../../src/load/statements/statements.ts";
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
});
