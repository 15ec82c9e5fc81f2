/** Names of entities: those with footnotes, and the dcids that are made of them. */
import { expect, test } from "vitest";
import { dcidOfName } from "../../../../src/load/described/made-dcids.ts";
import { MadeNames } from "../../../../src/load/described/table-entities.ts";
import { Statements } from "../../../../src/load/statements/statements.ts";
import { isTotal, totalled } from "../../../../src/load/values/totals.ts";
import { RecordingSink } from "../recording-sink.ts";
import { opened } from "./opened-columns.ts";

const countryOf = (code: string, name: string) =>
  `Node: dcid:country/${code}\ntypeOf: dcs:Country\nname: "${name}"\n`;
const places = [
  countryOf("FRA", "France"),
  countryOf("DEU", "Germany*"),
  countryOf("COG", "Congo (b)"),
];
const columns = { entity: { name: "Country" }, date: "Year", variables: ["Cats"] };

test("are read without the footnote where nothing has the whole name, and each is reported", async () => {
  const names = ["France (1)", "France*", "France\u00b2", "France [a]", "Germany*", "Congo (b)"];
  const rows = names.map((name, at) => `${name},${2001 + at},${at}\n`);
  const text = `Country,Year,Cats\n${rows.join("")}Spain (1),2020,7\nFrance (South),2020,8\n`;
  const found = await opened(text, columns, { files: { "places.mcf": places.join("\n") } });
  expect(found.observations).toEqual([
    "Cats country/COG 2006 5",
    "Cats country/DEU 2005 4",
    "Cats country/FRA 2001 0",
    "Cats country/FRA 2002 1",
    "Cats country/FRA 2003 2",
    "Cats country/FRA 2004 3",
  ]);
  expect(found.told).toEqual([
    "info FootnoteInName 2",
    "info FootnoteInName 3",
    "info FootnoteInName 4",
    "info FootnoteInName 5",
    "error UnresolvedEntity 8",
    "error UnresolvedEntity 9",
  ]);
  expect(found.messages[0]).toBe(
    "'France (1)' is read as 'France', without its footnote: column 'Country'",
  );
});

test("may be dcids that something describes, whatever their type; of others each is reported", async () => {
  const city =
    'Node: dcid:city/1\ntypeOf: dcs:City\nname: "city/9"\n\nNode: dcid:Ohio\nname: "x"\n';
  const names = ["France", "dcid:country/DEU", "city/1", "city/9", "country/ESP", "Ohio"];
  const rows = names.map((name, at) => `${name},${2001 + at},${at}\n`);
  const files = { "places.mcf": `${places.join("\n")}\n${city}` };
  const entity = { name: "Country", type: "Country" };
  const text = `Country,Year,Cats\n${rows.join("")}`;
  const found = await opened(text, { ...columns, entity }, { files });
  expect(found.observations).toEqual([
    "Cats city/1 2003 2",
    "Cats country/DEU 2002 1",
    "Cats country/FRA 2001 0",
  ]);
  expect(found.told).toEqual([
    "error UnresolvedEntity 5",
    "error UnresolvedEntity 6",
    "error UnresolvedEntity 7",
  ]);
  // A name goes before the dcid that it looks like.
  const any = await opened(text, columns, { files });
  expect(any.observations).toContain("Cats city/1 2004 3");
});

test.each([
  ["Median income ($)", "Median_income"],
  ["__a__", "__a__"],
  ["--a b--", "--a_b--"],
  ["  a  b  ", "a_b"],
  ["((a b))", "a_b"],
  ["dcid:x/y", "x/y"],
  ["a.b-c_d", "a.b-c_d"],
  ["?!", "unnamed"],
  ["", "unnamed"],
  ["Größe é", "Grosse_e"],
  ["Gäste", "Gaste"],
  ["Łódź, Ærø", "Lodz_Aero"],
  ["œ Œ ø Ø ł Ł đ Đ ı ß æ Æ", "oe_Oe_o_O_l_L_d_D_i_ss_ae_Ae"],
  ["a\u0323\u0301 b", "a_b"],
  ["a in b", "a_in_b"],
  ["a in $ b", "a_in_b"],
  ["a in $", "a"],
  ["Население", "Население"],
  ["Ζωή й", "Ζωή_й"],
  ["μέσος", "μέσος"],
  // Micro, by its own sign and by the Greek letter.
  ["PM10 (\u00b5g/m\u00b3)", "PM10_ug/m3"],
  ["PM10 (\u03bcg/m3)", "PM10_ug/m3"],
])("the name %j makes the dcid %s", (name, dcid) => {
  expect(dcidOfName(name)).toBe(dcid);
});

test("two names have two dcids, and one name has one", () => {
  const sink = new RecordingSink();
  const names = new MadeNames("City", "own/", "country/X");
  const statements = new Statements(sink);
  const made = ["a b", "a  b", "a (b)", "a b", "c"].map((name) =>
    names.dcidOf(name, statements, "p"),
  );
  expect(made).toEqual(["own/a_b", "own/a_b_2", "own/a_b_3", "own/a_b", "own/c"]);
  expect(sink.lines).toHaveLength(4 * 3);
  expect(sink.lines.slice(0, 3)).toEqual([
    "own/a_b containedInPlace country/X",
    'own/a_b name "a b"',
    "own/a_b typeOf City",
  ]);
});

test("rows that say different values are refused, and columns with a heading that nothing reads are named", async () => {
  const columns = { entity: "id", date: "Year", variables: ["Cats"] };
  await expect(opened("id,Year,Sex,,Cats\na,2020,f,,1\na,2020,m,,2\n", columns)).rejects.toThrow(
    "where these columns are not read: 'Sex'. In",
  );
});

const sums =
  "all ensemble gesamt insgesamt ogółem overall razem soma sum suma summe totaal total totale totals zusammen всего итого усього";

test.each([...sums.split(" "), "grand total", "total general"])("%s is a total", (word) => {
  for (const cell of [word, word.toUpperCase(), `${word}:`, `${word}.`]) {
    expect([cell, isTotal(cell)]).toEqual([cell, true]);
  }
  for (const cell of [`x${word}`, `${word}x`, `${word}, x`, `${word}..`]) {
    expect([cell, isTotal(cell)]).toEqual([cell, false]);
  }
});

test.each<[cell: string, is: boolean]>([
  ["Zwischensumme Bayern", true],
  ["Teilsumme", true],
  ["Subtotal Texas", true],
  ["sub-total", true],
  ["Sous-total (a)", true],
  ["Subtotals", false],
  ["Subtotal", true],
  ["A subtotal", false],
  ["All areas", true],
  ["all countries", true],
  ["All towns", true],
  ["All towns of Texas", false],
  ["Not all towns", false],
  ["All Saints", false],
  ["TOTAL, 13 states", true],
  ["Total of all 50 states", true],
  ["All 50 states", true],
  ["Total (12 counties)", true],
  ["Grand total, regions", true],
  ["Total, eight states", true],
  ["Total, all states listed", true],
  ["Total, all listed states", true],
  ["All counties shown", true],
  ["Total, states of mind", false],
  ["Total (New England states)", false],
  ["Total urban areas", false],
  ["Total regional towns", false],
  ["Totalled states", false],
  ["Total states of Texas", false],
  ["Total Texas", false],
  ["Statewide", true],
  ["Statewide total", true],
  ["County-wide", true],
  ["Worldwide", false],
  ["Statewide roads", false],
  ["", false],
  ["Texas", false],
])("%j is a total: %s", (cell, is) => {
  expect(isTotal(cell)).toBe(is);
});

test.each<[name: string, rest: string | undefined]>([
  ["Total Texas", "Texas"],
  ["total: Texas", "Texas"],
  ["Totale - Roma", "Roma"],
  ["Summe \u2013 Bayern", "Bayern"],
  ["Suma Polska", "Polska"],
  ["Gesamt: Bayern", "Bayern"],
  ["Insgesamt Bayern", "Bayern"],
  ["Texas total", "Texas"],
  ["Texas, Total", "Texas"],
  ["Texas (total)", "Texas"],
  ["Texas - Totale", "Texas"],
  ["Bayern \u2013 Summe", "Bayern"],
  ["Polska: suma", "Polska"],
  ["Bayern gesamt", "Bayern"],
  ["Bayern insgesamt", "Bayern"],
  ["Bayern zusammen", "Bayern"],
  ["Total Texas total", "Texas"],
  ["Totals Texas", undefined],
  ["TotalTexas", undefined],
  ["Texastotal", undefined],
  ["Texas totals", undefined],
  ["Texas total area", undefined],
  ["The total Texas", undefined],
  ["Total", undefined],
  ["Total ", undefined],
  [" total", undefined],
  ["Texas", undefined],
  [`${"x".repeat(94)} total`, "x".repeat(94)],
  [`${"x".repeat(95)} total`, undefined],
])("beside a word for a total, %j says %j", (name, rest) => {
  expect(totalled(name)).toBe(rest);
});

const known = [
  ...places,
  countryOf("USA", "Texas"),
  countryOf("SEV", "Salem"),
  countryOf("SVN", "Salem"),
];

/** What becomes of a row with this name. */
async function outcome(name: string, entity: object = {}): Promise<string[]> {
  const files = { "places.mcf": known.join("\n") };
  const option = { ...columns, entity: { ...columns.entity, ...entity } };
  const found = await opened(`Country,Year,Cats\n"${name}",2020,1\n`, option, { files });
  return [...found.observations, ...found.told, ...found.messages];
}

test.each([
  "France (1)",
  "France (12)",
  "France (a)",
  "France(b)",
  "France [1]",
  "France [12]",
  "France[c]",
  "France*",
  "France **",
  "France\u2020",
  "France \u2021",
  "France\u00a7",
  "France\u00b9\u00b2",
  "France \u2075",
  "France  1)",
  "France 1)",
  "France  12)",
  "France 1/",
  "France (1) (2)",
  "France* 1/ 2/",
  "France\u1d43",
])("%s is France with a footnote", async (name) => {
  expect(await outcome(name)).toEqual([
    "Cats country/FRA 2020 1",
    "info FootnoteInName 2",
    `'${name}' is read as 'France', without its footnote: column 'Country'`,
  ]);
});

test.each([
  "France (123)",
  "France (ab)",
  "France 1",
  "France1)",
  "France [123]",
  "(1)",
  "* France",
  "France (1) x",
])("%s is no France", async (name) => {
  expect(await outcome(name)).toEqual([
    "error UnresolvedEntity 2",
    `no known entity has the name '${name}', in column 'Country'; row not loaded`,
  ]);
});

test.each<[what: string, name: string, entity: object, expected: string[]]>([
  [
    "several places have",
    "Salem",
    {},
    [
      "Cats country/SEV 2020 1",
      "info SeveralEntities 2",
      "'Salem' in column 'Country' may be 'country/SEV' or 'country/SVN'; the first is taken",
    ],
  ],
  [
    "is a total",
    "Total",
    { create: "own/" },
    ["warning TotalRow 2", "'Total' is a total of other rows and no entity; row not loaded"],
  ],
  [
    "may be a total of a new place",
    "Florida (total)",
    { create: "own/", type: "State" },
    [
      "Cats own/Florida_total 2020 1",
      "warning CreatedEntity 2",
      "no known entity of type 'State' has the name 'Florida (total)', in column 'Country'; it becomes the new entity 'own/Florida_total', and may be a total of other rows",
    ],
  ],
  [
    "is that of a new place within another",
    "Florida",
    { create: "own/", within: "country/USA" },
    [
      "Cats own/Florida 2020 1",
      "info CreatedEntity 2",
      "no known entity in 'country/USA' has the name 'Florida', in column 'Country'; it becomes the new entity 'own/Florida'",
    ],
  ],
  [
    "is left out",
    "France",
    { without: ["France"] },
    ["info LeftOutEntity 2", "'France' is left out by the option columns; row not loaded"],
  ],
  [
    "says nothing",
    "-",
    {},
    ["error MissingOrEmpty_entity 2", "the row has no entity; row not loaded"],
  ],
])("a name that %s", async (_, name, entity, expected) => {
  expect(await outcome(name, entity)).toEqual(expected);
});

test.each<[id: string, entity: object, dcid: string]>([
  ["6", { prefix: "geoId/", digits: 2 }, "geoId/06"],
  ["123", { prefix: "geoId/", digits: 2 }, "geoId/123"],
  ["a", { prefix: "geoId/", digits: 2 }, "geoId/a"],
  ["geoId/6", { prefix: "geoId/", digits: 2 }, "geoId/6"],
  ["dcid:geoId/6", { prefix: "geoId/", digits: 2 }, "geoId/6"],
  ["6", { digits: 3 }, "006"],
  ["6a", { digits: 3 }, "6a"],
  ["a6", { digits: 3 }, "a6"],
  ["dcs:X", {}, "X"],
  ["A", { values: { A: "b" } }, "b"],
  ["B", { values: { A: "b" }, prefix: "own/" }, "own/B"],
])("the id %s with %j is the dcid %s", async (id, entity, dcid) => {
  const option = { ...columns, entity: { column: "Country", ...entity } };
  const { observations, told } = await opened(`Country,Year,Cats\n${id},2020,1\n`, option);
  expect([observations, told]).toEqual([[`Cats ${dcid} 2020 1`], []]);
});

test("a place of its own has its node once, with its name and its type", async () => {
  const values = {
    A: { dcid: "own/a", name: "Ay", type: "Place" },
    B: { dcid: "own/b", name: "Bee" },
  };
  const option = { ...columns, entity: { column: "Country", values } };
  const { commons } = await opened("Country,Year,Cats\nA,2020,1\nB,2020,2\nA,2021,3\n", option);
  const nodes = ["own/a", "own/b"];
  const textsOf = (property: string) => {
    const { data } = commons.v2.node({ nodes, property: `->${property}` });
    return nodes.map((node) =>
      data![node]!.arcs?.[property]?.nodes?.map((one) => one.dcid ?? one.value),
    );
  };
  expect([textsOf("name"), textsOf("typeOf")]).toEqual([
    [["Ay"], ["Bee"]],
    [["Place"], undefined],
  ]);
});

test("a name beside a word for a total is one where its table has the place, too", async () => {
  const table = "Country,Year,Cats\nTexas,2020,1\nTexas total,2020,2\nUtah total,2020,3\n";
  const { observations, told } = await opened(table, columns, {
    files: { "places.mcf": known.join("\n") },
  });
  expect([observations, told]).toEqual([
    ["Cats country/USA 2020 1"],
    ["warning TotalRow 3", "error UnresolvedEntity 4"],
  ]);
  const own = { ...columns, entity: { name: "Country", create: "own/" } };
  const made = await opened(table, own);
  expect(made.observations).toEqual(["Cats own/Texas 2020 1", "Cats own/Utah_total 2020 3"]);
});

test("a name that is a dcid stays one, and has no node of its own", () => {
  const sink = new RecordingSink();
  const names = new MadeNames("City");
  const statements = new Statements(sink);
  const made = ["Cats", "dcid:Cats", "a b"].map((name) => names.dcidOf(name, statements, "p"));
  expect([made, names.has("Cats"), names.has("a b")]).toEqual([
    ["Cats", "Cats", "a_b"],
    false,
    true,
  ]);
  expect(sink.lines).toEqual(['a_b name "a b"', "a_b typeOf City"]);
});
