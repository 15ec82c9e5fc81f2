/** What `import` writes beside several tables of one folder: each stays what it is. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { zipSync } from "fflate";
import { expect, test } from "vitest";
import { open } from "../../../../../src/index.ts";
import { withFolder } from "../../../load/load-texts.ts";
import { run } from "../../running.ts";

const moves = `From,To,Year,People
geoId/06,geoId/48,2022,102
geoId/48,geoId/06,2022,42
geoId/06,geoId/32,2022,48
geoId/32,geoId/06,2022,25
`;

/** A workbook with a sheet for each table. */
function workbook(sheets: Readonly<Record<string, string>>): Uint8Array {
  const relations = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
  const names = Object.keys(sheets);
  const cell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`;
  const rowsOf = (csv: string) =>
    csv.split("\n").map((line) => `<row>${line.split(",").map(cell).join("")}</row>`);
  const parts = {
    "_rels/.rels": `<Relationships><Relationship Id="r" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    "xl/workbook.xml": `<workbook xmlns:r="${relations}"><sheets>${names.map((name, at) => `<sheet name="${name}" sheetId="${at}" r:id="r${at}"/>`).join("")}</sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `<Relationships>${names.map((_, at) => `<Relationship Id="r${at}" Type="${relations}/worksheet" Target="s${at}.xml"/>`).join("")}</Relationships>`,
    ...Object.fromEntries(
      Object.values(sheets).map((csv, at) => [
        `xl/s${at}.xml`,
        `<worksheet><sheetData>${rowsOf(csv).join("")}</sheetData></worksheet>`,
      ]),
    ),
  };
  return zipSync(
    Object.fromEntries(
      Object.entries(parts).map(([name, text]) => [name, new TextEncoder().encode(text)]),
    ),
  );
}

test("a table about two places says how both are read, and the folder that is written holds both", async () => {
  await withFolder({ "moves.csv": moves }, async (folder) => {
    const [file, map] = [join(folder, "moves.csv"), join(folder, "map.json")];
    const refused = await run(["import", file]);
    expect([refused.code, refused.out.includes("--only")]).toEqual([2, false]);
    expect(refused.out).toContain(
      '"entities": { "origin": {"column":"From"}, "destination": {"column":"To"} }',
    );
    expect((await run(["import", file, "--propose", map])).code).toBe(0);
    const proposal = JSON.parse(readFileSync(map, "utf8"));
    const { entity: _, ...columns } = proposal.columns;
    const entities = { origin: { column: "From" }, destination: { column: "To" } };
    writeFileSync(map, JSON.stringify({ columns: { ...columns, entities } }));
    const { code, out } = await run(["import", file, "--map", map]);
    expect([code, out.includes("geoId/48, geoId/06")]).toEqual([0, true]);
    const ask = /ask: npx pocket-commons (.*)/.exec(out)?.[1]?.split(" ") ?? [];
    expect((await run(ask)).code).toBe(0);
    const commons = await open(folder);
    const table = await commons.table({
      entities: { origin: ["geoId/06"], destination: ["geoId/48", "geoId/32"] },
      variables: ["People"],
    });
    const rows = table.toJSON().map((row) => [row["origin"], row["destination"], row["value"]]);
    expect(rows.sort()).toEqual([
      ["geoId/06", "geoId/32", 48],
      ["geoId/06", "geoId/48", 102],
    ]);
    expect(commons.info.diagnostics.counters.filter(({ level }) => level !== "info")).toEqual([]);
  });
});

test("rows that differ in a column of other cells are no rows about two places", async () => {
  const table = "Place,Kind,Year,People\ngeoId/06,a,2022,1\ngeoId/06,b,2022,2\ngeoId/48,a,2022,3\n";
  await withFolder({ "t.csv": table }, async (folder) => {
    const { out } = await run(["import", join(folder, "t.csv")]);
    expect(out).not.toContain('"entities"');
  });
});

test("two sheets of a workbook are two tables, and a sheet that is not imported is no error", async () => {
  const [beds, cats] = ["dcid,Year,Beds\ngeoId/06,2020,5", "dcid,Year,Cats\ngeoId/06,2020,7"];
  await withFolder({}, async (folder) => {
    const file = join(folder, "book.xlsx");
    writeFileSync(file, workbook({ Beds: beds, Cats: cats, Notes: "by Anna" }));
    for (const sheet of ["Beds", "Cats"]) {
      const { code } = await run(["import", file, "--sheet", sheet, "--add"]);
      expect(code).toBe(0);
    }
    const { catalog, info } = await open(folder);
    expect(catalog.variables().map(({ dcid }) => dcid)).toEqual(["Beds", "Cats"]);
    const [note, ...others] = info.diagnostics.counters;
    expect([note?.level, note?.counter, others]).toEqual(["info", "Config_ConvertedFile", []]);
    expect(note?.examples.at(-1)?.message).toContain("--sheet Notes --add");
  });
});

test("the one sheet that can be read is named, and so is each sheet that is not", async () => {
  const [beds, cats] = ["dcid,Beds\ngeoId/06,5", "dcid,Year,Cats\ngeoId/06,2020,7"];
  await withFolder({}, async (folder) => {
    const file = join(folder, "book.xlsx");
    writeFileSync(file, workbook({ Beds: beds, Cats: cats }));
    const { out } = await run(["import", file, "--dry-run"]);
    expect(out).toContain("\nthe sheet is Cats; --sheet names another one\n");
    expect(out).toMatch(/Source_UnreadFile × 1, as \S+book.xlsx#Beds is not read: /);
  });
});

test("a table never replaces what was made of another one that has its name but for the ending", async () => {
  const rows = (name: string, sign: string) =>
    `state,Year,${name}\nCA,2020,5\nTX,2020,6\n`.replaceAll(",", sign);
  const files = { "a.tsv": rows("Beds", "\t"), "a.csv": rows("Cats", ";") };
  await withFolder(files, async (folder) => {
    expect((await run(["import", join(folder, "a.tsv")])).code).toBe(0);
    const second = await run(["import", join(folder, "a.csv"), "--add"]);
    expect([second.code, second.err]).toEqual([
      2,
      "error: a.observations.csv is what import made of a.tsv: rename a.csv\n",
    ]);
    const { counters } = (await open(folder)).info.diagnostics;
    expect(counters.map(({ counter, level }) => [counter, level])).toEqual([
      ["Config_UnlistedFile", "error"],
      ["Config_ConvertedFile", "info"],
    ]);
  });
});

test("words in a column of dcids are no place: the row is left out, and said", async () => {
  const table =
    "dcid,Year,Cats\ngeoId/06,2020,5\ngeoId/48,2020,6\ngeoId/10,2020,1\ngeoId/32,2020,1\n";
  await withFolder({ "t.csv": `${table}"Rest, of the states",2020,13\n` }, async (folder) => {
    const { code, out } = await run(["import", join(folder, "t.csv")]);
    expect([code, out.includes("4 observations")]).toEqual([1, true]);
    expect(out).toContain("'Rest, of the states' is no dcid: it holds a space or a comma");
  });
});

test("ids that no node of the base has are listed: its questions do not have their rows", async () => {
  const base = "Node: dcid:geoId/06001\ntypeOf: dcs:County\n";
  const table = "FIPS,Year,Rent\n6001,2023,1000\n6077,2023,2000\n6079,2023,2000\n";
  await withFolder({ "base/a.mcf": base, "t.csv": table }, async (folder) => {
    const file = join(folder, "t.csv");
    const { out, code } = await run(["import", file, "--base", join(folder, "base"), "--dry-run"]);
    expect(out).toContain("2 ids of 'FIPS' that no node of the base has: geoId/06077, geoId/06079");
    expect(code).toBe(0);
    expect((await run(["import", file, "--dry-run"])).out).not.toContain("no node of the base");
  });
});

test.each([
  ["Jobs in tourism", "Jobs_in_tourism"],
  ["Gäste", "Gaste"],
])("the name %s of the variable of all rows becomes a dcid with that name", async (name, dcid) => {
  const table = "iso3,2020,2021\nFRA,5,6\nDEU,7,8\n";
  await withFolder({ "t.csv": table }, async (folder) => {
    const args = ["import", join(folder, "t.csv"), "--variable", name];
    expect((await run(args)).code).toBe(0);
    const commons = await open(folder);
    expect(commons.catalog.variables()).toMatchObject([{ dcid, name }]);
    expect((await run(["lint", folder])).code).toBe(0);
  });
});

test("a table that was changed after its import is named, until it is imported again", async () => {
  const table = "id;Year;Cats\na/1;2020;1,5\na/2;2020;2,5\n";
  const mark = "# Made by import of a table of 39 bytes, CRC-32 ";
  await withFolder({ "t.csv": table }, async (folder) => {
    const file = join(folder, "t.csv");
    const imported = await run(["import", file]);
    expect([imported.code, imported.err]).toEqual([0, ""]);
    expect(readFileSync(join(folder, "t.nodes.mcf"), "utf8").startsWith(mark)).toBe(true);
    const lint = async () => (await run(["lint", folder, "--strict"])).out;
    expect(await lint()).toContain("info Config_ConvertedFile");
    // As many bytes, and more of them.
    for (const changed of [table.replace("2,5", "2,6"), `${table}a/3;2020;3,5\n`]) {
      writeFileSync(file, changed);
      expect(await lint()).toContain(
        "warning Config_StaleConversion: was changed after the command import made t.observations.csv of it, which is old now; " +
          `"npx pocket-commons import ${file} --add --force", with the other options of the first time, makes it again`,
      );
      const saved = await run(["save", folder, "-o", join(folder, "t.pocket"), "--strict"]);
      expect([saved.code, saved.err.includes("Config_StaleConversion")]).toEqual([2, true]);
      const { err } = await run(["types", folder]);
      expect(err.split("\n")[0]).toMatch(
        /^warning: \S+t\.csv was changed after the command import/,
      );
    }
    // Line ends are made by git.
    writeFileSync(file, table.replaceAll("\n", "\r\n"));
    expect(await lint()).toContain("info Config_ConvertedFile");
    writeFileSync(file, table.replace("2,5", "2,6"));
    expect((await run(["import", file, "--add", "--force"])).code).toBe(0);
    expect(await lint()).not.toContain("StaleConversion");
    expect(await run(["import", file, "--dry-run"])).toMatchObject({ code: 0 });
    expect((await run(["import", file, "--dry-run"])).out).toContain(
      "config.json exists: --add puts this table into the config, --force replaces it",
    );
    // Nodes of which nobody says what they were made of.
    const nodes = join(folder, "t.nodes.mcf");
    writeFileSync(nodes, readFileSync(nodes, "utf8").replace(/^#.*\n/, ""));
    writeFileSync(file, table);
    expect(await lint()).toContain("info Config_ConvertedFile");
  });
});

test("a table that the config names is no file that import made", async () => {
  const config = {
    inputFiles: { "t.csv": { importType: "observations", provenance: "P" } },
    sources: { S: { url: "https://a.org", provenances: { P: "https://a.org/p" } } },
  };
  const texts = { "t.csv": "dcid,Year,Cats\na/1,2020,1\n", "config.json": JSON.stringify(config) };
  await withFolder(texts, async (folder) => {
    for (const more of [[], ["--force"]]) {
      const { err, code } = await run(["import", join(folder, "t.csv"), "--add", ...more]);
      expect([err, code]).toEqual([
        "error: the config has an entry for t.csv already, with the provenance P: change that entry, or take it out of the " +
          "config first; what it says besides is lost then\n",
        2,
      ]);
    }
    expect(readFileSync(join(folder, "config.json"), "utf8")).toBe(texts["config.json"]);
  });
});

test.each([
  ["without a base", []],
  ["beside a base", ["base.mcf"]],
])("a new place that may be a slip of another one of the table is named, %s", async (_, bases) => {
  const rows = ["Riverside,2021", "Riverside,2022", "Riversde,2023", "Old Town,2021"];
  const numbered = ["District 1,2021", "District 2,2021", "District 2,2022"];
  const table = ["District,Year,Cats", ...[...rows, ...numbered].map((row) => `${row},5`), ""];
  const base = 'Node: dcid:d/old\ntypeOf: dcs:District\nname: "Old Town"\n';
  await withFolder({ "t.csv": table.join("\n"), "base.mcf": base }, async (folder) => {
    const file = join(folder, "t.csv");
    const given = bases.flatMap((name) => ["--base", join(folder, name)]);
    const options = ["--create", "x/", "--type", "District", ...given];
    const { code, out } = await run(["import", file, ...options]);
    expect([
      code,
      out.includes("new places that may be slips of known ones: Riversde (Riverside?) × 1\n"),
    ]).toEqual([0, true]);
  });
});
