/** Links that lead out of a folder whose manifest names them. */
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { onDisk } from "../../../../src/disk/disk-tree.ts";
import { load } from "../../../../src/load/load.ts";
import { withFolder } from "../load-texts.ts";
import { RecordingSink } from "../recording-sink.ts";

const mcf = (dcid: string) => `Node: dcid:${dcid}\nname: "n"\n`;
const template = "Node: E:T->E\ndcid: C:T->id\nname: C:T->id\n";
const imports = (input: object) => ({
  import_specifications: [{ import_name: "One", import_inputs: [input] }],
});

/** Beside `inner`, the folder with the manifest, lie the files to which its links lead. */
async function withLinks(manifest: object, body: (inner: string) => Promise<void>) {
  const outside = { "out.mcf": mcf("out"), "out.csv": "id\nout\n", "out.tmcf": template };
  await withFolder({ ...outside, "far/x.mcf": mcf("far") }, async (folder) => {
    const inner = join(folder, "inner");
    mkdirSync(join(inner, "own"), { recursive: true });
    writeFileSync(join(inner, "own/a.mcf"), mcf("a"));
    writeFileSync(join(inner, "t.tmcf"), template);
    writeFileSync(join(inner, "1.csv"), "id\nx\n");
    for (const name of ["out.mcf", "out.csv", "out.tmcf", "far"]) {
      symlinkSync(join("..", name), join(inner, name));
    }
    symlinkSync("own/a.mcf", join(inner, "near.mcf"));
    writeFileSync(join(inner, "manifest.json"), JSON.stringify(manifest));
    await body(inner);
  });
}

async function subjects(inner: string, allowOutside = false): Promise<string[]> {
  const sink = new RecordingSink();
  await load(onDisk(inner), sink, { allowOutside });
  return sink.triples.map(({ subject }) => subject).filter((subject) => !subject.includes("/"));
}

describe("a link out of the folder is refused, unless that is allowed", () => {
  test.each([
    ["a graph", { graph: [{ file: "out.mcf" }] }, "out.mcf", "out"],
    ["a graph behind a link", { graph: [{ file: "far/x.mcf" }] }, "far/x.mcf", "far"],
    ["a table", { templates: [{ template: "t.tmcf", tables: ["out.csv"] }] }, "out.csv", "out"],
    ["a template", { templates: [{ template: "out.tmcf", tables: ["1.csv"] }] }, "out.tmcf", "x"],
    ["a file of an import", imports({ node_mcf: "out.mcf" }), "out.mcf", "out"],
    ["a pattern of an import", imports({ node_mcf: "o*.mcf" }), "out.mcf", "out"],
    ["a path of an import behind a link", imports({ node_mcf: "far/x.mcf" }), "far/x.mcf", "far"],
  ])("%s", async (_what, manifest, name, subject) => {
    await withLinks(manifest, async (inner) => {
      await expect(subjects(inner)).rejects.toThrow(
        `${join(inner, "manifest.json")}: expected a file of this folder, found '${name}'`,
      );
      expect(await subjects(inner, true)).toEqual([subject]);
    });
  });
});

test("a link within the folder is a file of it", async () => {
  for (const manifest of [{ graph: [{ file: "near.mcf" }] }, imports({ node_mcf: "near.mcf" })]) {
    await withLinks(manifest, async (inner) => expect(await subjects(inner)).toEqual(["a"]));
  }
});

test("a folder that is itself a link holds its own files", async () => {
  await withLinks({ graph: [{ file: "own/a.mcf" }] }, async (inner) => {
    const link = `${inner}-link`;
    symlinkSync(inner, link);
    expect(await subjects(link)).toEqual(["a"]);
  });
});

test("a folder without a manifest is read with the files to which its links lead", async () => {
  await withFolder({ "out.mcf": mcf("out"), "inner/a.mcf": mcf("a") }, async (folder) => {
    symlinkSync("../out.mcf", join(folder, "inner/out.mcf"));
    expect(await subjects(join(folder, "inner"))).toEqual(["a", "out"]);
  });
});

describe("the config of a custom folder", () => {
  const row = "entity,variable,date,value\ngeoId/06,V,2020,1\n";
  const config = (...patterns: string[]) =>
    JSON.stringify({
      inputFiles: Object.fromEntries(
        patterns.map((pattern) => [pattern, { format: "variablePerRow" }]),
      ),
      sources: {},
    });

  test("names no file outside, with allowOutside neither", async () => {
    await withFolder(
      { "out.csv": row, "inner/a.csv": row.replace("2020", "1999") },
      async (folder) => {
        const inner = join(folder, "inner");
        const patterns = [join(folder, "out.csv"), "../out.csv", "../*.csv", "sub/../../out.csv"];
        writeFileSync(join(inner, "config.json"), config("a.csv", ...patterns));
        for (const allowOutside of [false, true]) {
          const sink = new RecordingSink();
          const told: string[] = [];
          const onDiagnostic = ({ counter, file, message }: Record<string, unknown>) => {
            if (counter === "Config_PathOutside") told.push(`${file} ${message}`);
          };
          await load(onDisk(inner), sink, { allowOutside, onDiagnostic: onDiagnostic as never });
          const expected = (pattern: string) =>
            `${join(inner, "config.json")} expected a file of this folder in inputFiles, found '${pattern}'`;
          expect(told).toEqual(patterns.map(expected));
          expect(sink.observations.map(({ date }) => date)).toEqual(["1999"]);
        }
      },
    );
  });

  test("selects the links of the folder like its other files", async () => {
    await withFolder({ "out.csv": row, "inner/config.json": config("*.csv") }, async (folder) => {
      symlinkSync("../out.csv", join(folder, "inner/link.csv"));
      const sink = new RecordingSink();
      await load(onDisk(join(folder, "inner")), sink);
      expect(sink.observations.map(({ date }) => date)).toEqual(["2020"]);
    });
  });
});
