/** Types of places under which names are looked up, and notes about names and ids that no place has. */
import { describe, expect, test } from "vitest";
import {
  besideFolder,
  curesOfNames,
  idsOutside,
  otherSize,
  placesNamed,
  unknownLines,
} from "../../../../src/cli/import/import-places.ts";
import { open, type TableColumns } from "../../../../src/index.ts";
import type { ColumnsProposal } from "../../../../src/lint.ts";

const types = [
  "City",
  "Town",
  "Village",
  "County",
  "AdministrativeArea2",
  "EurostatNUTS3",
  "State",
  "AdministrativeArea1",
  "EurostatNUTS2",
  "EurostatNUTS1",
  "Country",
];
const base = await open({
  "places.mcf": [...types, "Airport"]
    .map((type) => `Node: dcid:of/${type}\ntypeOf: dcs:${type}\nname: "Place of ${type}"\n`)
    .concat('Node: dcid:two\ntypeOf: dcs:Town\nname: "Place of City"\n')
    .join("\n"),
});

function proposalOf(entity: unknown, name = "Place of City"): ColumnsProposal {
  const columns = { entity, date: "Year" } as TableColumns;
  const names = [{ name, rows: 1 }];
  const found = [{ heading: "Place", role: "entity", reason: "names" }];
  return {
    columns,
    found,
    names,
    numeric: [],
    problems: [],
    cures: [],
  } as unknown as ColumnsProposal;
}

describe("names are looked up", () => {
  test.each([...types, "Airport"])("under %s where the heading says another type", async (type) => {
    const heading = type === "Village" ? "County" : "Village";
    const proposal = proposalOf({ name: "Place", type: heading }, `Place of ${type}`);
    const { proposal: found, unknown } = await placesNamed(proposal, base, false);
    const isTried = type !== "Airport";
    const entity = { name: "Place", type: isTried ? type : heading };
    expect(found.columns?.entity).toEqual(entity);
    expect(unknown).toHaveLength(isTried ? 0 : 1);
  });

  test("under no type of ours where none is said, though a name is that of two", async () => {
    const proposal = proposalOf({ name: "Place" });
    const found = await placesNamed(proposal, base, false);
    expect(found.proposal).toBe(proposal);
  });
});

test.each([
  ["Town", "City", "Village", false],
  ["Kreis", "County", "EurostatNUTS3", false],
  ["Place", "City", "State", false],
  ["Region", "", "State", false],
  ["County", "County", "City", true],
  ["City", "City", "State", true],
  ["Land", "Country", "State", true],
  ["State", "State", "Airport", true],
])(
  "below '%s' places of %s that the base knows as %s are of another size: %j",
  (heading, own, its, isOther) => {
    const found = [{ heading, role: "entity", reason: "names" }];
    const of = (type: string) =>
      ({
        ...proposalOf({ name: heading, ...(type === "" ? {} : { type }) }),
        found,
      }) as ColumnsProposal;
    const problem = `'${heading}' says ${own}, and the base knows the names as ${its}: write them as it has those places, or --type ${its} says that these are meant`;
    expect(otherSize(of(own), of(its))).toEqual(
      isOther ? [{ problem, cures: [`--type ${its}`] }] : [],
    );
    expect(otherSize(of(own), of(own))).toEqual([]);
  },
);

test("the name of a place without its type is near to it", async () => {
  const places = 'Node: dcid:a\ntypeOf: dcs:County\nname: "Alameda County"\n';
  const proposal = proposalOf({ name: "Place", type: "County" }, "Alameda");
  const { unknown } = await placesNamed(proposal, await open({ "p.mcf": places }), true);
  expect(unknown).toEqual([{ name: "Alameda", rows: 1, meant: "Alameda County" }]);
});

test("a base with a folder in it is not opened beside another folder", async () => {
  expect(besideFolder(["a.mcf"], base)).toEqual(["a.mcf"]);
  expect(besideFolder(["a.mcf"], undefined)).toEqual(["a.mcf"]);
  const folder = {
    "config.json":
      '{"inputFiles":{"t.csv":{"provenance":"p"}},"sources":{"s":{"url":"https://a.b","provenances":{"p":"https://a.b"}}}}',
    "t.csv": "entity,date,V\na/1,2020,5\n",
  };
  expect(besideFolder(["a"], await open(folder))).toEqual([]);
});

const unknown = [
  { name: "Bostn", rows: 2, meant: "Boston" },
  { name: "x", rows: 1 },
];

test.each<[unknown, string]>([
  [{ name: "Place" }, "2 names of no known place"],
  [{ name: "Place", type: "City" }, "2 names of no known City"],
  [{ name: "Place", create: undefined }, "2 names of no known place"],
  [{ name: "Place", create: "my/" }, "new places that may be slips of known ones"],
  ["id", "2 names of no known place"],
])("names that no place has, of %j", (entity, title) => {
  expect(unknownLines(unknown, proposalOf(entity))).toEqual([
    `${title}: Bostn (Boston?) × 2, x × 1`,
  ]);
  expect(unknownLines([], proposalOf(entity))).toEqual([]);
});

test("what goes on after names that no place has", () => {
  const cures = (entity: unknown, hasBase: boolean, names = unknown) =>
    curesOfNames(names, proposalOf(entity), hasBase);
  const named = { name: "Place" };
  const makes = "; --create PREFIX makes new ones";
  expect(cures(named, true)).toEqual([`--type and --within say which places are meant${makes}`]);
  expect(cures(named, false)).toEqual([
    `--base SOURCE names a source that knows the places${makes}`,
  ]);
  expect(cures(named, true, [])).toEqual([]);
  expect(curesOfNames(unknown, proposalOf(named), true, "map.json")).toEqual([
    'in the entity of map.json, "type" and "within" say which places are meant; "create": "PREFIX" makes new ones',
  ]);
  const [ofMap = ""] = curesOfNames(unknown, proposalOf(named), false, "map.json") as string[];
  expect(ofMap).toMatch(
    /^--base SOURCE names a source that knows the places; in the entity of map/,
  );
  for (const entity of ["id", undefined, { column: "id" }, { name: "Place", create: "my/" }]) {
    expect(cures(entity, true)).toEqual([]);
  }
});

test("ids that the base lacks are listed in their order, at most five of them", async () => {
  const noted = async (rows: readonly string[]) => {
    const table = ["entity,variable,date,value", ...rows].join("\n");
    return idsOutside(proposalOf("id"), await open({ "o.csv": `${table}\n` }), base);
  };
  expect(await noted(["z/9,A,2020,1", "a/1,B,2020,1", "of/City,B,2020,1"])).toEqual([
    "2 ids of 'Place' that no node of the base has: a/1, z/9",
  ]);
  expect(await noted([6, 5, 4, 3, 2, 1].map((at) => `z/${at},A${at % 2},2020,1`))).toEqual([
    "6 ids of 'Place' that no node of the base has: z/1, z/2, z/3, z/4, z/5, and 1 more",
  ]);
  expect(await noted(["of/City,B,2020,1"])).toEqual([]);
});
