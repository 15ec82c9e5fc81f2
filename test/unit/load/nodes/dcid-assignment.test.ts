/** Ids of nodes that say who they are without a dcid. */
import { describe, expect, test } from "vitest";
import { populationId } from "../../../../src/ids/observation-id.ts";
import { generatedKind } from "../../../../src/load/nodes/dcid-assignment.ts";
import { sized } from "../../../property/runs.ts";
import { loadMcfText, loadTexts } from "../load-texts.ts";

const population = `Node: Men
typeOf: dcs:StatisticalPopulation
populationType: schema:Person
location: dcid:dc/b72vdv
gender: dcs:Male
age: [Years 18 -]
name: "all of them"
`;
const observation = `Node: Count
typeOf: dcs:Observation
observedNode: l:Men
observationDate: "2017-01"
measuredProperty: dcs:count
measuredValue: 10000
`;
const men = "dc/p/eekggjy2cqvw3";

describe("a population", () => {
  test("and what is observed of it", async () => {
    const { sink, diagnostics } = await loadMcfText(`${observation}\n${population}`);
    expect(diagnostics).toEqual([]);
    expect(sink.lines).toContain(`${men} gender Male`);
    expect(sink.lines).toContain(`${men} age Years18Onwards`);
    const [observed] = sink.triples.filter(({ predicate }) => predicate === "observedNode");
    expect(observed?.object).toBe(men);
    expect(observed?.subject).toMatch(/^dc\/o\/[0-9a-z]{12,13}$/);
  });

  test("in blocks and files of their own", async () => {
    const { sink, diagnostics } = await loadTexts({
      "a.mcf": `Node: Men\ngender: dcs:Male\n\n${observation}`,
      "b.mcf": population.replace("gender: dcs:Male\n", "").replace("dcid:dc/b72vdv", "l:Town"),
      "c.mcf": "Node: Town\ndcid: dc/b72vdv",
    });
    expect(diagnostics).toEqual([]);
    expect(sink.lines).toContain(`${men} gender Male`);
    expect(sink.lines).toContain(`${men} location dc/b72vdv`);
  });

  test("counts only the constraints that it names", async () => {
    const named = "constraintProperties: age, gender\n";
    const { sink } = await loadMcfText(`${population}${named}race: dcs:Asian\n`);
    expect(sink.lines).toContain(`${men} race Asian`);
  });

  test.each(["location: dcid:dc/b72vdv\n", "populationType: schema:Person\n"])(
    "without its %j has none",
    async (line) => {
      const { sink, diagnostics } = await loadMcfText(population.replace(line, ""));
      expect(sink.lines).toEqual([]);
      expect(diagnostics).toEqual([
        "error Resolution_DcidAssignmentFailure_StatisticalPopulation a.mcf:1",
      ]);
    },
  );

  test("with a value that cannot be read has none", async () => {
    const { diagnostics } = await loadMcfText(population.replace("[Years 18 -]", "[Years]"));
    expect(diagnostics).toEqual([
      "error Resolution_DcidAssignmentFailure_StatisticalPopulation a.mcf:1",
    ]);
  });

  test("of a row", async () => {
    const template = `${population}\n${observation}`
      .replaceAll(/^Node: /gm, "Node: E:T->")
      .replaceAll("l:Men", "E:T->Men")
      .replace("dcid:dc/b72vdv", "C:T->Place")
      .replace("10000", "C:T->Count");
    const { sink, diagnostics } = await loadTexts({
      "a.tmcf": template,
      "a.csv": "Place,Count\ndc/b72vdv,1\ndc/b72vdv,2",
    });
    expect(diagnostics).toEqual([]);
    const observed = sink.triples.filter(({ predicate }) => predicate === "observedNode");
    expect(observed.map(({ object }) => object)).toEqual([men, men]);
    expect(new Set(observed.map(({ subject }) => subject)).size).toBe(2);
  });
});

describe("what waits for a dcid in vain", () => {
  const city = 'Node: City\ntypeOf: City\nname: "Nowhere"\n';

  test("is blamed on the node without one, as is what waits for it", async () => {
    const text = `${population.replace("dcid:dc/b72vdv", "l:City")}\n${observation}\n${city}`;
    const { sink, diagnostics, messages } = await loadMcfText(text);
    expect(sink.lines).toEqual([]);
    expect(diagnostics.toSorted()).toEqual([
      "error Resolution_DcidAssignmentFailure_City a.mcf:16",
      "error Resolution_IrreplaceableLocalRef a.mcf:11",
      "error Resolution_IrreplaceableLocalRef a.mcf:4",
      "error Resolution_UnassignableNodeDcid a.mcf:1",
      "error Resolution_UnassignableNodeDcid a.mcf:9",
    ]);
    expect(messages.some((message) => message.includes("'l:Men' has no dcid"))).toBe(true);
  });

  test("is blamed on the one reference when others are known", async () => {
    const text = `${population}nationality: l:City, l:Other\n\n${city}\nNode: Other\ndcid: other`;
    const { diagnostics } = await loadMcfText(text);
    expect(diagnostics).toEqual([
      "error Resolution_DcidAssignmentFailure_City a.mcf:10",
      "error Resolution_ReferenceToFailedNode_nationality a.mcf:8",
    ]);
  });

  test("is told by its types, whatever stands before them", async () => {
    const text = `${population}nationality: l:City\n\nNode: City\nabout: "x"\ntypeOf: dcs:City\n`;
    const { diagnostics } = await loadMcfText(text);
    expect(diagnostics).toContain("error Resolution_DcidAssignmentFailure_City a.mcf:10");
  });

  test("may be a circle", async () => {
    const circle = ["A", "B"].map((name) =>
      observation.replace("Count", name).replace("l:Men", name === "A" ? "l:B" : "l:A"),
    );
    const { sink, diagnostics } = await loadMcfText(circle.join("\n"));
    expect(sink.lines).toEqual([]);
    expect(diagnostics.map((line) => line.split(" ")[1])).toEqual([
      "Resolution_IrreplaceableLocalRef",
      "Resolution_UnassignableNodeDcid",
      "Resolution_IrreplaceableLocalRef",
      "Resolution_UnassignableNodeDcid",
    ]);
  });

  test("or refers to no node", async () => {
    const { diagnostics } = await loadMcfText(observation);
    expect(diagnostics).toEqual(["error Resolution_OrphanLocalReference_observedNode a.mcf:3"]);
  });

  test("a chain of any length and order is followed to its end", async () => {
    const count = sized(250, 1_000);
    const nodes = Array.from({ length: count }, (_, at) =>
      observation.replace("Count", `N${at}`).replace("l:Men", at === 0 ? "dcid:x" : `l:N${at - 1}`),
    );
    const { sink, diagnostics } = await loadMcfText(nodes.reverse().join("\n"));
    expect(diagnostics).toEqual([]);
    const observed = sink.triples.filter(({ predicate }) => predicate === "observedNode");
    expect(new Set(observed.map(({ subject }) => subject)).size).toBe(count);
  });
});

test("what a population is a member of is in its id", async () => {
  const { sink } = await loadMcfText(`${population}memberOf: dcid:some\n`);
  const [{ subject = "" } = {}] = sink.triples.filter(({ predicate }) => predicate === "memberOf");
  expect(subject).toBe(
    populationId({
      populationType: "Person",
      location: "dc/b72vdv",
      memberOf: "some",
      constraints: new Map([
        ["gender", "Male"],
        ["age", "Years18Onwards"],
      ]),
    }),
  );
  expect(subject).not.toBe(men);
});

test.each([
  [["StatisticalPopulation"], "population"],
  [["Observation"], "observation"],
  [["OldObservation"], "observation"],
  [["Place", "Observation", "Population"], "observation"],
  [["PopulationGroup", "ObservationSet"], undefined],
  [[], undefined],
])("nodes of the types %j get the id of a %s", (types, kind) => {
  expect(generatedKind(types)).toBe(kind);
});

test("several nodes may wait for one, and an empty value says nothing", async () => {
  const more = observation.replace("Count", "More").replace("dcs:count", "dcs:income");
  const { sink, diagnostics } = await loadMcfText(
    `${observation}\n${more}\n${population.replace("age: [Years 18 -]\n", 'age: ""\n')}`,
  );
  expect(diagnostics).toEqual([]);
  const observed = sink.triples.filter(({ predicate }) => predicate === "observedNode");
  const id = populationId({
    populationType: "Person",
    location: "dc/b72vdv",
    memberOf: "",
    constraints: new Map([["gender", "Male"]]),
  });
  expect(observed.map(({ object }) => object)).toEqual([id, id]);
  expect(new Set(observed.map(({ subject }) => subject)).size).toBe(2);
});
