/** Structure messages of SDMX-ML: which one data have, its columns, and what their codes are called. */
import { describe, expect, test } from "vitest";
import { MemoryTree } from "../../../../src/load/bytes/memory-tree.ts";
import {
  messageIn,
  Structures,
  startOf,
  structuresBeside,
} from "../../../../src/load/held/sdmx-structures.ts";

const message = (body: string) => `<m:Structure xmlns:m="urn:sdmx">\n${body}</m:Structure>`;

const treeOf = (files: Readonly<Record<string, string>>) =>
  new MemoryTree(Object.entries(files).map(([path, text]) => [path, Buffer.from(text)]));
const inputIn = (tree: MemoryTree, path: string) => ({ path, size: 1, isGzip: false, tree });

async function structuresIn(...bodies: readonly string[]): Promise<Structures> {
  const found = new Structures();
  for (const body of bodies) await found.read(inputIn(treeOf({ a: message(body) }), "a"));
  return found;
}

const named = (id: string) => ({ agency: "A", id, version: "1.0" });
const column = (id: string, name?: string, names: Readonly<Record<string, string>> = {}) => ({
  id,
  name,
  names: new Map(Object.entries(names)),
});
const structure = (id: string, components: string) =>
  `<DataStructure id="${id}"><DataStructureComponents>${components}</DataStructureComponents></DataStructure>`;
const dimensions = (...inner: readonly string[]) =>
  `<DimensionList id="L">${inner.join("")}</DimensionList>`;
const dimension = (id: string, inner = "") => `<Dimension id="${id}">${inner}</Dimension>`;
const lists =
  '<Codelist id="CL_B"><Code id="b"><Name>Bee</Name></Code></Codelist><Codelist id="CL"><Name>Codes</Name><Code id="a"><Name>Ay</Name></Code></Codelist>';

describe("components of a structure", () => {
  test("are its dimensions, measures and attributes, each with its usual id if it says none", async () => {
    const body = structure(
      "DSD",
      `${dimensions(dimension("SEX"), '<MeasureDimension id="WHAT"/>', "<TimeDimension/>")}
      <Group id="Sibling"><GroupDimension><DimensionReference><Ref id="SEX"/></DimensionReference></GroupDimension></Group>
      <AttributeList><Attribute id="NOTE"><AttributeRelationship><Dimension><Ref id="SEX"/></Dimension><PrimaryMeasure><Ref id="V"/></PrimaryMeasure></AttributeRelationship></Attribute></AttributeList>
      <MeasureList><PrimaryMeasure/><Measure id="SECOND"/></MeasureList>`,
    );
    expect((await structuresIn(body)).of(undefined)).toEqual({
      id: "DSD",
      dimensions: [column("SEX"), column("WHAT"), column("TIME_PERIOD")],
      measures: [column("OBS_VALUE"), column("SECOND")],
      attributes: [column("NOTE")],
    });
  });

  test("stand in a list of components of a structure, and nowhere else", async () => {
    const elsewhere = `${dimensions(dimension("X"))}<DimensionSet>${dimension("Y")}</DimensionSet><Listed>${dimension("X")}</Listed>`;
    const body = `${elsewhere}${structure("DSD", `${dimension("Z")}<Listing>${dimension("Y")}</Listing>${dimensions(dimension("SEX"))}`)}`;
    expect((await structuresIn(body)).of(undefined)).toEqual({
      id: "DSD",
      dimensions: [column("SEX")],
      measures: [],
      attributes: [],
    });
  });
});

const codeList = "urn:sdmx:org.sdmx.infomodel.codelist.Codelist=A:CL(1.0)";
const concept = "urn:sdmx:org.sdmx.infomodel.conceptscheme.Concept=A:CS(1.0).AREA";

describe("what codes and columns are called", () => {
  test.each<[form: string, identity: string, enumeration: string]>([
    ["elements", '<Ref id="AREA"/>', '<Ref id="CL"/>'],
    ["elements with URNs", `<URN> ${concept}\n</URN>`, `<URN>\n${codeList} </URN>`],
    ["URNs", `\n${concept} `, ` ${codeList}\n`],
  ])("is said by references that are %s", async (_, identity, enumeration) => {
    const concepts = '<Concept id="AREA"><Name> Area </Name></Concept>';
    const own = dimension(
      "GEO",
      `<ConceptIdentity>${identity}</ConceptIdentity><LocalRepresentation><Enumeration>${enumeration}</Enumeration></LocalRepresentation><ConceptRole><Ref id="SEX"/></ConceptRole>`,
    );
    const body = `${lists}${concepts}${structure("DSD", dimensions(own, dimension("SEX")))}`;
    expect((await structuresIn(body)).of(undefined)?.dimensions).toEqual([
      column("GEO", "Area", { a: "Ay" }),
      column("SEX"),
    ]);
  });

  test("is a matter of the concept where the component says nothing, wherever it stands", async () => {
    const represented = (form: string, list: string) =>
      `<${form}><Enumeration><Ref id="${list}"/></Enumeration></${form}>`;
    const concepts = `<Concept id="AREA"><Name>Area</Name>${represented("CoreRepresentation", "CL")}</Concept>
<Concept id="SEX"><Name>Sex</Name>${represented("CoreRepresentation", "CL")}</Concept>`;
    const own = structure(
      "DSD",
      dimensions(dimension("AREA"), dimension("SEX", represented("LocalRepresentation", "CL_B"))),
    );
    const other = `<MetadataAttribute id="M"><ConceptIdentity><Ref id="SEX"/></ConceptIdentity>${represented("LocalRepresentation", "CL_B")}</MetadataAttribute>`;
    const expected = [column("AREA", "Area", { a: "Ay" }), column("SEX", "Sex", { b: "Bee" })];
    for (const parts of [
      [lists, concepts, own, other],
      [own, other, concepts, lists],
    ]) {
      for (const bodies of [parts, [parts.join("\n")]]) {
        expect((await structuresIn(...bodies)).of(undefined)?.dimensions).toEqual(expected);
      }
    }
    const areas = structure("DSD", dimensions(dimension("SEX"), dimension("AREA")));
    const last = await structuresIn(`${lists}${areas}${concepts}${other}`);
    expect(last.of(undefined)?.dimensions).toEqual([
      column("SEX", "Sex", { a: "Ay" }),
      column("AREA", "Area", { a: "Ay" }),
    ]);
  });

  test.each<[names: string, name: string]>([
    ['<Name xml:lang="de">Eins</Name><Name xml:lang="en">One</Name>', "One"],
    ['<Name xml:lang="en">One</Name><Name xml:lang="de">Eins</Name>', "One"],
    ['<Name xml:lang="EN-gb">One</Name><Name xml:lang="en">Two</Name>', "One"],
    ["<Name>One</Name><Name>Two</Name>", "One"],
    ['<Name>One</Name><Name xml:lang="en">Two</Name>', "One"],
    ['<Name xml:lang="x-en">Eins</Name><Name xml:lang="en">One</Name>', "One"],
    ['<Name xml:lang="de">Eins</Name>', "Eins"],
    // Neither is English: the first one counts.
    ['<Name xml:lang="de">Eins</Name><Name xml:lang="fr">Un</Name>', "Eins"],
    ['<Name xml:lang="enm">Oon</Name><Name xml:lang="en">One</Name>', "One"],
    ["<Annotation><Name>Other</Name></Annotation><Name>One</Name>", "One"],
    ["<Name>\n One\t</Name>", "One"],
  ])("is the English name: %s", async (names, name) => {
    const before = '<Code id="z"><Name>Zed</Name></Code>';
    const body = `<Codelist id="CL">${before}<Code id="a">${names}</Code></Codelist>
<Concept id="Z"><Name>Zed</Name></Concept><Concept id="AREA">${names}</Concept>
${structure("DSD", dimensions(dimension("AREA", '<Enumeration><Ref id="CL"/></Enumeration>')))}`;
    expect((await structuresIn(body)).of(undefined)?.dimensions).toEqual([
      column("AREA", name, { z: "Zed", a: name }),
    ]);
  });

  test("is gathered from all parts of a list", async () => {
    const body = `${lists}<Codelist id="CL"><Code id="c"><Name>Sea</Name></Code></Codelist>
${structure("DSD", dimensions(dimension("AREA", '<Enumeration><Ref id="CL"/></Enumeration>')))}`;
    expect((await structuresIn(body)).of(undefined)?.dimensions).toEqual([
      column("AREA", undefined, { a: "Ay", c: "Sea" }),
    ]);
  });
});

describe("the structure of data", () => {
  const one = structure("ONE", dimensions(dimension("A")));
  const two = structure("TWO", dimensions(dimension("B")));
  const flow = (id: string, inner: string) => `<Dataflow id="${id}">${inner}</Dataflow>`;
  const refers = (id: string) => `<Structure><Ref id="${id}"/></Structure>`;
  const urn =
    "<Structure>urn:sdmx:org.sdmx.infomodel.datastructure.DataStructure=A:TWO(1.0)</Structure>";
  const metadata = `<Metadataflow id="M">${refers("TWO")}</Metadataflow>`;
  test.each<[what: string, body: string, id: string | undefined, own: string | undefined]>([
    ["is the only one if they name none", one, undefined, "ONE"],
    ["is the only one if they name another", one, "OTHER", "ONE"],
    ["is the one that they name", one + two, "TWO", "TWO"],
    ["is that of their dataflow", one + two + flow("DF", refers("TWO")), "DF", "TWO"],
    ["is that of their dataflow by its URN", one + two + flow("DF", urn), "DF", "TWO"],
    [
      "is not what its dataflow mentions elsewhere",
      one + two + flow("DF", `${refers("TWO")}<Annotation><Ref id="ONE"/></Annotation>`),
      "DF",
      "TWO",
    ],
    [
      "is that of their own dataflow",
      one + two + flow("DF", refers("TWO")) + flow("DG", refers("ONE")),
      "DF",
      "TWO",
    ],
    [
      "is not that of a flow of metadata",
      one + two + flow("DF", refers("ONE")) + metadata,
      "DF",
      "ONE",
    ],
    ["is unknown if they name none of two", one + two, "OTHER", undefined],
    ["is unknown if there are two", one + two, undefined, undefined],
    ["is unknown if there is none", lists, "ONE", undefined],
    [
      "is unknown if that of their dataflow is not there",
      one + two + flow("DF", refers("X")),
      "DF",
      undefined,
    ],
  ])("%s", async (_, body, id, own) => {
    const found = await structuresIn(body);
    expect(found.of(id === undefined ? undefined : named(id))?.id).toBe(own);
  });
});

describe("messages beside the data", () => {
  const one = message(structure("ONE", dimensions(dimension("A"))));
  const two = message(structure("TWO", dimensions(dimension("B"))));
  const many = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`d/${at}.xml`, ""]));
  test.each<[what: string, files: Readonly<Record<string, string>>, own: string | undefined]>([
    ["are read", { "d/a.xml": "", "d/one.XML": one }, "ONE"],
    [
      "lie in the same folder",
      { "d/a.xml": "", "two.xml": two, "d/e.xml/two.xml": two },
      undefined,
    ],
    [
      "are XML by their names",
      { "d/a.xml": "", "d/one.txt": one, "d/xml": one, "d/a.xml.bak": one },
      undefined,
    ],
    [
      "are structures of SDMX",
      { "d/a.xml": "", "d/one.xml": one.replace("urn:sdmx", "urn:x"), "d/empty.xml": "" },
      undefined,
    ],
    ["are not the data themselves", { "d/a.xml": one, "d/two.xml": two }, "TWO"],
    ["may be a hundred files", { ...many(98), "d/a.xml": "", "d/one.xml": one }, "ONE"],
    ["are not looked for among more", { ...many(99), "d/a.xml": "", "d/one.xml": one }, undefined],
  ])("%s", async (_, files, own) => {
    for (const path of ["d/a.xml", "./d/a.xml"]) {
      const found = await structuresBeside(inputIn(treeOf(files), path));
      expect(found.of(undefined)?.id).toBe(own);
    }
  });

  test.each([
    [256 * 1024 * 1024, "ONE"],
    [256 * 1024 * 1024 + 1, undefined],
  ])("of %d bytes give %s", async (size, own) => {
    class Large extends MemoryTree {
      override async stat(path: string) {
        return { ...(await super.stat(path)), size };
      }
    }
    const tree = new Large([["one.xml", Buffer.from(one)]]);
    expect((await structuresBeside(inputIn(tree, "a.xml"))).of(undefined)?.id).toBe(own);
  });

  test("are none where there is no folder", async () => {
    expect((await structuresBeside(inputIn(treeOf({}), "d/a.xml"))).of(undefined)).toBe(undefined);
  });

  test("that are no XML are refused with their names", async () => {
    const tree = treeOf({ "a.xml": "", "one.xml": one.slice(0, -4) });
    await expect(structuresBeside(inputIn(tree, "a.xml"))).rejects.toThrow(
      "one.xml:2: /Structure is no XML: unclosed tag: m:Structure",
    );
  });
});

test.each<[start: string, name: string]>([
  ['<m:Structure xmlns:m="http://www.SDMX.org/message">', "Structure"],
  ['<GenericData xmlns="urn:sdmx"/>', "GenericData"],
  ['<feed xmlns="urn:atom"/>', ""],
  ["<Structure><sdmx/></Structure>", ""],
  ["", ""],
])("the message in %s is %j", (start, name) => {
  expect(messageIn(start)).toBe(name);
});

test.each([
  ["", 0],
  ["x".repeat(65_536), 65_536],
  ["x".repeat(65_537), 65_536],
])("the start of a file is its first text: %#", async (text, length) => {
  expect(await startOf(inputIn(treeOf({ a: text }), "a"))).toBe("x".repeat(length));
});
