import { describe, expect, test } from "vitest";
import { heldRows, refusalOf, rowsOf } from "../held-rows.ts";

const namespaces =
  'xmlns:m="http://www.sdmx.org/resources/sdmxml/schemas/v2_1/message" xmlns:g="urn:g" xmlns:c="urn:c" xmlns:x="urn:x"';
const header = (at = "TIME_PERIOD") => `<m:Header><m:ID>i</m:ID>
<m:Structure structureID="S" dimensionAtObservation="${at}"><c:Structure><Ref agencyID="OURS" id="DSD" version="1.0"/></c:Structure></m:Structure></m:Header>`;
const message = (name: string, body: string, head = header()) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<!-- ours --><m:${name} ${namespaces}>${head}\n${body}</m:${name}>`;

const generic = message(
  "GenericData",
  `<m:DataSet structureRef="S" action="Replace">
<g:Attributes><g:Value id="TITLE" value="all"/></g:Attributes>
<g:Group type="Sibling"><g:GroupKey><g:Value id="AREA" value="DE"/></g:GroupKey><g:Attributes><g:Value id="UNIT" value="EUR"/></g:Attributes></g:Group>
<g:Series><g:SeriesKey><g:Value id="FREQ" value="A"/><g:Value id="AREA" value="FR"/></g:SeriesKey>
<g:Obs><g:ObsDimension value="2019"/><g:ObsValue value="1.50"/><g:Attributes><g:Value id="OBS_STATUS" value="A"/></g:Attributes></g:Obs>
<g:Obs><g:ObsDimension value="2020"/><g:ObsValue value="NaN"/></g:Obs></g:Series>
<g:Series><g:SeriesKey><g:Value id="FREQ" value="A"/><g:Value id="AREA" value="DE"/></g:SeriesKey>
<g:Obs><g:ObsDimension value="2020"/><g:ObsValue value="12345678901234567890"/></g:Obs></g:Series></m:DataSet>`,
);
const specific = message(
  "StructureSpecificData",
  `<m:DataSet x:structureRef="S" x:action="Replace" x:dataScope="DataStructure" TITLE="all">
<x:Group x:type="Sibling" AREA="DE" UNIT="EUR"/>
<x:Series FREQ="A" AREA="FR"><x:Obs TIME_PERIOD="2019" OBS_VALUE="1.50" OBS_STATUS="A"/><x:Obs TIME_PERIOD="2020" OBS_VALUE="NaN"/></x:Series>
<x:Series FREQ="A" AREA="DE"><x:Obs TIME_PERIOD="2020" OBS_VALUE="12345678901234567890"/></x:Series></m:DataSet>`,
);
const structure = `<m:Structure ${namespaces}><m:Header/><m:Structures>
<str:Codelist xmlns:str="urn:s" id="CL_AREA" agencyID="OURS" version="1.0"><c:Name>Areas</c:Name>
<str:Code id="FR"><c:Name xml:lang="de">Frankreich</c:Name><c:Name xml:lang="en">France</c:Name></str:Code>
<str:Code id="DE"><c:Name>Germany &amp; co</c:Name></str:Code></str:Codelist>
<ConceptScheme id="CS"><Concept id="AREA"><Name>Reference area</Name></Concept><Concept id="FREQ"><Name>Frequency</Name></Concept></ConceptScheme>
<DataStructure id="DSD"><DataStructureComponents><DimensionList>
<Dimension id="AREA"><ConceptIdentity><Ref id="AREA" maintainableParentID="CS"/></ConceptIdentity><LocalRepresentation><Enumeration><Ref id="CL_AREA"/></Enumeration></LocalRepresentation></Dimension>
<Dimension id="FREQ"><ConceptIdentity>urn:sdmx:org.sdmx.infomodel.conceptscheme.Concept=OURS:CS(1.0).FREQ</ConceptIdentity></Dimension>
<TimeDimension id="TIME_PERIOD"/></DimensionList><AttributeList><Attribute id="TITLE"/><Attribute id="UNIT"/></AttributeList>
<MeasureList><PrimaryMeasure id="OBS_VALUE"/></MeasureList></DataStructureComponents></DataStructure></m:Structures></m:Structure>`;

const rows = [
  ["DATAFLOW", "FREQ", "AREA", "TIME_PERIOD", "OBS_VALUE", "TITLE", "UNIT", "OBS_STATUS"],
  ["OURS:DSD(1.0)", "A", "FR", "2019", "1.50", "all", "", "A"],
  ["OURS:DSD(1.0)", "A", "FR", "2020", "NaN", "all", "", ""],
  ["OURS:DSD(1.0)", "A", "DE", "2020", "12345678901234567890", "all", "EUR", ""],
];
/** Rows by heading: the order of columns does not count where nothing says it. */
const byHeading = ([head = [], ...others]: string[][]) =>
  others.map((row) => Object.fromEntries(head.map((one, at) => [one, row[at]])));

describe("SDMX-ML", () => {
  test.each([
    ["generic", generic],
    ["structure-specific", specific],
  ])(
    "%s data become a row per observation, with what is said about their groups and sets",
    async (_, content) => {
      expect(byHeading(await rowsOf("a.xml", content))).toEqual(byHeading(rows));
    },
  );

  test("a structure beside the data gives names and the order of columns", async () => {
    for (const content of [generic, specific]) {
      const { "a.xml": found } = await heldRows({ "a.xml": content, "structure.xml": structure });
      expect(found?.slice(0, 2)).toEqual([
        [
          "DATAFLOW",
          "AREA",
          "Reference area",
          "FREQ",
          "TIME_PERIOD",
          "OBS_VALUE",
          "TITLE",
          "UNIT",
          "OBS_STATUS",
        ].filter((one) => one !== ""),
        ["OURS:DSD(1.0)", "FR", "France", "A", "2019", "1.50", "all", "", "A"],
      ]);
      expect(found?.[3]?.[2]).toBe("Germany & co");
    }
  });

  test("observations may stand in no series, and components may have several values", async () => {
    const flat = message(
      "StructureSpecificData",
      '<m:DataSet x:structureRef="S"><Obs AREA="FR" TIME_PERIOD="2020" OBS_VALUE="1"><Comp id="NOTE"><Value>a</Value><Value>b</Value></Comp></Obs></m:DataSet>',
      header("AllDimensions"),
    );
    expect(await rowsOf("a.xml", flat)).toEqual([
      ["DATAFLOW", "AREA", "NOTE", "TIME_PERIOD", "OBS_VALUE"],
      ["OURS:DSD(1.0)", "FR", "a, b", "2020", "1"],
    ]);
  });

  test("another encoding is read, and a file of 2,000 groups and series in no time", async () => {
    const latin = Buffer.from(
      specific.replace("UTF-8", "ISO-8859-1").replace('"all"', '"\u00e9"'),
      "latin1",
    );
    expect((await rowsOf("a.xml", new Uint8Array(latin)))[1]).toContain("\u00e9");
    const groups = Array.from(
      { length: 2_000 },
      (_, at) => `<x:Group AREA="${at}" UNIT="U${at}"/>`,
    );
    const series = groups.map(
      (_, at) => `<x:Series AREA="${at}"><x:Obs TIME_PERIOD="2020" OBS_VALUE="${at}"/></x:Series>`,
    );
    const many = message(
      "StructureSpecificData",
      `<m:DataSet x:structureRef="S">${groups.join("")}${series.join("")}</m:DataSet>`,
    );
    const found = byHeading(await rowsOf("a.xml", many));
    expect(found.length).toBe(2_000);
    expect(
      found.every(({ AREA, UNIT, OBS_VALUE }) => UNIT === `U${AREA}` && OBS_VALUE === AREA),
    ).toBe(true);
  });

  const mistakes: Readonly<Record<string, [content: string, problem: RegExp]>> = {
    "cut off": [specific.slice(0, -30), /^a\.xml:7: \/StructureSpecificData.* is no XML/],
    "with crossed elements": [
      specific.replace("</x:Series>", "</x:Serie>"),
      /^a\.xml:6: \/StructureSpecificData\/DataSet is no XML: unexpected close tag/,
    ],
    "with an entity": [specific.replace('"all"', '"&all;"'), /is no XML: undefined entity/],
    "with a bomb of entities": [
      specific.replace(
        "<!-- ours -->",
        '<!DOCTYPE a [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;&a;">]>',
      ),
      /^a\.xml:\d+: \/ has a document type, which is not read/,
    ],
    "with an external document type": [
      specific.replace("<!-- ours -->", '<!DOCTYPE a SYSTEM "file:///etc/passwd">'),
      /has a document type/,
    ],
    "that is nested too deep": [
      specific.replace("<x:Group", `${"<x:a>".repeat(200)}<x:Group`),
      /stands more than 100 deep/,
    ],
    "with a deletion": [
      specific.replace("Replace", "Delete"),
      /^a\.xml:4: \/StructureSpecificData\/DataSet says to delete observations/,
    ],
    "with an attribute twice": [specific.replace('AREA="DE"', 'AREA="DE" AREA="FR"'), /is no XML/],
    "with another code within a series": [
      specific.replace('OBS_STATUS="A"', 'AREA="DE"'),
      /\/DataSet\/Series\/Obs says another AREA than what is around it/,
    ],
    "with a component twice": [
      generic.replace('id="FREQ"', 'id="AREA"'),
      /SeriesKey\/Value\[2\] says AREA twice/,
    ],
    "with no value of a key": [generic.replace(' value="FR"', ""), /says no value of AREA/],
    "of an unknown encoding": [
      specific.replace("UTF-8", "EBCDIC"),
      /has the encoding "?EBCDIC"?, which is not read/,
    ],
  };
  test.each(Object.entries(mistakes))(
    "%s is refused, with file, line and XPath",
    async (_, [content, problem]) => {
      expect(await refusalOf("a.xml", content)).toMatch(problem);
    },
  );

  test("XML of other kinds, and structures alone, are no tables", async () => {
    expect(await heldRows({ "a.xml": "<feed xmlns='urn:atom'/>", "b.xml": structure })).toEqual({});
  });
});
