/** Tables of SDMX-ML as wholes: which messages hold some, their columns in order, and what each row says. */
import { describe, expect, test } from "vitest";
import { MemoryTree } from "../../../../src/load/bytes/memory-tree.ts";
import { openXml } from "../../../../src/load/held/sdmx-ml-tables.ts";

type Tables = Readonly<Record<string, string[][]>>;

/** The tables of a file by their names, each read twice. */
async function tablesIn(content: string, beside = ""): Promise<Tables | string | undefined> {
  const files = Object.entries({ "a.xml": content, "b.xml": beside });
  const tree = new MemoryTree(files.map(([path, text]) => [path, Buffer.from(text)]));
  const found = await openXml({ path: "a.xml", size: content.length, isGzip: false, tree });
  if (found === undefined || "nothing" in found) return found?.nothing;
  if (!("tables" in found)) throw new Error("no tables");
  const tables: Record<string, string[][]> = {};
  for (const { sheet = "", rows } of found.tables) {
    for (const _ of ["first", "again"]) {
      const read: string[][] = [];
      for await (const row of rows()) read.push(row.map(String));
      expect(tables[sheet] ?? read).toEqual(read);
      tables[sheet] = read;
    }
  }
  return tables;
}

const header = (id: string, inner: string, at = "TIME_PERIOD") =>
  `<Structure structureID="${id}" dimensionAtObservation="${at}">${inner}</Structure>`;
const ref = (id: string) =>
  `<c:Structure><Ref agencyID="A" id="${id}" version="2.1"/></c:Structure>`;
const message = (body: string, headers = "", name = "StructureSpecificData") =>
  `<m:${name} xmlns:m="urn:sdmx" xmlns:c="urn:c" xmlns:x="urn:x"><m:Header>${headers}</m:Header>\n${body}\n</m:${name}>`;
const set = (inner: string, attributes = "") => `<DataSet ${attributes}>${inner}</DataSet>`;
const obs = (attributes: string) => `<Obs ${attributes}/>`;
const point = obs('TIME_PERIOD="2020" OBS_VALUE="1"');
const value = (id: string, text: string) => `<Value id="${id}" value="${text}"/>`;
const seriesKey = (...inner: readonly string[]) => `<SeriesKey>${inner.join("")}</SeriesKey>`;
const plain = [
  ["TIME_PERIOD", "OBS_VALUE"],
  ["2020", "1"],
];

describe("a message", () => {
  test.each([
    "StructureSpecificData",
    "StructureSpecificTimeSeriesData",
    "GenericData",
    "GenericTimeSeriesData",
    "CompactData",
  ])("%s holds tables", async (name) => {
    expect(await tablesIn(message(set(point), "", name))).toEqual({ "": plain });
  });

  test.each(["GenericDataX", "MyGenericData", "GenericMetadata", "TimeSeriesData"])(
    "%s is of another kind",
    async (name) => {
      expect(await tablesIn(message(set(point), "", name))).toBe(undefined);
    },
  );

  test.each<[what: string, content: string, nothing: string | undefined]>([
    ["of another format", message(set(point)).replace("urn:sdmx", "urn:y"), undefined],
    [
      "of structures",
      message("", "", "Structure"),
      "is a structure message, which holds no observations: it names the codes of data beside it",
    ],
    ["without data sets", message(""), "holds no data"],
  ])("%s has no tables", async (_, content, nothing) => {
    expect(await tablesIn(content)).toBe(nothing);
  });
});

describe("the dataflow", () => {
  const urn = (id: string) => `urn:sdmx:a.DataStructure=B:${id}(3.0)`;
  const two = header("S", ref("ONE")) + header("T", ref("TWO"));
  const flow = (name: string, reference: string) => ({
    [name]: [
      ["DATAFLOW", ...plain[0]!],
      [reference, ...plain[1]!],
    ],
  });
  test.each<[what: string, body: string, headers: string, tables: Tables]>([
    ["is unknown without a header", set(point), "", { "": plain }],
    ["is that of the only header", set(point), header("S", ref("ONE")), flow("S", "A:ONE(2.1)")],
    [
      "is that of the header that the data set names",
      set(point, 'x:structureRef="T"'),
      two,
      flow("T", "A:TWO(2.1)"),
    ],
    ["is unknown if the data set names none of two", set(point), two, { "": plain }],
    [
      "is unknown if no header is the one that is named",
      set(point, 'structureRef="U"'),
      header("S", ref("ONE")),
      { U: plain },
    ],
    [
      "is one for each data set",
      set(point, 'structureRef="S"') + set(point, 'structureRef="T"'),
      two,
      { ...flow("S", "A:ONE(2.1)"), ...flow("T", "A:TWO(2.1)") },
    ],
    [
      "may stand in a URN",
      set(point),
      header("S", `<c:Structure><URN>\n${urn("ONE")} </URN></c:Structure>`),
      flow("S", "B:ONE(3.0)"),
    ],
    [
      "may be a text",
      set(point),
      header("S", `<c:Structure> ${urn("ONE")}\n</c:Structure>`),
      flow("S", "B:ONE(3.0)"),
    ],
    [
      "is the first that is named",
      set(point),
      header("S", `${ref("ONE")}<c:Structure>${urn("TWO")}</c:Structure>${ref("TWO")}`),
      flow("S", "A:ONE(2.1)"),
    ],
    [
      "has the version 1.0 if none is said",
      set(point),
      header("S", '<c:Structure><Ref id="ONE"/></c:Structure>'),
      flow("S", ":ONE(1.0)"),
    ],
  ])("%s", async (_, body, headers, tables) => {
    expect(await tablesIn(message(body, headers))).toEqual(tables);
  });

  test("of several data sets is one table", async () => {
    const sets =
      set(obs('OBS_VALUE="1" B="b"'), 'T="t"') + set(obs('OBS_VALUE="2" A="a"'), 'T="u"');
    expect(await tablesIn(message(sets))).toEqual({
      "": [
        ["B", "A", "OBS_VALUE", "T"],
        ["b", "", "1", "t"],
        ["", "a", "2", "u"],
      ],
    });
  });
});

/** The headings of a message of one table. */
async function headingsIn(body: string, beside?: string): Promise<readonly string[] | undefined> {
  const tables = await tablesIn(message(body), beside);
  return typeof tables === "object" ? tables[""]?.[0] : [String(tables)];
}

describe("columns without a structure", () => {
  const usual =
    "TITLE TITLE_COMPL COLLECTION COMPILATION COMMENT_OBS SOURCE SOURCE_AGENCY EMBARGO_TIME PUBL_ECB DISS_ORG BREAK BREAKS COVERAGE AVAILABILITY OBS_STATUS CONF_STATUS NAT_TITLE DOM_SER_IDS DECIMALS UNIT_MULT UNIT_INDEX_BASE TIME_FORMAT PRE_BREAK_VALUE";
  const others = "TITLES MY_TITLE UNIT OBSERVED CONFIRMED UNIT_MEASURE TIME FREQ SOURCED BREAKSS";
  const cells = (ids: string) => ids.replaceAll(/\w+/g, '$&="1"');

  test("are attributes if they have the names of usual ones", async () => {
    expect(await headingsIn(set(obs(`${cells(usual)} OBS_VALUE="1" ${cells(others)}`)))).toEqual(
      `${others} OBS_VALUE ${usual}`.split(" "),
    );
  });

  test.each<[what: string, body: string, headings: string]>([
    ["of data sets are attributes", set(obs('B="b"'), 'A="a"'), "B OBS_VALUE A"],
    [
      "of keys are dimensions, whatever their names",
      set(`<Series>${seriesKey(value("TITLE", "t"), value("A", "a"))}</Series>`),
      "TITLE A OBS_VALUE",
    ],
    [
      "of observations' keys are dimensions, too",
      set(`<Obs><ObsKey>${value("TITLE", "t")}</ObsKey></Obs>`),
      "TITLE OBS_VALUE",
    ],
    [
      "of keys of groups are dimensions where their names are no usual ones",
      set(`<Group><GroupKey>${value("TITLE", "t")}${value("A", "a")}</GroupKey></Group>`),
      "A OBS_VALUE TITLE",
    ],
    [
      "of attributes are attributes",
      set(
        `<Obs><Attributes>${value("B", "b")}</Attributes><ObsKey>${value("A", "a")}</ObsKey></Obs>`,
      ),
      "A OBS_VALUE B",
    ],
    [
      "have the time and the value once",
      set("", 'OBS_VALUE="1" TIME_PERIOD="2"'),
      "TIME_PERIOD OBS_VALUE",
    ],
    [
      "are none of what says how data are exchanged",
      set(
        obs(
          `A="a" xmlns="urn:z" x:own="1" ${cells("action dataScope structureRef setID validFromDate validToDate publicationYear publicationPeriod reportingBeginDate reportingEndDate type keyFamilyURI datasetID isAvailable dataProviderID dataProviderSchemeAgencyId dataProviderSchemeId")}`,
        ),
      ),
      "A OBS_VALUE",
    ],
    ["have a value if the data have none", set("<Series A='a'/>"), "A OBS_VALUE"],
  ])("%s", async (_, body, headings) => {
    expect(await headingsIn(body)).toEqual(headings.split(" "));
  });
});

test("columns with a structure are what it says, in its order, and all others of the data", async () => {
  const list = (name: string, ...ids: readonly string[]) =>
    `<${name}List>${ids.map((id) => `<${name} id="${id}"/>`).join("")}</${name}List>`;
  const beside = `<Structure xmlns="urn:sdmx"><DataStructure id="S"><DataStructureComponents>${list("Dimension", "SOURCE", "UNSEEN", "A")}${list("Measure", "OBS_COUNT", "LEVEL")}${list("Attribute", "NOTE", "B")}</DataStructureComponents></DataStructure></Structure>`;
  const row =
    'TITLE="1" B="2" Z="3" A="4" LEVEL="5" Y="6" OBS_VALUE="7" TIME_PERIOD="8" SOURCE="9" OBS_COUNT="10" NOTE="11"';
  expect(await tablesIn(message(set(obs(row))), beside)).toEqual({
    "": [
      "SOURCE A Z Y TIME_PERIOD LEVEL OBS_VALUE OBS_COUNT TITLE B NOTE".split(" "),
      "9 4 3 6 8 5 7 10 1 2 11".split(" "),
    ],
  });
});

describe("rows", () => {
  const key = seriesKey(value("A", "a"), '<Value concept="B" value="b"/>');
  const atArea = header("S", "", "AREA");
  const byArea = (id: string) => ({
    S: [
      [id, "OBS_VALUE"],
      ["FR", "2"],
    ],
  });
  test.each<[what: string, body: string, headers: string, tables: Tables]>([
    [
      "have the parts of the generic form",
      set(
        `<Series>${key}<Attributes>${value("N", "n")}</Attributes><Obs><ObsDimension value="2020"/><ObsValue value="1"/><Attributes>${value("M", "m")}</Attributes></Obs><Other>${value("X", "x")}</Other></Series>`,
      ),
      "",
      {
        "": [
          ["A", "B", "TIME_PERIOD", "OBS_VALUE", "N", "M"],
          ["a", "b", "2020", "1", "n", "m"],
        ],
      },
    ],
    [
      "have the dimension that the header puts at observations",
      set('<Obs><ObsDimension value="FR"/><ObsValue value="2"/></Obs>'),
      atArea,
      byArea("AREA"),
    ],
    [
      "have the dimension that the observation names",
      set('<Obs><ObsDimension id="GEO" value="FR"/><ObsValue value="2"/></Obs>'),
      atArea,
      byArea("GEO"),
    ],
    [
      "have values of other measures, and empty ones",
      set('<Obs><ObsDimension value="2020"/><ObsValue id="M" value="1"/><ObsValue/></Obs>'),
      "",
      {
        "": [
          ["M", "TIME_PERIOD", "OBS_VALUE"],
          ["1", "2020", ""],
        ],
      },
    ],
    [
      "have times as elements, as 2.0 has them",
      set(`<Series>${key}<Obs><Time>\n2020 </Time><ObsValue value="1"/></Obs></Series>`),
      "",
      {
        "": [
          ["A", "B", "TIME_PERIOD", "OBS_VALUE"],
          ["a", "b", "2020", "1"],
        ],
      },
    ],
    [
      "have several values of a component, of a series or an observation",
      set(
        '<Series><Comp id="T"><Value> p</Value><Value>q </Value></Comp><Obs OBS_VALUE="1"><Comp id="U"><Value>r</Value></Comp></Obs></Series>',
      ),
      "",
      {
        "": [
          ["T", "U", "OBS_VALUE"],
          ["p, q", "r", "1"],
        ],
      },
    ],
    [
      "may repeat what is around them",
      set('<Series A="a"><Obs A="a" OBS_VALUE="1"/></Series>', 'A="a"'),
      "",
      {
        "": [
          ["OBS_VALUE", "A"],
          ["1", "a"],
        ],
      },
    ],
  ])("%s", async (_, body, headers, tables) => {
    expect(await tablesIn(message(body, headers))).toEqual(tables);
  });

  test("have what is said about each group of which they are part", async () => {
    const series = ["a1", "a2", "b1"].map(
      ([a, b]) => `<Series A="${a}" B="${b}"><Obs OBS_VALUE="${a}${b}"/></Series>`,
    );
    const groups = [
      '<Group A="a" B="1" UNIT_MULT="one"/>',
      '<Group B="1" A="a" DECIMALS="two"/>',
      '<Group A="a" TITLE="three"/>',
      '<Atts A="b" B="1" SOURCE="four"/>',
      '<Group A="c" TITLE="none"/>',
      '<Group COVERAGE="all"/>',
    ];
    const sorted = (row: readonly string[] = []) => row.join(" ");
    for (const parts of [
      [...series, ...groups],
      [...groups, ...series],
    ]) {
      const tables = (await tablesIn(message(set(parts.join(""))))) as Tables;
      expect(tables[""]?.map(sorted)).toEqual([
        "A B OBS_VALUE UNIT_MULT DECIMALS TITLE SOURCE COVERAGE",
        "a 1 a1 one two three  all",
        "a 2 a2   three  all",
        "b 1 b1    four all",
      ]);
    }
  });
});

test.each<[what: string, body: string, problem: string]>([
  ["a series beside data sets", "<Series/>", "/Series stands in no data set"],
  ["a value beside data sets", "<Comp><Value/></Comp>", "/Comp/Value stands in no data set"],
  ["a data set within another", set("<DataSet/>"), "/DataSet/DataSet stands in another data set"],
  [
    "a deletion",
    set("", 'x:action="DELETE"'),
    "/DataSet says to delete observations: it holds none",
  ],
  ["a component without a name", set("<Obs><Comp/></Obs>"), "/DataSet/Obs/Comp names no component"],
  [
    "a code without a name",
    set("<Obs><ObsKey><Value/></ObsKey></Obs>"),
    "/DataSet/Obs/ObsKey/Value names no component",
  ],
  [
    "an attribute without a name",
    set("<Obs><Attributes><Value/></Attributes></Obs>"),
    "/DataSet/Obs/Attributes/Value names no component",
  ],
  [
    "a code without a value",
    set(`<Series/><Series>${seriesKey('<Value id="A"/>')}</Series>`),
    "/DataSet/Series[2]/SeriesKey/Value says no value of A",
  ],
  [
    "a time without a value",
    set("<Obs><ObsDimension/></Obs>"),
    "/DataSet/Obs/ObsDimension says no value of TIME_PERIOD",
  ],
  [
    "a code twice",
    set(`<Series A="a">${seriesKey(value("A", "a"))}</Series>`),
    "/DataSet/Series/SeriesKey/Value says A twice",
  ],
  [
    "two codes of one observation",
    set('<Series A="a"><Obs A="b"/></Series>'),
    "/DataSet/Series/Obs says another A than what is around it",
  ],
])("%s is refused with its line and place", async (_, body, problem) => {
  await expect(tablesIn(message(body))).rejects.toMatchObject({
    message: `a.xml:2: /StructureSpecificData${problem}`,
  });
});
