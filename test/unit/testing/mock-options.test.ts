import { join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import { disposing } from "../../../src/errors/errors.ts";
import { open, world } from "../../../src/index.ts";
import { type MockOptions, mock } from "../../../src/testing.ts";
import { withFolder } from "../load/load-texts.ts";

const california = () =>
  world()
    .place("geoId/06", "California", "State")
    .series("Count_Person", "geoId/06", { 2023: 38_965_193 });

const rule = (given: object) => ({ faults: { rules: [given] } });

describe("a mistake in the options of a mock throws when the mock is made", () => {
  test.each<[string, object, string]>([
    [
      "an unknown kind",
      rule({ kind: "eror" }),
      "mock: 'faults.rules[0].kind' is one of error, status, reset, truncated, malformed, hang, not \"eror\"; did you mean 'error'",
    ],
    [
      "an unknown code",
      rule({ kind: "error", code: "resourceExhasted" }),
      "mock: 'faults.rules[0].code' is one of unauthenticated, invalidArgument, notFound, resourceExhausted, deadlineExceeded, internal, unavailable, dataLoss, unknown, not \"resourceExhasted\"; did you mean 'resourceExhausted'",
    ],
    [
      "a code as gRPC writes it",
      rule({ kind: "error", code: "RESOURCE_EXHAUSTED" }),
      "not \"RESOURCE_EXHAUSTED\"; did you mean 'resourceExhausted'",
    ],
    [
      "an endpoint by its path",
      rule({ kind: "reset", endpoints: ["v2/node"] }),
      "mock: 'faults.rules[0].endpoints' is a list of known names, not a list with \"v2/node\"; did you mean 'v2.node'",
    ],
    [
      "fault for faults",
      { fault: {} },
      "mock: there is no option \"fault\"; did you mean 'faults'",
    ],
    [
      "a list for an object with rules",
      { faults: [{ kind: "reset" }] },
      "mock: 'faults' is an object, not a list of 1",
    ],
    [
      "occurrence for occurrences",
      rule({ kind: "reset", occurrence: 1 }),
      "mock: there is no option \"faults.rules[0].occurrence\"; did you mean 'occurrences'",
    ],
    [
      "one occurrence for a list",
      rule({ kind: "reset", occurrences: 1 }),
      "mock: 'faults.rules[0].occurrences' is a list of whole numbers from 1 to 9007199254740991, not 1",
    ],
    [
      "an occurrence before the first",
      rule({ kind: "reset", occurrences: [1, 0] }),
      "mock: 'faults.rules[0].occurrences' is a list of whole numbers from 1 to 9007199254740991, not a list with 0",
    ],
    [
      "a word for missing",
      { missing: "ignore" },
      "mock: 'missing' is one of error, warn, empty, not \"ignore\"",
    ],
    [
      "an unknown option",
      { origin: "x" },
      "mock: there is no option \"origin\"; did you mean 'origins'",
    ],
    [
      "an unknown member of faults",
      { faults: { rule: [] } },
      "mock: there is no option \"faults.rule\"; did you mean 'rules'",
    ],
    [
      "rules that are no list",
      { faults: { rules: {} } },
      "mock: 'faults.rules' is a list of objects, not an object",
    ],
    [
      "a rule that is a text",
      rule("reset" as never),
      "mock: 'faults.rules' is a list of objects, not a list with \"reset\"",
    ],
    [
      "a rule without a kind",
      rule({ rate: 1 }),
      "mock: 'faults.rules[0].kind' is one of error, status, reset, truncated, malformed, hang, not undefined",
    ],
    [
      "an error without a code",
      rule({ kind: "error" }),
      "mock: 'faults.rules[0].code' is one of unauthenticated, ",
    ],
    [
      "a status without a number",
      rule({ kind: "status" }),
      "mock: 'faults.rules[0].status' is a whole number from 200 to 599, not undefined",
    ],
    [
      "a status that no response has",
      rule({ kind: "status", status: 101 }),
      "mock: 'faults.rules[0].status' is a whole number from 200 to 599, not 101",
    ],
    [
      "a member of another kind",
      rule({ kind: "reset", status: 500 }),
      'mock: there is no option "faults.rules[0].status"',
    ],
    [
      "percent for a part",
      rule({ kind: "reset", rate: 20 }),
      "mock: 'faults.rules[0].rate' is a number from 0 to 1, not 20",
    ],
    [
      "a wait below zero",
      rule({ kind: "status", status: 503, retryAfter: -1 }),
      "mock: 'faults.rules[0].retryAfter' is a finite number from 0 on, not -1",
    ],
    [
      "a body that is no text",
      rule({ kind: "status", status: 503, body: {} }),
      "mock: 'faults.rules[0].body' is a text, not an object",
    ],
    [
      "a seed that is a list",
      { faults: { seed: [] } },
      "mock: 'faults.seed' is a text, or a finite number, not a list of 0",
    ],
    [
      "a seed that is no number",
      { faults: { seed: Number.NaN } },
      "mock: 'faults.seed' is a text, or a finite number, not NaN",
    ],
    [
      "a delay in words",
      { faults: { delay: "80ms" } },
      "mock: 'faults.delay' is a finite number from 0 on, or an object, not \"80ms\"",
    ],
    [
      "half a distribution",
      { faults: { delay: { median: 80 } } },
      "mock: 'faults.delay.sigma' is a finite number from 0 on, not undefined",
    ],
    [
      "another distribution",
      { faults: { delay: { mean: 80, sigma: 1 } } },
      "mock: there is no option \"faults.delay.mean\"; did you mean 'median'",
    ],
    ["a clock without sleep", { clock: {} }, "mock: 'clock.sleep' is a function, not undefined"],
    [
      "a warning that is no function",
      { onWarning: "log" },
      `mock: 'onWarning' is a function, not "log"`,
    ],
    [
      "an endpoint without its version",
      rule({ kind: "reset", endpoints: ["node"] }),
      "a list with \"node\"; did you mean 'v2.node'",
    ],
    [
      "a rule of no endpoints, which never fires",
      rule({ kind: "reset", endpoints: [] }),
      "mock: 'faults.rules[0].endpoints' is a list of known names, not an empty list",
    ],
    [
      "a rule of no occurrences, which never fires",
      rule({ kind: "reset", occurrences: [] }),
      "mock: 'faults.rules[0].occurrences' is a list of whole numbers from 1 to 9007199254740991, not an empty list",
    ],
    [
      "no origins, for which nothing is answered",
      { origins: [] },
      "mock: 'origins' is a text, or a list of texts, not an empty list",
    ],
    ["origins that are no URL", { origins: ["api"] }, "an origin is a URL such as"],
    ["an origin without http", { origins: "localhost:8080" }, "an origin is a URL such as"],
    [
      "origins that are no text",
      { origins: [7] },
      "mock: 'origins' is a text, or a list of texts, not a list with 7",
    ],
    ["a service that is no object", { service: true }, "mock: 'service' is an object, not true"],
    ["open that is no object", { open: [] }, "mock: 'open' is an object, not a list of 0"],
    ["options that are no object", [] as never, "mock: options are an object, not a list of 0"],
  ])("%s", async (_, options, message) => {
    const making = mock({ "a.mcf": 7 as never }, options as MockOptions);
    await expect(making).rejects.toThrow(TypeError);
    await expect(making).rejects.toThrow(message);
    if (message.startsWith("mock: "))
      await expect(making).rejects.toMatchObject({ code: "OPTION" });
    const forking = (await mock(california())).fork(undefined, options as MockOptions);
    await expect(forking).rejects.toThrow(message);
  });

  test("options that are undefined count as absent", async () => {
    const rules = [
      {
        kind: "error",
        code: "internal",
        message: undefined,
        retryAfter: undefined,
        rate: 0,
        endpoints: undefined,
        occurrences: undefined,
      },
    ] as const;
    const double = await mock(california(), {
      origins: undefined,
      missing: undefined,
      onWarning: undefined,
      clock: undefined,
      service: undefined,
      open: undefined,
      faults: { seed: undefined, delay: undefined, rules },
    });
    expect((await double.fetch("/v2/node?key=k&nodes=geoId/06&property=->name")).status).toBe(200);
    expect((await mock(california(), { faults: { rules: undefined } })).calls).toEqual([]);
  });

  test("every right option is taken", async () => {
    const sleep = vi.fn(async () => undefined);
    const { fetch } = await mock(california(), {
      origins: ["https://dc.example/api", "http://localhost:80"],
      missing: "warn",
      onWarning: () => undefined,
      clock: { sleep },
      service: { reasons: true },
      open: { strict: true },
      faults: {
        seed: "s",
        delay: { median: 1, sigma: 0 },
        rules: [
          {
            kind: "status",
            status: 503,
            body: "no",
            retryAfter: 0,
            rate: 1,
            endpoints: ["v2.node"],
            occurrences: [1],
          },
          { kind: "error", code: "unavailable", occurrences: [2] },
          { kind: "truncated", rate: 0 },
          { kind: "malformed", rate: 0 },
          { kind: "hang", rate: 0 },
        ],
      },
    });
    const ask = async () => await fetch("/v2/node?key=k&nodes=geoId/06&property=->name");
    expect([(await ask()).status, (await ask()).status, (await ask()).status]).toEqual([
      503, 503, 200,
    ]);
    expect(sleep).toHaveBeenCalledTimes(3);
  });
});

test.each([{}, [], 7, "https://api.example/x", Promise.resolve({})])(
  "what is no source is refused in the name of mock: %j",
  async (source) => {
    await expect(mock(source as never)).rejects.toThrow(/^mock (?:needs|reads) /);
  },
);

describe("an error in the data of a mock", () => {
  const broken = () => ({ "a.mcf": "Node: dcid:x\ntypeOf: City\ncolour red\nsize big\n" });

  test("throws with its file and its line", async () => {
    await expect(mock(broken())).rejects.toMatchObject({
      code: "LOAD",
      file: "a.mcf",
      line: 3,
      message: expect.stringMatching(/^a\.mcf:3: .*'colour red'; 1 more of this kind$/),
    });
  });

  test("is a line that lacks its colon, as in typeOf dcs:City", async () => {
    const slip = { "a.mcf": "Node: dcid:a/1\ntypeOf dcs:City\n" };
    await expect(mock(slip)).rejects.toMatchObject({ code: "LOAD", file: "a.mcf", line: 2 });
    await expect(open(slip, { strict: true })).rejects.toMatchObject({ code: "LOAD", line: 2 });
  });

  test.each(["2020-02-30", "2021-02-29", "20200431", "2020-06-31T10:00"])(
    "is %s, a day that there is not",
    async (day) => {
      const mcf = `Node: o\ntypeOf: StatVarObservation\nvariableMeasured: dcid:V\nobservationAbout: dcid:a\nobservationDate: "${day}"\nvalue: 3\n`;
      const csv = `entity,variable,date,value\na,V,2020-01-31,1\na,V,${day},3\n`;
      for (const [file, text] of Object.entries({ "a.mcf": mcf, "a.csv": csv })) {
        await expect(mock({ [file]: text })).rejects.toMatchObject({
          code: "LOAD",
          file,
          message: expect.stringContaining(`there is no day '${day}'; it is loaded as written`),
        });
        const commons = await open({ [file]: text });
        expect(commons.latest("V", "a")).toMatchObject({ date: day, value: 3 });
      }
      await expect(open({ "a.csv": csv }, { strict: true })).rejects.toMatchObject({ line: 3 });
      const sound = csv.replace(day, "2020-02-29").replace("a,V,2020-01-31", "a,V,2000-02-29");
      expect((await mock({ "a.csv": sound })).problems).toEqual([]);
    },
  );

  test("alone says nothing of others, and a table that is left out is one", async () => {
    const alone = { "a.mcf": "Node: dcid:x\ntypeOf: City\ncolour red\n" };
    await expect(mock(alone)).rejects.toThrow(/'colour red'$/);
    const template =
      "Node: E:t->E0\ntypeOf: dcs:City\ndcid: C:t->id\nname: C:t->name\ncontainedInPlace: C:t->in\n";
    const table = { "t.tmcf": template, "t.csv": "id,nam,in\na,A,b\n" };
    await expect(mock(table)).rejects.toMatchObject({ code: "LOAD", file: "t.csv", line: 1 });
    const headless = await mock({ ...table, "t.csv": "" }).catch((thrown: unknown) => thrown);
    expect(headless).toMatchObject({
      message: "t.csv: the file has no header, hence no rows",
      file: "t.csv",
    });
    expect(Object.hasOwn(headless as object, "line")).toBe(false);
  });

  test("in a world that code writes throws, too", async () => {
    const data = california().series("Count_Person", "geoId/06", { "2023/1": 5 });
    await expect(mock(data)).rejects.toMatchObject({
      file: "world()/observations.csv",
      line: 3,
      message: expect.stringContaining("'2023/1' is not a date"),
    });
  });

  test("stays a diagnostic if the test wants it, in forks too", async () => {
    const double = await mock(broken(), { open: { strict: false } });
    expect(double.commons.info.diagnostics.levels.error).toBe(2);
    const fork = await double.fork((data) => data.add({ "b.mcf": "red\n" }), { open: undefined });
    expect(fork.commons.info.diagnostics.levels.error).toBe(3);
  });

  test("is not looked for in a Commons that was opened before, but in what a fork adds", async () => {
    const { commons } = await mock(broken(), { open: { strict: false } });
    const double = await mock(commons);
    const fork = await double.fork((data) => data.place("geoId/06", "California", "State"));
    expect(fork.commons.name("geoId/06")).toBe("California");
    const adding = double.fork((data) => data.add({ "b.mcf": "Node: dcid:y\nred\n" }));
    await expect(adding).rejects.toMatchObject({ file: "added-2/b.mcf", line: 2 });
    const two = double.fork((data) => data.add({ "b.mcf": "Node: dcid:y\nred\nblue\n" }));
    await expect(two).rejects.toThrow(/'red'; 1 more of this kind$/);
  });

  test("is named by its counter where those before it are all that is shown", async () => {
    const many = { "a.mcf": `Node: dcid:x\ntypeOf: City\n${"no colon\n".repeat(9)}` };
    const { commons } = await mock(many, { open: { strict: false } });
    const double = await mock(commons);
    const adding = double.fork((data) => data.add({ "b.mcf": "Node: dcid:y\nred\n" }));
    await expect(adding).rejects.toMatchObject({
      message: "MCF_MalformedColonLessLine",
      file: "",
    });
  });

  test("is no new value of a fork for an old one", async () => {
    const double = await mock(california());
    const fork = await double.fork((data) => data.series("Count_Person", "geoId/06", { 2023: 1 }));
    expect(fork.commons.latest("Count_Person", "geoId/06")).toMatchObject({ value: 1 });
    const twice = california().series("Count_Person", "geoId/06", { 2023: 1 });
    await expect(mock(twice)).rejects.toThrow("two values for one observation");
  });

  test("of a snapshot is one, too", async () => {
    const { commons } = await mock(broken(), { open: { strict: false } });
    await withFolder({}, async (folder) => {
      const path = join(folder, "a.pocket");
      await commons.save(path);
      await expect(mock(path)).rejects.toMatchObject({ file: "a.mcf", line: 3 });
      using double = await mock(path, { open: { strict: false } });
      expect(double.commons.info.nodeCount).toBe(commons.info.nodeCount);
    });
  });
});

describe("a mock that is disposed of", () => {
  test("closes data that it opened, and not a Commons that was given", async () => {
    const double = await mock(california());
    const shared = await mock(double.commons);
    shared[disposing]();
    expect(double.commons.name("geoId/06")).toBe("California");
    double[disposing]();
    expect(() => double.commons.name("geoId/06")).toThrow("was closed");
  });

  test("puts the global fetch back", async () => {
    const former = globalThis.fetch;
    const double = await mock(california());
    const undo = double.install();
    expect(globalThis.fetch).not.toBe(former);
    double[disposing]();
    expect(globalThis.fetch).toBe(former);
    undo();
    expect(globalThis.fetch).toBe(former);
    expect(() => double.assertNoProblems()).not.toThrow();
  });
});
