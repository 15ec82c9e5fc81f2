/** Mistakes in templates and their tables that would load wrong numbers, or blame something else. */
import { expect, test } from "vitest";
import { loadTexts } from "../load-texts.ts";

const observation = (name: string, variable: string, column: string) => `Node: E:T->${name}
typeOf: dcs:StatVarObservation
variableMeasured: dcid:${variable}
observationAbout: C:T->h
observationDate: C:T->y
value: C:T->${column}
`;

test("two quotes too many, lines apart, are an error: the rows between them are in no world", async () => {
  const rows = ["x,2020,1,", 'x,2021,2,"USDollar', "x,2022,3,USDollar", 'x,2023,4,USDollar"'];
  const { sink, diagnostics, messages } = await loadTexts({
    "a.tmcf": `${observation("O", "V", "n")}unit: C:T->u\n`,
    "a.csv": ["h,y,n,u", ...rows, "x,2024,5,"].join("\n"),
  });
  expect(sink.observations.map(({ date }) => date)).toEqual(["2020", "2024"]);
  expect(diagnostics).toEqual(["error StrSplit_BadQuotesInToken a.csv:3"]);
  expect(messages[0]).toContain("column 'u' is closed 2 lines below");
});

test("a copied node of a template that kept its name is named, with its line", async () => {
  const { sink, diagnostics, messages } = await loadTexts({
    "a.tmcf": `${observation("O", "V", "n")}\n${observation("O", "W", "m")}`,
    "a.csv": "h,y,n,m\nx,2020,300,20\n",
  });
  expect(sink.observations).toEqual([]);
  expect(diagnostics).toEqual([
    "error Sanity_MultipleVals_variableMeasured a.tmcf:8",
    "fatal CSV_TmcfCheckFailure a.csv",
  ]);
  expect(messages[0]).toBe(
    "node 'E:T->O' is in line 1 already, with another variableMeasured, value: give each node a name of its own",
  );
});

test.each([["value", 12, 6, "m", "n"]])(
  "a template that lacks the Node: of its second node, with another column of %s, is named once",
  async (property, line, before, column, first) => {
    const node = `${observation("O", "V", "n").replace("dcid:V", "C:T->v")}unit: C:T->u\n`;
    const [, ...second] = node
      .replace(`${property}: C:T->${first}`, `${property}: C:T->${column}`)
      .split("\n");
    const { sink, diagnostics, messages } = await loadTexts({
      "a.tmcf": node + second.join("\n"),
      "a.csv": "h,g,y,z,v,w,n,m,u,t\nx,y,2020,2021,V,W,200,400.5,A,B\nz,y,2020,2021,V,W,1,2,A,B\n",
    });
    expect([sink.observations, sink.lines]).toEqual([[], []]);
    expect(diagnostics).toEqual([
      `error Sanity_MultipleVals_${property} a.tmcf:${line}`,
      "fatal CSV_TmcfCheckFailure a.csv",
    ]);
    expect(messages[0]).toBe(
      `an observation has one ${property}; found also 'C:T->${column}': node 'E:T->O' is not loaded; line ${before} has 'C:T->${first}': a new node begins with 'Node:', is that line missing?`,
    );
  },
);

test.each([
  ["C:T->n, C:T->m", "found also 'C:T->m': node 'E:T->O' is not loaded"],
  ["1,200", "found also '200': node 'E:T->O' is not loaded; is '1,200' one number? Write 1200"],
])(
  "two values in one line of a template are named there, not at each row: %s",
  async (value, end) => {
    const found = await loadTexts({
      "a.tmcf": observation("O", "V", "n").replace("C:T->n", value),
      "a.csv": "h,y,n,m\nx,2020,1,2\ny,2020,3,4\n",
    });
    expect(found.sink.observations).toEqual([]);
    expect(found.diagnostics).toEqual([
      "error Sanity_MultipleVals_value a.tmcf:6",
      "fatal CSV_TmcfCheckFailure a.csv",
    ]);
    expect(found.messages[0]).toBe(`an observation has one value; ${end}`);
  },
);

test("a node of a template in two parts that say nothing twice is one node", async () => {
  const { sink, diagnostics } = await loadTexts({
    "a.tmcf": `${observation("O", "V", "n")}\nNode: E:T->O\nobservationDate: C:T->y\nunit: dcs:Day\n`,
    "a.csv": "h,y,n\nx,2020,300\n",
  });
  expect(sink.observations).toMatchObject([{ value: "300" }]);
  expect(diagnostics).toEqual([]);
});

test.each([
  ["value", "n", "C:T->n"],
  ["value", '"C:T->n"', "C:T->n"],
  ["observationDate", "y", "C:T->y"],
])(
  "%s: %s, a constant that names a column, is an error of the template",
  async (property, constant, meant) => {
    const template = observation("O", "V", "n").replace(
      new RegExp(`^${property}: .*$`, "m"),
      `${property}: ${constant}`,
    );
    const found = await loadTexts({ "a.tmcf": template, "a.csv": "h,y,n\nx,2020,3\nx,2021,4\n" });
    expect(found.sink.observations).toEqual([]);
    expect(found.diagnostics).toEqual([
      `error TMCF_UnexpectedNonColumn a.tmcf:${property === "value" ? 6 : 5}`,
      "fatal CSV_TmcfCheckFailure a.csv",
    ]);
    expect(found.messages[0]).toContain(`Write ${meant}, without quotes`);
  },
);

test("constants that are a number and a date are read, also where a column has such a name", async () => {
  const template = observation("O", "V", "n").replace("C:T->n", "5").replace("C:T->y", "2020");
  const { sink } = await loadTexts({ "a.tmcf": template, "a.csv": "h,2020,5\nx,1,2\n" });
  expect(sink.observations).toMatchObject([{ date: "2020", value: "5" }]);
});

const fatal = (template: string) =>
  `fatal CSV_TmcfCheckFailure a.csv no row is loaded: template '${template}' has errors or does not fit the columns`;
const unread = "info CSV_UnreadColumns a.csv:1";

test.each<[string, string, string[]]>([
  ["all of whose columns are read", "id,name\nx,A\n", []],
  [
    "with a column too many",
    "id,more,name\nx,1,A\n",
    [`${unread} a column that no template reads: 'more'`],
  ],
  [
    "with several, and one without a name",
    "id,more,name,,yet\nx,1,A,2,3\n",
    [`${unread} 2 columns that no template reads: 'more, yet'`],
  ],
  ["that is empty", "", ["fatal CSV_HeaderFailure a.csv the file has no header, hence no rows"]],
  [
    "with a header alone",
    "id,name\n",
    [
      "error CSV_NoRows a.csv the table has a header and no rows: write rows, or take the table out of the load",
    ],
  ],
  [
    "that lacks a column, and has others",
    "id,more\nx,1\n",
    [
      "error Sanity_TmcfMissingColumn a.csv:1 column 'name' is not in the header; line 3 of 'a.tmcf', node 'E:T->E', needs it",
      fatal("a.tmcf"),
    ],
  ],
  [
    "with rows that are bad alone",
    'id,name\n"x"y,A\n',
    [
      "error StrSplit_BadQuotesInToken a.csv:2 text follows the closing quote of a cell: 'y'; row not loaded",
    ],
  ],
])("a table %s has these reports", async (_name, table, reports) => {
  const { diagnostics, messages } = await loadTexts({
    "a.tmcf": "Node: E:T->E\ndcid: C:T->id\nname: C:T->name\n",
    "a.csv": table,
    "b.mcf": "Node: dcid:b\nname: B\n",
  });
  expect(diagnostics.map((one, at) => `${one} ${messages[at]}`)).toEqual(reports);
});

test("a row of another width is reported by the first of several templates alone", async () => {
  const { sink, diagnostics, messages, report } = await loadTexts({
    "a.tmcf": "Node: E:T->E\ndcid: C:T->id\nname: C:T->name\n",
    "b.tmcf": "Node: E:T->F\ndcid: C:T->id\nsize: C:T->n\n",
    "a.csv": "id,name,n\nx,A,1\ny,B\nz,C,3,4\nw,,5\n",
  });
  expect(sink.lines).toEqual(['w size "5"', 'x name "A"', 'x size "1"']);
  expect(diagnostics.map((one, at) => `${one} ${messages[at]}`)).toEqual([
    "error CSV_InconsistentRows a.csv:3 expected 3 columns, found 2; row not loaded",
    "error CSV_InconsistentRows a.csv:4 expected 3 columns, found 4; row not loaded",
    "warning StrSplit_EmptyToken_name a.csv:5 empty cell: column 'name', property 'name' of 'E:T->E'",
  ]);
  expect(report.rowCount).toBe(4);
});

test("two columns of one part are read where each row has one of them", async () => {
  const { sink, diagnostics } = await loadTexts({
    "a.tmcf": `${observation("O", "V", "n")}observationAbout: C:T->g\n`,
    "a.csv": "h,g,y,n\nx,,2020,1\n,z,2020,2\nx,z,2020,3\n",
  });
  expect(sink.observations.map(({ entity, value }) => [entity, value])).toEqual([
    ["x", "1"],
    ["z", "2"],
  ]);
  expect(diagnostics.filter((one) => one.startsWith("error"))).toEqual([
    "error Sanity_MultipleVals_observationAbout a.csv:4",
  ]);
});
