/** The same observations in every format that is read. */

import type { Cube } from "./cube.ts";

/** What a file of a form consists of. */
export type Lines = Iterable<string>;

export interface Form {
  readonly name: string;
  /** Files by path; a `.gz` is compressed when it is written, a `.db` made of its SQL. */
  readonly files: (cube: Cube) => Readonly<Record<string, Lines>>;
}

const observationType = "StatVarObservation";
const base = "https://datacommons.org/browser/";

/** The name of an entity, which is not its dcid. */
const nameOf = (entity: string) => `Town ${entity.slice(-6)}`;
const longLine = (...cells: readonly string[]) => `${cells.join(",")}\n`;
const quotedLine = (...cells: readonly string[]) => `"${cells.join('","')}"\n`;

/** The lines of a template for an observation; the value comes from a column. */
function template(node: string, variable: string, entity: string, value: string): string {
  return (
    `Node: E:data->${node}\ntypeOf: dcs:${observationType}\nvariableMeasured: ${variable}\n` +
    `observationAbout: ${entity}\nobservationDate: C:data->date\nvalue: C:data->${value}\n\n`
  );
}

const longTemplate = [template("E0", "C:data->variable", "C:data->entity", "value")];

const placeTemplate = [
  "Node: E:data->E1\ntypeOf: dcs:City\nname: C:data->place\n\n",
  template("E0", "C:data->variable", "E:data->E1", "value"),
];

/** Places that a load looks up. */
function* places({ entities }: Cube): Lines {
  for (const entity of entities) {
    yield `Node: dcid:${entity}\ntypeOf: dcs:City\nname: "${nameOf(entity)}"\n\n`;
  }
}

function* table(header: string, lines: Lines): Lines {
  yield `${header}\n`;
  yield* lines;
}

const header = "variable,entity,date,value";
const long = (cube: Cube) => table(header, cube.long(longLine));
const quoted = (cube: Cube) => table('"variable","entity","date","value"', cube.long(quotedLine));
const wide = (cube: Cube) =>
  table(
    ["entity", "date", ...cube.variables].join(),
    cube.wide((entity, date, values) => longLine(entity, date, ...values)),
  );

function config(entry: object): Lines {
  const settings = {
    inputFiles: { "data.csv": { provenance: "P", ...entry } },
    sources: { S: { url: "https://example.org", provenances: { P: "https://example.org/p" } } },
  };
  return [JSON.stringify(settings)];
}

const perRow = {
  importType: "observations",
  format: "variablePerRow",
  columnMappings: { variable: "variable", entity: "entity", date: "date", value: "value" },
};

const mcf = (cube: Cube) =>
  cube.long(
    (variable, entity, date, value) =>
      `Node: o/${variable}/${entity}/${date}\ntypeOf: dcs:${observationType}\n` +
      `variableMeasured: dcid:${variable}\nobservationAbout: dcid:${entity}\n` +
      `observationDate: "${date}"\nvalue: ${value}\n\n`,
  );

function* jsonLd(cube: Cube): Lines {
  yield `{"@context":{"dcid":"${base}"},"@graph":[\n`;
  let mark = "";
  const nodes = cube.long((variable, entity, date, value) =>
    JSON.stringify({
      "@id": `dcid:o/${variable}/${entity}/${date}`,
      "@type": `dcid:${observationType}`,
      "dcid:variableMeasured": { "@id": `dcid:${variable}` },
      "dcid:observationAbout": { "@id": `dcid:${entity}` },
      "dcid:observationDate": date,
      "dcid:value": 0,
    }).replace(/0}$/, `${value}}`),
  );
  for (const node of nodes) {
    yield mark + node;
    mark = ",\n";
  }
  yield "]}\n";
}

function nquads(cube: Cube): Lines {
  let row = 0;
  return cube.long((variable, entity, date, value) => {
    const of = (property: string, object: string) =>
      `_:o${row} <${base}${property}> ${object} <${base}dc/base/P> .\n`;
    row += 1;
    return (
      of("typeOf", `<${base}${observationType}>`) +
      of("variableMeasured", `<${base}${variable}>`) +
      of("observationAbout", `<${base}${entity}>`) +
      of("observationDate", `"${date}"`) +
      of("value", `"${value}"`)
    );
  });
}

const columns =
  "entity,variable,date,value,provenance,unit,scaling_factor,measurement_method,observation_period,properties";

function* sql(cube: Cube): Lines {
  yield "BEGIN TRANSACTION;\n";
  const types = columns.split(",").map((column) => `${column} TEXT`);
  yield `CREATE TABLE observations (${types.join()});\n`;
  yield* cube.long(
    (variable, entity, date, value) =>
      `INSERT INTO observations VALUES('${entity}','${variable}','${date}','${value}','dc/base/P','','','','','{}');\n`,
  );
  yield "COMMIT;\n";
}

/** The first one is what the others are compared with. */
export const forms: readonly Form[] = [
  { name: "observation table, 4 columns", files: (cube) => ({ "data.csv": long(cube) }) },
  {
    name: "observation table by reference",
    files: (cube) => ({
      "data.csv": table(
        columns,
        cube.long((variable, entity, date, value) =>
          longLine(entity, variable, date, value, "dc/base/P", "", "", "", "", ""),
        ),
      ),
    }),
  },
  {
    name: "TMCF long",
    files: (cube) => ({ "data.tmcf": longTemplate, "data.csv": long(cube) }),
  },
  {
    name: "TMCF long, .gz",
    files: (cube) => ({ "data.tmcf": longTemplate, "data.csv.gz": long(cube) }),
  },
  {
    name: "TMCF long, quoted",
    files: (cube) => ({ "data.tmcf": longTemplate, "data.csv": quoted(cube) }),
  },
  {
    name: "TMCF wide",
    files: (cube) => ({
      "data.tmcf": cube.variables.map((name, at) =>
        template(`E${at}`, `dcid:${name}`, "C:data->entity", name),
      ),
      "data.csv": wide(cube),
    }),
  },
  {
    name: "TMCF, places to resolve",
    files: (cube) => ({
      "places.mcf": places(cube),
      "data.tmcf": placeTemplate,
      "data.csv": table(
        "variable,place,date,value",
        cube.long((variable, entity, ...rest) => longLine(variable, nameOf(entity), ...rest)),
      ),
    }),
  },
  {
    name: "custom folder, wide",
    files: (cube) => ({
      "config.json": config({ importType: "observations", format: "variablePerColumn" }),
      "data.csv": wide(cube),
    }),
  },
  {
    name: "custom folder, long",
    files: (cube) => ({ "config.json": config(perRow), "data.csv": long(cube) }),
  },
  {
    name: "custom folder, names",
    files: (cube) => ({
      "config.json": config({
        importType: "observations",
        format: "variablePerColumn",
        entityType: "City",
      }),
      "data.csv": table(
        ["place", "date", ...cube.variables].join(),
        cube.wide((entity, date, values) => longLine(nameOf(entity), date, ...values)),
      ),
      "../places.mcf": places(cube),
    }),
  },
  { name: "MCF", files: (cube) => ({ "data.mcf": mcf(cube) }) },
  { name: "JSON-LD", files: (cube) => ({ "data.jsonld": jsonLd(cube) }) },
  { name: "N-Quads", files: (cube) => ({ "data.nq": nquads(cube) }) },
  { name: "SQL dump", files: (cube) => ({ "data.sql": sql(cube) }) },
  { name: "SQLite", files: (cube) => ({ "data.db": sql(cube) }) },
];
