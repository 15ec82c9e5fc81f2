/** What `fix` changes in files, what it leaves, and what is found after it. */
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { fix, type LintOptions, lint } from "../../../../src/commons/with-files.ts";
import { type Texts, withFolder } from "../../load/load-texts.ts";

/** Files with their new texts, and the counters of what is left. */
async function fixed(
  texts: Texts,
  options: LintOptions = {},
): Promise<{ files: Record<string, string>; left: string[] }> {
  return await withFolder(texts, async (folder) => {
    const { files, report } = await fix(folder, options);
    const left = report.counters
      .map(({ counter }) => counter)
      .filter((one) => one !== "Graph_NotLoaded");
    for (const [name, content] of Object.entries(texts)) {
      // Nothing is written.
      expect(readFileSync(join(folder, name)).equals(Buffer.from(content))).toBe(true);
    }
    const named = files.map(({ path, after }) => [path.slice(folder.length + 1), after]);
    return { files: Object.fromEntries(named), left };
  });
}

const header = "entity,variable,date,value,unit\n";

describe("fix", () => {
  test("changes what has one cure, and the files are clean then", async () => {
    const { files, left } = await fixed({
      "o.csv": `\ufeff${header.replace("\n", "\r\n")}a,Count_Sale,2020,"1,234",euro\r\na,Count_Sale,2021,1300,euro,\r\n`,
      "s.mcf": Buffer.from(
        'Node: DCID:Count_Sale\ntypeOf: dcs:StatisticalVariabel\nname: "Verk\xe4ufe"\n' +
          "populationType: dcs:Sale\nmeasuredProperty: dcs:count\nstatType: dcs:measuredvalue\n",
        "latin1",
      ),
    });
    expect(files).toEqual({
      "o.csv": `${header}a,Count_Sale,2020,1234,Euro\na,Count_Sale,2021,1300,Euro\n`,
      "s.mcf":
        'Node: dcid:Count_Sale\ntypeOf: dcs:StatisticalVariable\nname: "Verkäufe"\n' +
        "populationType: dcs:Sale\nmeasuredProperty: dcs:count\nstatType: dcs:measuredValue\n",
    });
    expect(left).toEqual([]);
  });

  test("leaves a variable where a described one has its spelling: the schema may have the slip", async () => {
    const variable = (dcid: string) =>
      `Node: dcid:${dcid}\ntypeOf: dcs:StatisticalVariable\nname: "${dcid}"\n` +
      "populationType: dcs:Thing\nmeasuredProperty: dcs:generation\nstatType: dcs:measuredValue\n\n";
    const rows = (dcid: string) => `${header}a,${dcid},2020,1,\na,${dcid},2021,2,\n`;
    const solar = variable("Generation_Electricity_Solar");
    const slip = variable("Generation_Electicity_Wind");
    const right = rows("Generation_Electricity_Wind");
    const own = { "s.mcf": solar + slip, "o.csv": right };
    const { files, left } = await fixed(own);
    expect(files).toEqual({});
    expect(left).toContain("Graph_MisspeltName_variableMeasured");
    const { findings } = await lint(
      Object.entries(own).map(([name, content]) => ({ name, content })),
    );
    expect(findings.map(({ message }) => message)).toContain(
      "variableMeasured 'Generation_Electricity_Wind' is described nowhere; is 'Generation_Electicity_Wind' meant, " +
        "or is that the slip? Another described variable has 'Electricity' in its name",
    );
    // Without that other one, and where the values have the slip, there is one cure.
    const alone = await fixed({ "s.mcf": slip, "o.csv": right });
    expect(alone.files["o.csv"]).toBe(rows("Generation_Electicity_Wind"));
    const wind = variable("Generation_Electricity_Wind");
    const inRows = await fixed({
      "s.mcf": solar + wind,
      "o.csv": rows("Generation_Electicity_Wind"),
    });
    expect(inRows.files).toEqual({ "o.csv": right });
  });

  test("leaves commas that may be before decimals: beside 3,5 and where the number is odd among others", async () => {
    const beside = `${header}a,v,2020,"3,5",\na,v,2021,"3,675",\na,v,2022,"3,84",\n`;
    const odd = `${header}a,v,2020,3.5,\na,v,2021,3.6,\na,v,2022,"4,125",\n`;
    const clear = `${header}a,v,2020,1200,\na,v,2021,"1,250",\n`;
    const files = async (table: string) => (await fixed({ "o.csv": table })).files["o.csv"];
    expect(await files(beside)).toBeUndefined();
    expect(await files(odd)).toBeUndefined();
    expect(await files(clear)).toBe(clear.replace('"1,250"', "1250"));
    const hundredfold = `${header}a,v,2020,10,\na,v,2021,10,\na,v,2022,"1,010",\n`;
    expect(await files(hundredfold)).toBeUndefined();
    const less = hundredfold.replace("1,010", "1,009");
    expect(await files(less)).toBe(less.replace('"1,009"', "1009"));
    // A comma before decimals in another file says nothing.
    const both = await fixed({ "o.csv": clear, "p.csv": beside });
    expect(Object.keys(both.files)).toEqual(["o.csv"]);
  });

  test("changes templates for what their rows make", async () => {
    const template = (type: string, unit: string): string =>
      `Node: E:t->E0\ntypeOf: ${type}\nvariableMeasured: C:t->v\nobservationAbout: C:t->e\n` +
      `observationDate: C:t->d\nvalue: C:t->x\nunit: dcs:${unit}\n`;
    const { files, left } = await fixed({
      "t.tmcf": template("Dcs:StatVarObservation", "euro"),
      "t.csv": "v,e,d,x\nV,a,2020,1\n",
    });
    expect(files).toEqual({ "t.tmcf": template("dcs:StatVarObservation", "Euro") });
    expect(left).toEqual([]);
  });

  test("removes prefixes from tables", async () => {
    const { files } = await fixed({ "o.csv": `${header}dcid:a,V,2020,1,\nb,V,2020,1,\n` });
    expect(files).toEqual({ "o.csv": `${header}a,V,2020,1,\nb,V,2020,1,\n` });
  });

  test("makes a table known whose header is in another encoding", async () => {
    const text = `${header}ä,V,2020,1,\n`;
    const { files, left } = await fixed({ "o.csv": Buffer.from(`\ufeff${text}`, "utf16le") });
    expect([files["o.csv"], left]).toEqual([
      text,
      ["Sanity_InvalidChars_observationAbout", "Sanity_NonAsciiValueInNonText"],
    ]);
  });

  test("leaves sound files, other files and compressed files as they are", async () => {
    const sound = 'Node: dcid:a\ntypeOf: dcs:City\nname: "DCID:x"\n';
    const { files } = await fixed({
      "a.mcf": sound,
      "b.mcf.gz": gzipSync(sound.replaceAll("\n", "\r\n")),
      "notes.txt": "a\r\n",
      "r.nt":
        '<https://datacommons.org/browser/b> <https://datacommons.org/browser/name> "x" .\r\n',
      "c.mcf": Buffer.from("Node: dcid:c\nname: \x81\n", "latin1"),
    });
    expect(files).toEqual({});
  });

  test("does not touch what the sources refer to", async () => {
    await withFolder({ "a.mcf": "Node: DCID:a\ntypeOf: dcs:City\n" }, async (folder) => {
      mkdirSync(join(folder, "own"));
      const { files, report } = await fix(
        { name: "b.mcf", content: "Node: dcid:b\r\ntypeOf: dcs:City\r\n" },
        { with: join(folder, "a.mcf") },
      );
      expect(files.map(({ path, isInMemory }) => [path, isInMemory])).toEqual([["b.mcf", true]]);
      expect(report.others?.fileCount).toBe(1);
    });
  });

  test("changes only the file of a finding, and reads a file by the end of its name", async () => {
    const { files } = await fixed({
      "o.csv": `${header}a,Count_Sale,2020,1,euro\n`,
      "p.csv": `${header}euro,Count_Sale,2021,1,Euro\n`,
      "q.csv.tmcf.mcf": "Node: DCID:x\ntypeOf: dcs:City\n\n# a,b,\n",
    });
    expect(files).toEqual({
      "o.csv": `${header}a,Count_Sale,2020,1,Euro\n`,
      "q.csv.tmcf.mcf": "Node: dcid:x\ntypeOf: dcs:City\n\n# a,b,\n",
    });
  });

  test("changes what all of many rows have, and no more than one file of a length", async () => {
    const rows = Array.from({ length: 40 }, (_, at) => `a,V${at},2020,1,euro\n`);
    const { files, left } = await fixed({ "o.csv": header + rows.join("") });
    expect(files["o.csv"]).toBe(header + rows.join("").replaceAll("euro", "Euro"));
    expect(left).toEqual([]);
  });

  test("reports the sizes of files as they are then, and passes over a folder with the name of a table", async () => {
    await withFolder({ "a.mcf": "Node: DCID:a\r\ntypeOf: dcs:City\r\n" }, async (folder) => {
      mkdirSync(join(folder, "x.csv"));
      const { files, report } = await fix([join(folder, "a.mcf"), folder]);
      expect(files.map(({ path, isInMemory }) => [path, isInMemory])).toEqual([
        [join(folder, "a.mcf"), false],
      ]);
      expect(report).toMatchObject({ fileCount: 1, bytes: files[0]?.after.length });
    });
  });

  test("has names that lint has not, and refuses others", async () => {
    await expect(fix([])).rejects.toThrow("fix needs at least one source");
    await expect(fix("a.csv", { wiht: "b" } as LintOptions)).rejects.toThrow("fix");
  });
});
