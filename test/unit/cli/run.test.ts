/** Every command, as a user types it. */
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { commands } from "../../../src/cli/run.ts";
import { run } from "./running.ts";
import { sample, saved } from "./saved-sample.ts";

describe("answers", () => {
  test("info in words and as JSON", async () => {
    const { out, code } = await run(["info", sample]);
    expect(out).toMatch(/^nodes +313\ntriples +1,943\n/);
    expect(code).toBe(0);
    const json = JSON.parse((await run(["info", saved, "--json"])).out);
    expect(json).toMatchObject({ nodeCount: 313, observationCount: 4008 });
  });

  test("save writes a snapshot, which every command opens", async () => {
    const folder = mkdtempSync(join(tmpdir(), "cli-"));
    try {
      const file = join(folder, "us.pocket");
      const { out } = await run(["save", sample, "-o", file]);
      expect(out).toMatch(/loaded in \d+\.\d\d s\nsaved as /);
      expect((await run(["info", file, "--verify"])).out).toMatch(/\n\nverified\n$/);
      expect((await run(["info", file])).out).not.toContain("verified");
      const fromText = await run(["info", sample, "--verify"]);
      expect(fromText.out).toMatch(/\n\nnot verified: it was loaded from text/);
      const argv = ["geoId/06", "-p", "->name"];
      expect(await run(["node", file, ...argv])).toEqual(await run(["node", sample, ...argv]));
      const refused = await run(["node", file, ...argv, "--strict"]);
      expect(refused).toMatchObject({ code: 2, out: "" });
      expect(refused.err).toMatch(/^error: .*strict/);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  test("node as CSV when piped, as a table on a terminal", async () => {
    const argv = ["node", saved, "geoId/06", "-p", "->name"];
    expect((await run(argv)).out).toBe(
      "node,property,value,name,types,provenance\n" +
        "geoId/06,name,California,,,dc/base/BaseGeos\n",
    );
    const { out } = await run(argv, { isTerminal: true });
    expect(out).toMatch(/node +property +value/);
    expect(out).toContain("California");
  });

  test("node follows all pages", async () => {
    const folder = mkdtempSync(join(tmpdir(), "cli-"));
    try {
      const lines = Array.from({ length: 1200 }, (_, at) => `p${at},typeOf,Place,`);
      const table = ["subject_id,predicate,object_id,object_value", ...lines].join("\n");
      writeFileSync(join(folder, "t.csv"), table);
      const { out } = await run(["node", folder, "Place", "nothing", "-p", "<-typeOf"]);
      expect(out.trim().split("\n")).toHaveLength(1201);
      const json = JSON.parse((await run(["node", folder, "Place", "-p", "<-*", "--json"])).out);
      expect(json).toHaveLength(1200);
      expect(json[0]).toEqual({
        node: "Place",
        property: "typeOf",
        value: "p0",
        types: ["Place"],
        provenance: expect.any(String),
      });
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  test("labels", async () => {
    const { out } = await run(["node", saved, "geoId/06", "-p", "<-"]);
    expect(out).toContain("geoId/06,containedInPlace,,,,\n");
  });

  test("stat of an expression and of all dates", async () => {
    const states = "country/USA<-containedInPlace+{typeOf:State}";
    const { out } = await run(["stat", saved, "Count_Person", states]);
    expect(out).toContain("Count_Person,geoId/06,California,2025,39355309,,USCensusPEP");
    const all = await run([
      "stat",
      saved,
      "Count_Person",
      "geoId/06",
      "-d",
      "all",
      "--facets",
      "all",
    ]);
    expect(all.out.split("\n").length).toBeGreaterThan(20);
  });

  test("resolve and sparql", async () => {
    const { out } = await run(["resolve", saved, "California", "--type", "State"]);
    expect(out).toContain("California,geoId/06,");
    const query = "SELECT ?n WHERE { ?s typeOf State . ?s name ?n } ORDER BY ?n LIMIT 1";
    expect((await run(["sparql", saved, query])).out).toBe("n\nAlabama\n");
    expect((await run(["sparql", saved, "-"], { stdin: query })).out).toBe("n\nAlabama\n");
    const count = "SELECT (COUNT(?s) AS ?n) WHERE { ?s typeOf State }";
    expect(await run(["sparql", saved, count])).toMatchObject({ code: 1, out: "" });
    const extended = await run(["sparql", saved, count, "--dialect", "extended"]);
    expect(extended).toMatchObject({ code: 0, out: "n\n51\n" });
    const body = JSON.stringify({ query: count });
    const asked = ["request", saved, "/v2/sparql", "--body", body, "--dialect", "extended"];
    expect((await run(asked)).out).toContain('"51"');
    expect((await run(["sparql", saved, count, "--dialect", "other"])).code).toBe(2);
  });

  test("query any endpoint", async () => {
    const asked = await run(["request", saved, "/v2/node?nodes=geoId/06&property=->name"]);
    expect(JSON.parse(asked.out).data["geoId/06"].arcs.name.nodes[0].value).toBe("California");
    const body = '{"nodes":["geoId/06"],"property":"->"}';
    const posted = await run(["request", saved, "/v2/node", "--body", "-"], { stdin: body });
    expect(JSON.parse(posted.out).data["geoId/06"].properties).toContain("name");
    const refused = await run(["request", saved, "/v2/none"]);
    expect(refused.code).toBe(1);
    expect(JSON.parse(refused.out).code).toBe(5);
  });

  test("export into a folder and to standard output", async () => {
    const folder = mkdtempSync(join(tmpdir(), "cli-"));
    try {
      const out = join(folder, "out");
      expect((await run(["export", saved, out])).out).toContain("triples.csv");
      expect(readdirSync(out)).toEqual(["manifest.json", "observations.csv", "triples.csv"]);
      expect((await run(["info", out])).out).toMatch(/^nodes +313\n/);
      const again = await run(["export", saved, out, "-f", "mcf"]);
      expect(again).toMatchObject({ code: 2, out: "" });
      expect(again.err).toMatch(
        /out is not empty, it holds manifest\.json: choose another folder; --force replaces files of the same names\n$/,
      );
      expect(readdirSync(out)).toHaveLength(3);
      expect((await run(["export", saved, out, "--force"])).code).toBe(0);
    } finally {
      rmSync(folder, { recursive: true });
    }
    const wide = await run(["export", saved, "-", "-f", "wide"]);
    expect(wide.out).toMatch(/^entity,entity_name,date,/);
    expect(await run(["export", saved, "-"])).toMatchObject({ code: 2, out: "" });
  });
});

describe("mistakes are one line and exit code 2", () => {
  test.each([
    [["info", "/no/such/file"], /^error: \/no\/such\/file: cannot be read/],
    [["node", sample], /^error: missing required argument 'dcid'/],
    [["frobnicate"], /^error: unknown command 'frobnicate'/],
    [["stat", saved, "v", "a<-b", "c"], /^error: an expression names all entities/],
    [
      ["stat", saved, "v", "a", "--facets", "some"],
      /^error: .*is one of best, best-for-all, all, not "some"/,
    ],
    [["export", sample, "x", "-f", "parquet"], /^error: .* Allowed choices are tables, mcf/],
    [["request", saved, "v2/node"], /^error: a path begins with \//],
  ])("%j", async (argv, message) => {
    const { code, out, err } = await run(argv);
    expect(code).toBe(2);
    expect(out).toBe("");
    expect(err).toMatch(message);
    expect(err).not.toMatch(/\n +at /);
  });
});

test("what the data say cannot drive the terminal", async () => {
  const folder = mkdtempSync(join(tmpdir(), "cli-"));
  try {
    writeFileSync(join(folder, "a.mcf"), 'Node: dcid:a\nname: "\u001b[31mred\u009b"\n');
    const argv = ["node", folder, "a", "-p", "->name"];
    expect((await run(argv, { isTerminal: true })).out).not.toMatch(
      // biome-ignore lint/suspicious/noControlCharactersInRegex: what must not be there.
      /[\u0000-\u0009\u000b-\u001f\u0080-\u009f]/,
    );
    expect((await run(argv)).out).toContain("\u001b[31mred");
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("help before the name of a command is the same as --help after it", async () => {
  expect(await run(["help", "node"])).toEqual(await run(["node", "--help"]));
  expect(await run(["help"])).toEqual(await run(["--help"]));
  const { code, err } = await run(["help", "nodes"]);
  expect([code, err]).toEqual([2, expect.stringContaining("did you mean 'node'?")]);
});

test("help of every command has an example that begins with it", async () => {
  for (const { usage, examples } of commands) {
    const [name = ""] = usage.split(" ");
    const { code, out } = await run([name, "--help"]);
    expect(code).toBe(0);
    expect(out).toContain("Examples:");
    for (const example of examples) expect(example).toContain(`pocket-commons ${name} `);
  }
  expect((await run(["--version"])).out).toBe("1.2.3\n");
});
