/** Where commands read from and write to: sources, standard input, the environment, files. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { commands } from "../../../src/cli/run.ts";
import { withFolder } from "../load/load-texts.ts";
import { run } from "./running.ts";
import { saved } from "./saved-sample.ts";

const name = ["geoId/06", "-p", "->name"];
const inEnvironment = { NO_COLOR: "1", POCKET_COMMONS_SOURCE: saved };

describe("POCKET_COMMONS_SOURCE", () => {
  test("is the source where none is given", async () => {
    const expected = await run(["node", saved, ...name]);
    expect(await run(["node", ...name], { env: inEnvironment })).toEqual(expected);
    expect((await run(["info"], { env: inEnvironment })).out).toMatch(/^nodes +313\n/);
    expect((await run(["types", "state"], { env: inEnvironment })).out).toContain("\nState,");
    const without = await run(["node", ...name]);
    expect([without.code, without.err]).toEqual([2, expect.stringContaining("argument 'dcid'")]);
  });

  test("gives way to a source that is given", async () => {
    const folder = { "a.mcf": 'Node: dcid:geoId/06\nname: "Here"\n' };
    await withFolder(folder, async (path) => {
      expect((await run(["node", path, ...name], { env: inEnvironment })).out).toContain("Here");
      expect((await run(["info", path], { env: inEnvironment })).out).toMatch(/^nodes +[12]\n/);
    });
  });
});

describe("- as a source is standard input", () => {
  const mcf = 'Node: dcid:a\ntypeOf: dcs:City\nname: "Here"\n';
  const csv = "subject_id,predicate,object_id,object_value\na,name,,Here\n";
  const n3 = '<https://datacommons.org/browser/a> <https://schema.org/name> "Here" .\n';
  const jsonLd = '{"@context": {"@vocab": "https://schema.org/"}, "@id": "dcid:a", "name": "Here"}';

  test.each([
    ["MCF", mcf],
    ["MCF after a comment", `# towns\n\n${mcf}`],
    ["MCF after a byte order mark", `\ufeff${mcf}`],
    ["MCF with GZIP", gzipSync(mcf)],
    ["a table of triples", csv],
    ["N-Triples", n3],
    ["Turtle", `@prefix x: <https://schema.org/> .\n${n3}`],
    ["JSON-LD", jsonLd],
    ["a snapshot", readFileSync(saved)],
  ])("in the form of %s", async (form, stdin) => {
    const [dcid, text] = form === "a snapshot" ? ["geoId/06", "California"] : ["a", "Here"];
    const { code, out, err } = await run(["node", "-", dcid, "-p", "->name"], { stdin });
    expect([code, err]).toEqual([0, ""]);
    expect(out).toContain(text);
  });

  test("goes together with other sources, and is refused when it is empty", async () => {
    const { out } = await run(["node", saved, "a", ...name, "-w", "-"], { stdin: mcf });
    expect(out).toContain("a,name,Here");
    expect(out).toContain("geoId/06,name,California");
    const empty = await run(["info", "-"]);
    expect(empty).toMatchObject({
      code: 2,
      err: expect.stringContaining("standard input is empty"),
    });
  });
});

test("lint checks standard input", async () => {
  const { code, out } = await run(["lint", "-"], {
    stdin: "Node: dcid:a\ntypeOf: dcs:City\nno colon\n",
  });
  expect(code).toBe(1);
  expect(out).toMatch(/^standard-input\.mcf\n {2}3: error MCF_Malformed/);
});

test("- in the place of a name reads names from standard input", async () => {
  const stdin = "geoId/06\r\ngeoId/48\n\n";
  const node = await run(["node", saved, "-", "-p", "->name"], { stdin });
  expect(node.out).toBe((await run(["node", saved, "geoId/06", "geoId/48", "-p", "->name"])).out);
  const stat = await run(["stat", saved, "Count_Person", "geoId/12", "-"], { stdin });
  expect(stat.out.match(/geoId\/\d+/g)).toEqual(["geoId/12", "geoId/06", "geoId/48"]);
  const resolved = await run(["resolve", saved, "-"], { stdin: "Texas\n" });
  expect(resolved.out).toContain("Texas,geoId/48,");
});

describe("-o", () => {
  const folder = mkdtempSync(join(tmpdir(), "output-"));
  const into = async (file: string, ...argv: readonly string[]) => {
    const path = join(folder, file);
    const ran = await run([...argv, "-o", path], { isTerminal: true });
    return { ...ran, written: existsSync(path) ? readFileSync(path, "utf8") : undefined };
  };
  const stat = ["stat", saved, "Count_Person", "geoId/06"];

  test("writes the answer into a file, in the form of its ending", async () => {
    const csv = await into("a.csv", ...stat);
    expect([csv.out, csv.written]).toEqual(["", (await run([...stat, "--csv"])).out]);
    expect((await into("a.json", ...stat)).written).toBe((await run([...stat, "--json"])).out);
    expect((await into("a.txt", ...stat)).written).toBe((await run(stat)).out);
    expect((await into("info.csv", "info", saved)).written).toMatch(/^what,count/);
    expect((await into("a.parquet", ...stat)).written).toMatch(/^PAR1/);
    expect((await run([...stat, "-o", "-"])).out).toBe((await run(stat)).out);
    expect((await into("a.arrow.txt", ...stat)).written).toBe((await run(stat)).out);
    const asked = [
      ["--json", "b.csv"],
      ["--csv", "b.json"],
    ] as const;
    for (const [form, file] of asked) {
      expect((await into(file, ...stat, form)).written).toBe((await run([...stat, form])).out);
    }
  });

  test("leaves an old file as it was when the command fails, and nothing beside it", async () => {
    writeFileSync(join(folder, "old.csv"), "old");
    const failed = await into("old.csv", "node", saved, "geoId/06", "-p", "name");
    expect([failed.code, failed.written]).toEqual([1, "old"]);
    expect(readdirSync(folder).filter((file) => file.endsWith(".part"))).toEqual([]);
    const nowhere = await run([...stat, "-o", join(folder, "none", "a.csv")]);
    expect(nowhere).toMatchObject({ code: 2, err: expect.stringMatching(/^error: ENOENT/) });
  });
});

test("--color decides before the environment does", async () => {
  const bold = "\u001b[1m";
  const table = async (when: readonly string[], env: Record<string, string>) =>
    (await run(["types", saved, ...when], { isTerminal: true, env })).out.includes(bold);
  expect(await table(["--color", "always"], { NO_COLOR: "1" })).toBe(true);
  expect(await table(["--color=never"], { FORCE_COLOR: "1" })).toBe(false);
  expect(await table(["--color", "auto"], { NO_COLOR: "1" })).toBe(false);
  expect(await table([], {})).toBe(true);
  const wrong = await run(["types", saved, "--color", "nevr"]);
  expect(wrong.err).toContain("did you mean 'never'?");
});

test("the help of every command fits on a screen of 80 columns and 44 lines", async () => {
  for (const { usage } of commands) {
    const [command = ""] = usage.split(" ");
    const { out } = await run([command, "--help"]);
    const [text = ""] = out.split("\nExamples:");
    expect(out.split("\n").length, command).toBeLessThanOrEqual(45);
    for (const line of text.split("\n")) expect(line.length, line).toBeLessThanOrEqual(82);
  }
});
