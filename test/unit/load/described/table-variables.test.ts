/** Further columns of a table are parts of its variables, or say how values are measured. */
import { expect, test } from "vitest";
import { open, type TableColumns } from "../../../../src/index.ts";

async function opened(table: string, columns: TableColumns) {
  const commons = await open({ "a.csv": table }, { columns });
  const { graph, observations } = commons.engine;
  const rows: string[] = [];
  for (let series = 0; series < observations.seriesCount; series++) {
    const { start, end } = observations.pointsOf(series);
    const { unit, observationPeriod } = observations.facetOf(series);
    for (let point = start; point < end; point++) {
      const [variable, entity] = [observations.variableOf(series), observations.entityOf(series)];
      const said = [variable, entity].map((id) => graph.dictionary.textOf(id));
      const cells = [...said, observations.dateOf(point), observations.textOf(point)];
      rows.push([...cells, unit, observationPeriod].join(" ").trim());
    }
  }
  const nodesOf = (node: string, property: string) => {
    const { data } = commons.v2.node({ nodes: [node], property: `->${property}` });
    return data?.[node]?.arcs?.[property]?.nodes ?? [];
  };
  const about = async (node: string, property: string) =>
    nodesOf(node, property).map(({ dcid, value }) => dcid ?? value);
  const textsOf = (node: string, property: string) =>
    nodesOf(node, property).map(({ value }) => value);
  const found = commons.info.diagnostics.counters.map(({ counter, examples }) => [
    counter,
    examples[0]?.message,
  ]);
  return { rows, about, textsOf, found };
}

const sex = { property: "gender", values: { F: { value: "Female", name: "women" }, _T: "" } };

test("codes of dimensions are parts of the variable, in the order of their properties", async () => {
  const table = [
    "geo,SEX,AGE,year,people",
    "a,F,Y15T24,2020,1",
    "a,_T,Y15T24,2020,2",
    "a,F,Y_GE65,2020,3",
    "a,_T,_T,2020,4",
    "a,X,_T,2020,5",
  ].join("\n");
  const age = {
    property: "age",
    values: { Y15T24: "Years15To24", Y_GE65: "Years65Onwards", _T: "" },
  };
  const { rows, about } = await opened(table, {
    entity: "geo",
    date: "year",
    variables: { people: "Count_Person" },
    dimensions: { SEX: sex, AGE: age },
    properties: { Count_Person: { name: "People", populationType: "Person" } },
  });
  expect(rows).toEqual([
    "Count_Person a 2020 4",
    "Count_Person_15To24Years a 2020 2",
    "Count_Person_15To24Years_Female a 2020 1",
    "Count_Person_65OrMoreYears_Female a 2020 3",
    "Count_Person_X a 2020 5",
  ]);
  const woman = "Count_Person_15To24Years_Female";
  expect(await about(woman, "name")).toEqual(["People, women, Years15To24"]);
  expect(await about(woman, "gender")).toEqual(["Female"]);
  expect(await about(woman, "age")).toEqual(["Years15To24"]);
  expect(await about(woman, "populationType")).toEqual(["Person"]);
  expect(await about(woman, "constraintProperties")).toEqual(["age", "gender"]);
  expect(await about("Count_Person", "typeOf")).toEqual(["StatisticalVariable"]);
});

test("two meanings never have one variable", async () => {
  const table = "geo,Band,year,people\na,15-24,2020,1\na,15 24,2020,2\na,15_24,2020,3\n";
  const { rows, about } = await opened(table, {
    entity: "geo",
    date: "year",
    variables: ["people"],
    dimensions: { Band: {} },
  });
  expect(rows).toHaveLength(3);
  expect(new Set(rows.map((row) => row.split(" ")[0])).size).toBe(3);
  expect(await about("people_15-24", "band")).toEqual(["15-24"]);
});

test("codes of variables have dcids and names, and codes of measures their meanings", async () => {
  const table = [
    "geo,code,label,FREQ,UNIT,MULT,date,value,flag",
    "a,SP.POP,People,A,PS,3,2020,1.5,e",
    "a,XX,Others,M,PC,Units,2020-01,7,",
    "a,XX,Others,M,PC,lots,2020-02,7,p",
  ].join("\n");
  const { rows, about, found } = await opened(table, {
    entity: "geo",
    date: "date",
    variable: { column: "code", name: "label", values: { "SP.POP": "Count_Person" } },
    value: "value",
    unit: { column: "UNIT", values: { PS: "Person", PC: "Percent" } },
    observationPeriod: { column: "FREQ", values: { A: "P1Y", M: "P1M" } },
    multiplier: "MULT",
    notes: ["flag"],
  });
  expect(rows).toEqual(["Count_Person a 2020 1500 Person P1Y", "XX a 2020-01 7 Percent P1M"]);
  expect(await about("XX", "name")).toEqual(["Others"]);
  expect(found).toEqual([
    [
      "Sanity_MultiplierOfObsValue",
      "'lots' is no power of ten, such as 3 or Thousands; the observation is not loaded: column 'MULT'",
    ],
    ["CSV_NotesNotRead", "notes are not read: column 'flag': 'e' × 1, 'p' × 1"],
  ]);
});

test("codes of places have dcids; others are left out, and the Namibian one is no missing value", async () => {
  const table = "c,year,people\nNA,2020,1\nDE,2020,2\nEU27,2020,3\n";
  const values = { NA: "country/NAM", DE: "country/DEU" };
  const { rows, found } = await opened(table, {
    entity: { column: "c", values },
    date: "year",
    variables: { people: "Count_Person" },
  });
  expect(rows).toEqual(["Count_Person country/DEU 2020 2", "Count_Person country/NAM 2020 1"]);
  expect(found).toEqual([
    [
      "Resolution_UnresolvedEntity",
      "columns.entity.values has no place for 'EU27'; row not loaded",
    ],
  ]);
});

test("rows of labels below the header are not read", async () => {
  const { rows } = await opened("geo,year,people\nPlace,Year,Total\na,2020,1\n", {
    entity: "geo",
    date: "year",
    variables: ["people"],
    skipRows: 1,
  });
  expect(rows).toEqual(["people a 2020 1"]);
});

test("months and quarters stand beside their years, and cells of units multiply", async () => {
  const table = [
    "geo,year,part,value,unit",
    "a,2020,1,5,USD millions",
    "a,2020,Feb,6,Percent",
    "a,2020,M03,7,USD millions",
    "a,2021,,8,Percent",
    "a,2020,M13,9,Percent",
    "a,2022,1,9,lots",
  ].join("\n");
  const { rows, found } = await opened(table, {
    entity: "geo",
    date: { column: "year", part: "part" },
    variable: { constant: "v" },
    value: "value",
    multiplier: { column: "unit", values: { "USD millions": "6", Percent: "0" } },
  });
  expect(rows).toEqual([
    "v a 2020-01 5000000",
    "v a 2020-02 6",
    "v a 2020-03 7000000",
    "v a 2021 8",
  ]);
  expect(found.map(([counter]) => counter)).toEqual([
    "Sanity_ReadObsDate",
    "Sanity_InvalidObsDate",
    "Sanity_MultiplierOfObsValue",
  ]);
});

test("rows that say two values of one observation are refused, with the columns that are not read", async () => {
  const table = "geo,date,sex,value\na,2020,F,5\na,2020,M,6\nb,2020,F,7\n";
  const columns = {
    entity: "geo",
    date: "date",
    variable: { constant: "v" },
    value: "value",
  } as const;
  const refused = open({ "t.csv": table }, { columns });
  await expect(refused).rejects.toThrow(
    "t.csv: rows say different values of 'v' of 'a' in '2020', where these columns are not read: 'sex'",
  );
  const { rows } = await opened(table, { ...columns, repeated: "later" });
  expect(rows).toEqual(["v a 2020 6", "v b 2020 7"]);
  const { rows: women } = await opened(table, { ...columns, only: { sex: "F" } });
  expect(women).toEqual(["v a 2020 5", "v b 2020 7"]);
});

test("names that make one dcid are two variables, whichever stands first", async () => {
  const columns: TableColumns = { entity: "id", date: "Year", variable: "Kind", value: "Value" };
  const lines = ["a,2019,Größe,1", "a,2020,Grosse,2", "a,2021,Große,3", "a,2022,Größe,4"];
  const table = (given: readonly string[]) => `id,Year,Kind,Value\n${given.join("\n")}\n`;
  const { rows } = await opened(table(lines), columns);
  expect(rows.sort()).toEqual([
    "Grosse a 2019 1",
    "Grosse a 2022 4",
    "Grosse_2 a 2020 2",
    "Grosse_3 a 2021 3",
  ]);
  const turned = await opened(table(["a,2020,Grosse,2", "a,2019,Größe,1"]), columns);
  expect(turned.rows.sort()).toEqual(["Grosse a 2020 2", "Grosse_2 a 2019 1"]);
  const same = await opened(table(["a,2020,Cats,2", "a,2019,dcid:Cats,1"]), columns);
  expect(same.rows.sort()).toEqual(["Cats a 2019 1", "Cats a 2020 2"]);
});

test("properties of texts are texts, others are nodes, and a name is said once", async () => {
  const texts = {
    alternateName: "dcs:Pop",
    description: "all people",
    searchDescription: "who lives there",
    footnote: "of July",
    url: "https://example.org/a",
  };
  const { about, textsOf } = await opened("geo,year,n\na,2020,1\n", {
    entity: "geo",
    date: "year",
    variables: { n: "Count_Person" },
    properties: { Count_Person: { ...texts, name: "People", populationType: "dcs:Person" } },
  });
  for (const [property, text] of Object.entries(texts)) {
    expect(textsOf("Count_Person", property)).toEqual([text]);
  }
  expect(await about("Count_Person", "name")).toEqual(["People"]);
  expect(await about("Count_Person", "populationType")).toEqual(["Person"]);
});

test.each<[what: string, columns: Partial<TableColumns>, row: string, names: string[]]>([
  ["a dcid alone has no name", { variables: { n: "v" } }, "v a 2020 1", []],
  [
    "a dcid of which something is said has itself as one",
    { variables: { n: "v" }, properties: { v: { populationType: "Person" } } },
    "v a 2020 1",
    ["v"],
  ],
  ["a heading that is no dcid is one", { variables: ["n m"] }, "n_m a 2020 2", ["n m"]],
  [
    "a name of which something is said is one",
    { variables: ["n m"], properties: { "n m": { populationType: "Person" } } },
    "n_m a 2020 2",
    ["n m"],
  ],
  [
    "what is said of a dcid is that of its name",
    { variables: ["n m"], properties: { n_m: { name: "All" } } },
    "n_m a 2020 2",
    ["All"],
  ],
  [
    "a column of names counts before the code",
    { variable: { column: "code", name: "label" }, value: "n m" },
    "c a 2020 2",
    ["Label"],
  ],
  [
    "a code of a dimension stands after the name",
    { variables: { "n m": "v" }, dimensions: { code: {} } },
    "v_c a 2020 2",
    ["v, c"],
  ],
  [
    "a name of a code stands there in place of it",
    { variables: { "n m": "v" }, dimensions: { code: { name: "label" } } },
    "v_c a 2020 2",
    ["v, Label"],
  ],
  [
    "a meaning of a code stands there without a name",
    { variables: { "n m": "v" }, dimensions: { code: { values: { c: "Meant" } } } },
    "v_Meant a 2020 2",
    ["v, Meant"],
  ],
])("of names of variables: %s", async (_, columns, row, names) => {
  const table = "geo,year,code,label,n,n m\na,2020,c,Label,1,2\n";
  const { about, rows } = await opened(table, { entity: "geo", date: "year", ...columns });
  expect(rows).toEqual([row]);
  expect(await about(row.split(" ")[0]!, "name")).toEqual(names);
});

test("columns of two variables have the same dimensions, each with its own dcid", async () => {
  const { rows } = await opened("geo,year,SEX,n,m\na,2020,F,1,2\nb,2020,F,3,4\n", {
    entity: "geo",
    date: "year",
    variables: { n: "v", m: "w" },
    dimensions: { SEX: sex },
  });
  expect(rows).toEqual([
    "v_Female a 2020 1",
    "v_Female b 2020 3",
    "w_Female a 2020 2",
    "w_Female b 2020 4",
  ]);
});

test("of columns that nothing reads each is named, and no other one", async () => {
  const header = "geo,label,year,part,code,name,value,unit,mult,AGE,ages,only,flag,other,,last";
  const row = "a,A,2020,Q1,c,C,1,U,3,Y,young,T,e,x,y,z";
  const columns: TableColumns = {
    entity: { column: "geo", name: "label" },
    date: { column: "year", part: "part" },
    variable: { column: "code", name: "name" },
    value: "value",
    unit: "unit",
    multiplier: "mult",
    dimensions: { AGE: { name: "ages" } },
    only: { only: "T" },
    notes: ["flag"],
  };
  const table = `${header}\n${row}\n${row.replace(",1,U", ",2,U")}\n`;
  await expect(open({ "t.csv": table }, { columns })).rejects.toThrow(
    "t.csv: rows say different values of 'c_Y' of 'a' in '2020-03', where these columns are not read: 'other', 'last'. In the option columns, dimensions makes parts of the variable, only reads some of the rows, and repeated: \"later\" takes the later row",
  );
});

test("a code that says nothing elsewhere is a part where the option says what it means", async () => {
  const values = { NA: "Namibian", "": "Unknown" };
  const { rows } = await opened("geo,year,code,n\na,2020,NA,1\na,2020,,2\na,2020,-,3\n", {
    entity: "geo",
    date: "year",
    variables: { n: "v" },
    dimensions: { code: { values } },
  });
  expect(rows).toEqual(["v a 2020 3", "v_Namibian a 2020 1", "v_Unknown a 2020 2"]);
});
