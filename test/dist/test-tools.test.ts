/** The recipes of docs/testing.md with the packages that users have. */
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { projectRoot, read } from "../tidy/source-tree.ts";
import { InstalledPackage } from "./installed-package.ts";

let installed: InstalledPackage;

beforeAll(() => {
  installed = new InstalledPackage(["@types/node", "axios", "jest", "msw", "undici", "vitest"]);
});

afterAll(() => installed.remove());

const intro = `
import assert from "node:assert/strict";
import { world } from "pocket-commons";
import { mock } from "pocket-commons/testing";
const root = "https://api.datacommons.org";
const question = { nodes: ["geoId/06"], property: "->name" };
const init = { method: "POST", headers: { "x-api-key": "k" }, body: JSON.stringify(question) };
const double = await mock(world().place("geoId/06", "California", "State"));
const expected = double.commons.v2.node(question);
`;

/** What a program prints; it fails when an answer is another one than the world's. */
function run(program: string): string {
  installed.write("program.mjs", `${intro}${program}\nconsole.log("as expected");`);
  return installed.node("program.mjs");
}

describe("a mock behind", () => {
  test("msw", () => {
    const printed = run(`
      import { setupServer } from "msw/node";
      import { mockHandlers } from "pocket-commons/msw";
      const server = setupServer(...mockHandlers(double));
      server.listen({ onUnhandledRequest: "error" });
      assert.deepStrictEqual(await (await fetch(root + "/v2/node", init)).json(), expected);
      const wrong = JSON.stringify({ ...question, property: "name" });
      const refusal = await fetch(root + "/v2/node", { ...init, body: wrong });
      assert.deepEqual([refusal.status, (await refusal.json()).code], [400, 3]);
      const body = JSON.stringify({ ...question, nodes: ["geoId/60"] });
      assert.equal((await fetch(root + "/v2/node", { ...init, body })).status, 500);
      assert.throws(() => double.assertNoProblems(), /no dcid 'geoId\\/60'/);
      await assert.rejects(fetch("https://elsewhere.example/v2/node"));
      server.close();`);
    expect(printed).toBe("as expected\n");
  });

  test("msw names what is no mock, such as one that nobody awaited", () => {
    const printed = run(`
      import { mockHandlers } from "pocket-commons/msw";
      for (const [given, name] of [
        [Promise.resolve(double), "a Promise: await it first"],
        [undefined, "undefined"],
        [double.fetch, "a function"],
      ]) {
        const message = "mockHandlers needs what mock(…) resolves to, not " + name;
        assert.throws(() => mockHandlers(given), { name: "TypeError", message });
      }`);
    expect(printed).toBe("as expected\n");
  });

  test("msw, with faults", () => {
    const printed = run(`
      import { setupServer } from "msw/node";
      import { mockHandlers } from "pocket-commons/msw";
      const rules = [
        { kind: "reset", occurrences: [1] },
        { kind: "error", code: "resourceExhausted", retryAfter: 2, occurrences: [2] },
        { kind: "hang", occurrences: [3] },
      ];
      const faulty = await double.fork(undefined, { origins: "https://dc.example/api", faults: { rules } });
      const server = setupServer(...mockHandlers(faulty));
      server.listen({ onUnhandledRequest: "error" });
      const ask = (more) => fetch("https://dc.example/api/v2/node", { ...init, ...more });
      await assert.rejects(ask(), TypeError);
      const limited = await ask();
      assert.deepEqual([limited.status, limited.headers.get("retry-after")], [429, "2"]);
      const stop = new AbortController();
      setTimeout(() => stop.abort(), 50);
      await assert.rejects(ask({ signal: stop.signal }), { name: "AbortError" });
      assert.deepStrictEqual(await (await ask()).json(), expected);
      assert.deepEqual(faulty.calls.map(({ fault }) => fault), ["reset", "error", "hang", undefined]);
      faulty.reset();
      server.close();`);
    expect(printed).toBe("as expected\n");
  });

  test("undici's MockAgent, the recipe of the document, with refusals and faults", () => {
    const [, recipe = ""] =
      /undici's MockAgent.*?```js\n(.*?)```/s.exec(read("docs/testing.md")) ?? [];
    const printed = run(`
      import { fetch, MockAgent, request } from "undici";
      const rules = [{ kind: "error", code: "resourceExhausted", retryAfter: 2, occurrences: [2] }];
      const agentOf = (double) => {
        const agent = new MockAgent();
        agent.disableNetConnect();
        ${recipe}
        return agent;
      };
      const faulty = await double.fork(undefined, { faults: { rules } });
      const dispatcher = agentOf(faulty);
      const ask = async (more) => await request(root + "/v2/node", { ...init, ...more, dispatcher });
      assert.deepStrictEqual(await (await ask()).body.json(), expected);
      const limited = await ask();
      assert.deepEqual([limited.statusCode, limited.headers["retry-after"]], [429, "2"]);
      const refusals = {
        401: await ask({ headers: {} }),
        400: await ask({ body: JSON.stringify({ ...question, property: "name" }) }),
      };
      for (const [status, { statusCode, body }] of Object.entries(refusals)) {
        assert.equal(statusCode, Number(status));
        assert.equal(typeof (await body.json()).message, "string");
      }
      const body = JSON.stringify({ ...question, nodes: ["geoId/60"] });
      await assert.rejects(ask({ body }), /no dcid 'geoId\\/60'/);
      faulty.assertCalled("v2.node", question, 3);
      assert.throws(() => faulty.assertNoProblems(), /no dcid 'geoId\\/60'/);
      const url = root + "/v2/node?key=k&nodes=geoId/06&property=->name";
      assert.deepStrictEqual(await (await fetch(url, { dispatcher })).json(), expected);
      assert.equal((await fetch(url.replace("->name", "typeOf"), { dispatcher })).status, 400);`);
    expect(printed).toBe("as expected\n");
  });

  test("undici's MockAgent, the recipe in TypeScript", () => {
    const recipe = /undici's MockAgent.*?```js\n(.*?)```/s.exec(read("docs/testing.md"))?.[1];
    const use = `import { MockAgent } from "undici";
import { world } from "pocket-commons";
import { mock } from "pocket-commons/testing";
const double = await mock(world().place("geoId/06", "California", "State"));
await double.fork((world) => { world.place("geoId/48", "Texas", "State"); });
const agent = new MockAgent();
${recipe}`;
    const settings = { module: "nodenext", exactOptionalPropertyTypes: true, skipLibCheck: true };
    expect(installed.compile(settings, use)).toBe("");
  });

  test("axios", () => {
    const printed = run(`
      import axios from "axios";
      const client = axios.create({ adapter: "fetch", env: { fetch: double.fetch }, baseURL: root });
      const { data } = await client.post("/v2/node", question, { headers: init.headers });
      assert.deepStrictEqual(data, expected);
      const wrong = client.post("/v2/node", { ...question, property: "name" }, { headers: init.headers });
      await assert.rejects(wrong, ({ response }) => response.status === 400 && response.data.code === 3);
      const strange = client.post("/v2/node", { ...question, nodes: ["geoId/60"] }, { headers: init.headers });
      await assert.rejects(strange, /no dcid 'geoId\\/60'/);`);
    expect(printed).toBe("as expected\n");
  });

  test("the global fetch", () => {
    const printed = run(`
      const undo = double.install();
      assert.deepStrictEqual(await (await fetch(root + "/v2/node", init)).json(), expected);
      const body = JSON.stringify({ ...question, property: "name" });
      assert.equal((await fetch(root + "/v2/node", { ...init, body })).status, 400);
      const strange = JSON.stringify({ ...question, nodes: ["geoId/60"] });
      await assert.rejects(fetch(root + "/v2/node", { ...init, body: strange }), { code: "MOCK" });
      undo();
      assert.notEqual(fetch, double.fetch);`);
    expect(printed).toBe("as expected\n");
  });
});

describe("a request that hangs", () => {
  const program = `
import assert from "node:assert/strict";
import { test } from "node:test";
import { world } from "pocket-commons";
import { mock } from "pocket-commons/testing";
const faults = { rules: [{ kind: "hang" }] };
const double = await mock(world().place("geoId/06", "California", "State"), { faults });
const ask = (signal) => double.fetch("/v2/node?key=k&nodes=geoId/06&property=->name", { signal });
const nameOf = ({ name }) => name;
`;

  test("keeps the process running until a timer's signal aborts it", () => {
    const asking = "console.log(await ask(AbortSignal.timeout(100)).catch(nameOf));";
    installed.write("hang.mjs", `${program}${asking}`);
    expect(installed.node("hang.mjs")).toBe("TimeoutError\n");
  });

  test("does not end node:test before its time", () => {
    const tests = `
test("hangs", async () => assert.equal(await ask(AbortSignal.timeout(100)).catch(nameOf), "TimeoutError"));
test("comes after", () => undefined);`;
    installed.write("hang.test.mjs", `${program}${tests}`);
    const printed = installed.node("--test", "hang.test.mjs");
    expect(printed).toMatch(/pass 2\n.*fail 0\n.*cancelled 0\n/s);
  });

  test.each([
    ["a reset", "double.reset();", "the mock was reset"],
    [
      "the end of the mock",
      "double[Symbol.dispose ?? Symbol.for('Symbol.dispose')]();",
      "disposed of",
    ],
  ])("lets the process end after %s", (_, end, message) => {
    const ending = `
ask().catch(({ message }) => console.log(message));
setTimeout(() => { ${end} }, 100).unref();`;
    installed.write("end.mjs", `${program}${ending}`);
    expect(installed.node("end.mjs")).toContain(message);
  });
});

describe("a test", () => {
  test("in node:test, the first one of the document", () => {
    const [, code = ""] = /## A first test\n\n```js\n(.*?)```/s.exec(read("docs/testing.md")) ?? [];
    installed.write("first.test.mjs", code);
    expect(installed.node("--test", "first.test.mjs")).toMatch(/pass 2\n.*fail 0\n/s);
  });

  test("in jest", () => {
    installed.write("jest.config.json", '{"testMatch": ["**/*.jest.mjs"], "transform": {}}');
    installed.write(
      "first.jest.mjs",
      `import { world } from "pocket-commons";
import { mock } from "pocket-commons/testing";
       test("the name of a state", async () => {
         const { fetch, commons } = await mock(world().place("geoId/06", "California", "State"));
         const query = "key=k&nodes=geoId/06&property=->name";
         const response = await fetch("https://api.datacommons.org/v2/node?" + query);
         const expected = commons.v2.node({ nodes: ["geoId/06"], property: "->name" });
         expect(await response.json()).toStrictEqual(expected);
         expect((await fetch("https://api.datacommons.org/v2/node?key=k&nodes=geoId/06&property=name")).status).toBe(400);
         await expect(fetch("https://api.datacommons.org/v2/node?key=k&nodes=x&property=->name")).rejects.toThrow("no dcid 'x'");
       });`,
    );
    const jest = join(projectRoot, "node_modules/jest/bin/jest.js");
    const printed = installed.shell(
      `NODE_OPTIONS=--experimental-vm-modules node ${jest} --rootDir . --config jest.config.json 2>&1`,
    );
    expect(printed).toContain("1 passed, 1 total");
  });

  test("in jest without ES modules is told what to do by jest", () => {
    installed.write("jest.config.json", '{"testMatch": ["**/*.jest.cjs"], "transform": {}}');
    installed.write(
      "required.jest.cjs",
      'const { mock } = require("pocket-commons/testing"); test("x", () => expect(mock).toBeDefined());',
    );
    const jest = join(projectRoot, "node_modules/jest/bin/jest.js");
    const printed = installed.shell(
      `node ${jest} --rootDir . --config jest.config.json 2>&1 || true`,
    );
    expect(printed).toMatch(/Must use import to load ES Module|1 passed, 1 total/);
  });

  test("in vitest, the recipe of the document", () => {
    const recipe = /\*\*vitest\*\*.*?```js\n(.*?)```/s.exec(read("docs/testing.md"));
    installed.write("first.vitest.mjs", recipe?.[1] ?? "");
    installed.write(
      "vitest.config.mjs",
      'export default { test: { include: ["*.vitest.mjs"], reporters: ["json"] } };',
    );
    const vitest = join(projectRoot, "node_modules/vitest/vitest.mjs");
    const printed = installed.node(vitest, "run", "--root", ".", "--config", "vitest.config.mjs");
    const { numPassedTests, numTotalTests } = JSON.parse(printed);
    expect([numPassedTests, numTotalTests]).toEqual([3, 3]);
    const broken = `
      test("a mistake", () => fetch(url.replace("06", "60")).catch(() => undefined));
      test("a good one", async () => {
        await fetch(url);
        double.assertCalled("v2.node", {}, 1);
      });`;
    installed.write("first.vitest.mjs", `${recipe?.[1]}${broken}`);
    const shown = installed.shell(`node ${vitest} run --root . --config vitest.config.mjs || true`);
    expect(JSON.parse(shown)).toMatchObject({ numPassedTests: 4, numFailedTests: 1 });
  });
});
