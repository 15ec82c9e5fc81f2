/** What every command has in common: exit codes, forms of answers, errors, colours, quiet. */
import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { exitCodes, exitMeanings } from "../../../src/cli/io.ts";
import { commands } from "../../../src/cli/run.ts";
import { open } from "../../../src/index.ts";
import { withFolder } from "../load/load-texts.ts";
import { run } from "./running.ts";
import { sample, saved } from "./saved-sample.ts";

/** One of its two nodes has a line that cannot be read. */
const faulty = { "a.mcf": "Node: dcid:a\ntypeOf: dcs:City\nno colon\nname: x\n" };
const sound = { "a.mcf": "Node: dcid:a\ntypeOf: dcs:City\nname: x\n" };

const faultyFile = join(mkdtempSync(join(tmpdir(), "outcomes-")), "a.mcf");
writeFileSync(faultyFile, faulty["a.mcf"]);

/** A call of every command that answers something. */
const calls: Readonly<Record<string, readonly string[]>> = {
  info: [saved],
  save: [faultyFile, "-o", join(mkdtempSync(join(tmpdir(), "saved-")), "a.pocket")],
  lint: [faultyFile],
  node: [saved, "geoId/06"],
  stat: [saved, "Count_Person", "geoId/06"],
  resolve: [saved, "California"],
  sparql: [saved, "SELECT ?n WHERE { ?s typeOf State . ?s name ?n } LIMIT 1"],
  request: [saved, "/v2/node?nodes=geoId/06&property=->name"],
};

const names = commands.map(({ usage }) => usage.split(" ")[0]!);

/** Questions that an endpoint answers with an error. */
const refused = [
  ["node", "geoId/06", "-p", "->["],
  ["stat", "v", "a<-"],
  ["resolve", "a", "-p", "->"],
  ["sparql", "SELECT"],
  ["request", "/v2/none"],
].map(([name = "", ...args]) => ({ name, args }));

describe("options of loading", () => {
  test("--provenance is that of files that name none", async () => {
    await withFolder(sound, async (folder) => {
      const argv = ["node", folder, "a", "-p", "->name", "--csv"];
      expect((await run(argv)).out).toContain("\na,name,x,,,dc/base/a\n");
      expect((await run([...argv, "--provenance", "p/x"])).out).toContain("\na,name,x,,,p/x\n");
    });
  });

  test("--allow-outside reads where a link leads", async () => {
    await withFolder({ "out.mcf": sound["a.mcf"] }, async (folder) => {
      const inner = join(folder, "in");
      mkdirSync(inner);
      symlinkSync(join("..", "out.mcf"), join(inner, "a.mcf"));
      const manifest = { graph: [{ file: "a.mcf" }] };
      writeFileSync(join(inner, "manifest.json"), JSON.stringify(manifest));
      expect((await run(["info", inner])).err).toContain("which lies outside of it by a link");
      expect((await run(["lint", inner])).out).toContain("which lies outside of it by a link");
      const loaded = await run(["info", inner, "--json", "--allow-outside"]);
      expect(JSON.parse(loaded.out)).toMatchObject({ tripleCount: 2 });
      const linted = await run(["lint", inner, "--allow-outside"]);
      expect(linted.out).toContain("in 1 file");
      expect(linted.out).not.toContain("outside");
    });
  });
});

describe("exit codes", () => {
  test("of save say whether something was left out", async () => {
    const target = ["-o", join(mkdtempSync(join(tmpdir(), "saved-")), "a.pocket")];
    await withFolder(sound, async (folder) => {
      expect((await run(["save", folder, ...target])).code).toBe(exitCodes.done);
    });
    await withFolder(faulty, async (folder) => {
      for (const form of [[], ["--json"], ["--csv"], ["--quiet"]]) {
        const { code } = await run(["save", folder, ...target, ...form]);
        expect(code, form.join()).toBe(exitCodes.mistakes);
      }
      const saved = await run(["save", folder, ...target]);
      expect(saved.out).toContain("saved as");
      expect((await run(["save", folder, ...target, "--strict"])).code).toBe(exitCodes.failed);
      expect((await run(["save", folder])).err).toBe(
        "error: say where the snapshot goes: -o FILE\n",
      );
      expect((await run(["info", folder])).code).toBe(exitCodes.done);
    });
  });

  test.each(refused)(
    "of %s are those of an answer when the endpoint answers an error",
    async ({ name, args }) => {
      expect((await run([name, saved, ...args])).code).toBe(exitCodes.mistakes);
    },
  );

  test("of what the file system refuses are no bug", async () => {
    await withFolder({ "a.txt": "x" }, async (folder) => {
      const target = join(folder, "a.txt", "out");
      const { code, err } = await run(["export", saved, target, "-f", "mcf"]);
      expect(code).toBe(exitCodes.failed);
      expect(err).toMatch(/^error: ENOTDIR[^\n]*\n$/);
    });
  });

  test("are in the help", async () => {
    const { out } = await run(["--help"]);
    for (const [name, means] of Object.entries(exitMeanings)) {
      expect(out).toContain(`${exitCodes[name as keyof typeof exitCodes]}  ${means}\n`);
    }
  });
});

describe("an error as JSON", () => {
  test.each(refused.slice(0, -1))(
    "has what the endpoint of $name answers",
    async ({ name, args }) => {
      const { out } = await run([name, saved, ...args, "--json"]);
      expect(JSON.parse(out)).toMatchObject({
        code: expect.stringMatching(/^(?:EXPRESSION|REQUEST|QUERY)$/),
        message: expect.any(String),
        rpc: { code: expect.any(Number), status: expect.any(Number) },
      });
    },
  );

  test("is the same text as over fetch", async () => {
    const commons = (await open(saved)).service({ requireKey: false });
    const body = await commons.fetch("/v2/node?nodes=geoId/06&property=->[");
    const { out, err } = await run(["node", saved, "geoId/06", "-p", "->[", "--json"]);
    const { code, message } = (await body.json()) as { code: number; message: string };
    expect(JSON.parse(out)).toMatchObject({ message, rpc: { code, status: body.status } });
    expect(err).toMatch(/^error: /);
  });

  test.each([
    [["info", "/no/such"], { code: "LOAD", file: "/no/such" }],
    [["node", sample], { code: "USAGE" }],
    [
      ["request", sample, "v2"],
      { code: "USAGE", message: "a path begins with /, as /v2/node does, not 'v2'" },
    ],
    [["save", sample, "--json", "--nonsense"], { code: "USAGE" }],
  ])("of another kind names code and message: %j", async (argv, body) => {
    const { out, code } = await run([...argv, "--json"]);
    expect(code).toBe(exitCodes.failed);
    expect(JSON.parse(out)).toMatchObject({ message: expect.any(String), ...body });
  });

  test("is one line of at most a thousand characters", async () => {
    for (const argv of [
      ["info", "x".repeat(5_000)],
      ["node", saved, "a", "-p", "->\n".repeat(5_000)],
    ]) {
      const { err } = await run(argv);
      expect(err.length).toBeLessThan(1_050);
      expect(err.trim()).not.toContain("\n");
    }
  });
});

describe("forms", () => {
  test.each(Object.entries(calls))("%s prints CSV and JSON when asked", async (name, args) => {
    const csv = await run([name, ...args, "--csv"]);
    const [head = "", ...rows] = csv.out.trimEnd().split("\n");
    expect(head).toMatch(/^\??\w+(,\w+)*$/);
    expect(rows.length).toBeGreaterThan(0);
    expect((await run([name, ...args, "--csv"], { isTerminal: true })).out.split("\n")[0]).toBe(
      head,
    );
    expect(() => JSON.parse(rows.join("\n"))).toThrow();
    const json = await run([name, ...args, "--json"]);
    expect(JSON.parse(json.out)).toBeInstanceOf(Object);
  });

  test("CSV of info has counts and kinds of diagnostics", async () => {
    await withFolder(faulty, async (folder) => {
      const { out } = await run(["info", folder, "--csv"]);
      expect(out).toMatch(/^what,count,level,file,line,message\nnodeCount,\d+,,,,\n/);
      expect(out).toMatch(/\nMCF_MalformedColon\w*,1,error,\S+a\.mcf,3,/);
    });
  });

  test("CSV of any endpoint has a row per value", async () => {
    const { out } = await run([
      "request",
      sample,
      "/v2/node?nodes=geoId/06&property=->name",
      "--csv",
    ]);
    expect(out).toContain("path,value\n/data/geoId~106/arcs/name/nodes/0/");
    expect(out).toContain("/value,California\n");
  });

  test("an export to standard output is the file and nothing else", async () => {
    const plain = await run(["export", saved, "-", "-f", "wide"]);
    expect(plain.out.trimEnd()).toMatch(/\d$/);
    for (const form of ["--json", "--csv"]) {
      const { code, out, err } = await run(["export", saved, "-", "-f", "wide", form]);
      expect([code, out === "" || form === "--json"]).toEqual([exitCodes.failed, true]);
      expect(err).toContain("leave --json and --csv out");
    }
  });

  test.each(names)("help of %s names every option and every choice", async (name) => {
    const { options = [] } = commands.find(({ usage }) => usage.split(" ")[0] === name)!;
    const { out } = await run([name, "--help"]);
    const help = out.replace(/\s+/g, " ");
    expect(help).toContain("--quiet");
    expect(help).toContain("/package/docs/command.md");
    for (const { flags, choices = [] } of options) {
      expect(help).toContain(flags);
      for (const choice of choices) expect(help).toContain(`"${choice}"`);
    }
  });

  test("help of lint names all levels that it accepts", async () => {
    const { out } = await run(["lint", "--help"]);
    expect(out.match(/"fatal"/g)).toHaveLength(2);
  });
});

describe("quiet", () => {
  test.each(["info", "save", "node"])("%s says nothing about what loading found", async (name) => {
    await withFolder(faulty, async (folder) => {
      const more = { node: ["a"], save: ["-o", join(folder, "a.pocket")] }[name] ?? [];
      const args = [folder, ...more];
      const loud = await run([name, ...args]);
      expect(loud.out + loud.err).toMatch(/MalformedColon|1 error while loading/);
      const { out, err } = await run([name, ...args, "-q"]);
      expect(out + err).not.toMatch(/error|MalformedColon/);
      expect(out).not.toBe("");
      expect(err).toBe("");
    });
  });

  test("export does not list what was left out", async () => {
    const lineFeed = {
      "t.csv": 'subject_id,predicate,object_id,object_value\na,name,,"x\ny"\n',
    };
    await withFolder(lineFeed, async (folder) => {
      expect((await run(["export", folder, join(folder, "o"), "-f", "mcf"])).err).toContain(
        "left out: 1",
      );
      expect(
        (await run(["export", folder, join(folder, "o"), "-f", "mcf", "-q", "--force"])).err,
      ).toBe("");
    });
  });
});

test("one of a thing is not counted as several", async () => {
  await withFolder(faulty, async (folder) => {
    expect((await run(["node", folder, "a"])).err).toMatch(/^1 error while loading; /);
    const { out } = await run(["lint", folder]);
    expect(out).not.toMatch(/\b1 (?:errors|warnings|files|nodes and rows)\b/);
  });
});

describe("colours", () => {
  const sequence = "\u001b[";
  const coloured = async (isTerminal: boolean, env: Record<string, string>): Promise<boolean[]> =>
    await withFolder(faulty, async (folder) => {
      const ran = [
        await run(["lint", folder], { isTerminal, env }),
        await run(["info", folder], { isTerminal, env }),
      ];
      const outs = ran.map(({ out }) => out.includes(sequence));
      const failed = [
        await run(["info", "/no/such"], { isTerminal, env }),
        await run(["info"], { isTerminal, env }),
        await run(["node", folder, "a"], { isTerminal, env }),
      ];
      return [...new Set([...outs, ...failed.map(({ err }) => err.includes(sequence))])];
    });

  test.each([
    [true, {}, true],
    [true, { TERM: "xterm" }, true],
    [false, {}, false],
    [true, { NO_COLOR: "1" }, false],
    [true, { NO_COLOR: "" }, true],
    [true, { TERM: "dumb" }, false],
    [true, { FORCE_COLOR: "0" }, false],
    [false, { FORCE_COLOR: "1" }, true],
    [false, { FORCE_COLOR: "1", NO_COLOR: "1" }, true],
    [true, { FORCE_COLOR: "1", TERM: "dumb" }, true],
  ])("on a terminal (%s) with %j: %s", async (isTerminal, env, expected) => {
    expect(await coloured(isTerminal, env)).toEqual([expected]);
  });

  test("are in heads of tables and in help, never in CSV and JSON", async () => {
    const env = { FORCE_COLOR: "1" };
    const argv = ["node", saved, "geoId/06", "-p", "->name"];
    expect((await run(argv, { isTerminal: true, env })).out).toContain(
      `${sequence}1mnode${sequence}22m`,
    );
    expect((await run(["--help"], { isTerminal: true, env })).out).toContain(sequence);
    for (const form of ["--json", "--csv"]) {
      expect((await run([...argv, form], { isTerminal: true, env })).out).not.toContain(sequence);
    }
  });
});
