/** The `entityType` of a config beside the types of its entities. */
import { expect, test } from "vitest";
import { lint } from "../../../../src/commons/with-files.ts";
import { withFolder } from "../../load/load-texts.ts";

const place = (dcid: string, ...types: string[]) =>
  `Node: dcid:${dcid}\n${types.map((type) => `typeOf: dcs:${type}\n`).join("")}name: "${dcid}"\n\n`;

async function foundIn(entityType: string, mcf: string, base = ""): Promise<string[]> {
  const config = { inputFiles: { "o.csv": { entityType, provenance: "P" } } };
  const texts = {
    "own/config.json": JSON.stringify(config, null, 1),
    "own/o.csv": "dcid,date,V\nx/1,2020,1\nx/2,2020,1\n",
    "own/a.mcf": mcf,
    "base/b.mcf": base,
  };
  return await withFolder(texts, async (folder) => {
    const { findings } = await lint(`${folder}/own`, { with: `${folder}/base` });
    return findings
      .filter(({ counter }) => counter === "Config_OtherEntityType")
      .map(({ file = "", line, message }) => `${file.slice(folder.length + 1)}:${line} ${message}`);
  });
}

const said = [
  "own/config.json:4 the entityType 'City' is the type of none of its entities: 'x/1' is described as 'County', 1 more have other types, too; is 'County' meant?",
];

test("another type than that of all described entities is named, with its line", async () => {
  const counties = place("x/1", "County") + place("x/2", "County");
  expect(await foundIn("City", counties)).toEqual(said);
  expect(await foundIn("City", "", counties)).toEqual(said);
  expect(await foundIn("City", place("x/1", "County") + place("x/2", "State"))).toEqual([
    "own/config.json:4 the entityType 'City' is the type of none of its entities: 'x/1' is described as 'County', 1 more have other types, too",
  ]);
});

test.each([
  ["Country", "AdministrativeArea1"],
  ["AdministrativeArea2", "AdministrativeArea1"],
  ["AdministrativeArea1", "Country"],
])("a %s is no %s", async (type, described) => {
  const places = place("x/1", described) + place("x/2", described);
  expect(await foundIn(type, places)).toEqual([
    `own/config.json:4 the entityType '${type}' is the type of none of its entities: 'x/1' is described as '${described}', 1 more have other types, too; is '${described}' meant?`,
  ]);
});

test.each([
  ["AdministrativeArea1", "State"],
  ["County", "AdministrativeArea1"],
  ["AdministrativeArea2", "AdministrativeArea"],
  ["Thing", "AdministrativeArea2"],
  ["Country", "Place"],
])("a %s may be a %s", async (type, described) => {
  expect(await foundIn(type, place("x/1", described) + place("x/2", described))).toEqual([]);
});

test("a type that one of them has, a wider type, and entities that nothing describes are no findings", async () => {
  const counties = place("x/1", "County") + place("x/2", "County");
  expect(await foundIn("County", counties)).toEqual([]);
  expect(await foundIn("City", place("x/1", "City") + place("x/2", "County"))).toEqual([]);
  expect(await foundIn("City", place("x/1", "City", "County"))).toEqual([]);
  expect(await foundIn("City", "", place("x/1", "City", "County"))).toEqual([]);
  expect(await foundIn("Place", counties)).toEqual([]);
  expect(await foundIn("City", place("x/1", "AdministrativeArea2"))).toEqual([]);
  expect(await foundIn("City", "")).toEqual([]);
  const above = "Node: dcid:County\ntypeOf: dcs:Class\nsubClassOf: dcs:Region\n\n";
  expect(await foundIn("Region", counties + above)).toEqual([]);
});
