/** What a world answers a server: by which rules, with which keys, until when, and kinder than the documented service. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Commons, open } from "../../../src/index.ts";
import { type AnswerRules, Answers } from "../../../src/serve/answer-of.ts";
import { type Serving, serve } from "../../../src/serve.ts";
import { smallWorld } from "../routes/unlisted-world.ts";

const usual: AnswerRules = { isExact: false, hasWebsite: true, settings: { requireKey: false } };
const request = (url: string, body?: object) => ({
  method: body === undefined ? "GET" : "POST",
  url,
  headers: {},
  body: body === undefined ? "" : JSON.stringify(body),
});

let commons: Commons;
beforeAll(async () => {
  commons = await smallWorld();
});

async function answered(rules: AnswerRules, url: string, signal?: AbortSignal) {
  const answers = new Answers(rules);
  const route = answers.routeOf(url.split("?", 1)[0] ?? "");
  const { status, body } = await answers.answerOf(commons, request(url), route, signal);
  return { status, text: body as string };
}

const documented = "/v2/node?nodes=none&nodes=geoId/06&property=->name";
const ofWebsite = "/api/place/descendent?dcids=country/USA&descendentType=State";
const unlisted = "/stat/value?place=geoId/06&stat_var=Income";
const nowhere = "/no/such/path";

describe("routes by the rules", () => {
  const rows: readonly [isExact: boolean, hasWebsite: boolean, statuses: readonly number[]][] = [
    [false, true, [200, 200, 200, 404]],
    [false, false, [200, 404, 200, 404]],
    [true, true, [200, 200, 404, 404]],
    [true, false, [200, 404, 404, 404]],
  ];
  test.each(rows)("exact: %j, website: %j", async (isExact, hasWebsite, statuses) => {
    const rules = { ...usual, isExact, hasWebsite };
    const urls = [documented, ofWebsite, unlisted, nowhere];
    const answers = await Promise.all(urls.map((url) => answered(rules, url)));
    expect(answers.map(({ status }) => status)).toEqual(statuses);
    const names = ["/v2/node", "/api/place/descendent", "/stat/value", undefined];
    const routes = urls.map((url) => new Answers(rules).routeOf(url.split("?", 1)[0] ?? ""));
    expect(routes).toEqual(names.map((name, at) => (statuses[at] === 200 ? name : undefined)));
  });

  test("a path of no route has the service's own answer, whatever the rules", async () => {
    const own = commons.service({ requireKey: false }).answer(request(nowhere));
    for (const isExact of [true, false]) {
      for (const hasWebsite of [true, false]) {
        const answer = await answered({ ...usual, isExact, hasWebsite }, nowhere);
        expect(answer).toEqual({ status: own.status, text: own.body });
      }
    }
  });
});

describe("answers that real clients can read", () => {
  const bare = "entity.dcids=none&variable.dcids=Nothing&select=entity&select=variable";
  test.each([
    ["/v2/node", documented, /^\{"data":\{"geoId\/06"/, /^\{"data":\{"none"/],
    ["its newer path", documented.replace("v2", "v3"), /^\{"data":\{"geoId\/06"/, undefined],
    ["/v2/resolve without a key", "/v2/resolve?nodes=California", /geoId\/06/, /geoId\/06/],
    ["a newer path of it", "/v3/resolve?nodes=California", /geoId\/06/, undefined],
    ["/v2/observation", `/v2/observation?${bare}&value=`, /byVariable/, /"code": 3/],
    [
      "its newer path with what is sent empty",
      `/v3/observation?${bare}&value=`,
      /byVariable/,
      undefined,
    ],
  ])("of %s", async (_, url, kind, exact) => {
    expect((await answered(usual, url)).text).toMatch(kind);
    const strict = await answered({ ...usual, isExact: true }, url);
    if (exact === undefined) expect(strict.status).toBe(404);
    else expect(strict.text).toMatch(exact);
  });
});

describe("a question to resolve, where any key will do", () => {
  const rules = { ...usual, settings: { selfHostedRules: true } };
  const statusOf = async (url: string, headers = {}) => {
    const answers = new Answers(rules);
    const route = answers.routeOf(url.split("?", 1)[0] ?? "");
    const asked = { ...request(url), headers };
    return (await answers.answerOf(commons, asked, route)).status;
  };
  const resolve = "v2/resolve?nodes=California";

  test.each([
    ["without a key", "", {}, 200],
    ["with an empty one", "&key=", {}, 200],
    ["with one", "&key=a", {}, 200],
    ["with one by its other name", "&api_key=a", {}, 200],
    ["with one in a header", "", { "x-api-key": "a" }, 200],
  ])(
    "%s is answered, and what a self-hosted instance refuses is refused there alone",
    async (_, key, headers, status) => {
      expect(await statusOf(`/${resolve}${key}`, headers)).toBe(status);
      expect(await statusOf(`/core/api/${resolve}${key}`, headers)).toBe(200);
      const byCode = `v2/resolve?nodes=a&property=<-someCode->dcid${key}`;
      expect(await statusOf(`/${byCode}`, headers)).toBe(status);
      expect(await statusOf(`/core/api/${byCode}`, headers)).toBe(400);
    },
  );

  test("needs one elsewhere", async () => {
    expect(await statusOf(documented)).toBe(401);
    expect(await statusOf(`/core/api${documented}`)).toBe(200);
  });
});

describe("fields that are sent empty in a body", () => {
  const asked = { select: ["entity"], entity: { dcids: ["a"] }, variable: { dcids: ["V"] } };
  const answered = async (body: object | string, route = "/v2/observation") => {
    const posted = { ...request(route), method: "POST" };
    const text = typeof body === "string" ? body : JSON.stringify(body);
    const answer = await new Answers(usual).answerOf(commons, { ...posted, body: text }, route);
    return answer.status;
  };
  test.each([
    [{ ...asked, select: ["entity", "variable"], value: "" }, 200],
    [{ ...asked, select: ["entity", "variable"], value: null }, 200],
    [{ ...asked, select: ["entity", "variable"], value: [] }, 200],
    [{ ...asked, select: ["entity", "variable"], value: false }, 200],
    [{ ...asked, select: ["entity", "variable"], value: ["a"] }, 400],
    [{ ...asked, select: ["entity", "variable"], value: 0 }, 400],
    [{ ...asked, select: ["entity", "variable"], variable: { dcids: ["V"], expression: "" } }, 200],
    [{ ...asked, select: ["entity", "variable"], other: "" }, 400],
    ['{"value"', 400],
    ["[]", 400],
  ])("%j: %i", async (body, status) => {
    expect(await answered(body)).toBe(status);
  });

  test("are refused by other endpoints", async () => {
    const asksName = { nodes: ["a"], property: "->name" };
    expect(await answered(asksName, "/v2/node")).toBe(200);
    expect(await answered({ ...asksName, value: "" }, "/v2/node")).toBe(400);
  });
});

describe("of a query with marks of its own", () => {
  const query = "SELECT%20?name%20WHERE%20{geoId/06%20name%20?name}";

  test.each([
    ["/v2/sparql", `query=${query}`],
    ["/v3/sparql", `query=${query}`],
    ["/query", `sparql=${query}`],
  ])("%s reads all that follows the first", async (path, asked) => {
    const { status, text } = await answered(usual, `${path}?${asked}`);
    expect({ status, rows: JSON.parse(text).rows }).toEqual({
      status: 200,
      rows: [{ cells: [{ value: "California" }] }],
    });
  });

  test("empty fields are left out, and all others stay", async () => {
    const url =
      "/v2/observation?value=&select=entity&select=variable&entity.dcids=?a&variable.dcids=V";
    expect((await answered(usual, url)).status).toBe(200);
  });

  test("the key is found after them", () => {
    const asked = request("/stat/value?place=?&stat_var=Income&key=right");
    const answers = new Answers({ ...usual, settings: { keys: ["right"] } });
    expect(answers.keyRefusalOf(commons, asked)).toBeUndefined();
  });
});

test("nodes with results stand first on a page that has a next one, too", async () => {
  const members = Array.from({ length: 700 }, (_, at) => `Node: dcid:m${at}\nin: dcid:top\n`);
  const world = await open({ "a.mcf": members.join("\n") });
  const url = "/v2/node?nodes=none&nodes=top&property=<-in";
  const answers = new Answers(usual);
  const { body } = await answers.answerOf(world, request(url), "/v2/node");
  expect(body).toMatch(/^\{"data":\{"top":.*,"none":\{\}\},"nextToken":"[^"]+"\}$/);
  const strict = new Answers({ ...usual, isExact: true });
  const exact = await strict.answerOf(world, request(url), "/v2/node");
  expect(JSON.parse(body as string)).toEqual(JSON.parse(exact.body as string));
});

describe("a request that was given up", () => {
  test.each([documented, ofWebsite, unlisted, documented.replace("v2", "v3")])(
    "%s is not answered",
    async (url) => {
      const gone = AbortSignal.abort(new Error("gone"));
      const answer = await answered(usual, url, gone).catch(() => ({ status: "thrown" }));
      expect(answer.status).not.toBe(200);
      expect((await answered(usual, url, new AbortController().signal)).status).toBe(200);
    },
  );
});

describe("keys", () => {
  const keyed = (settings: AnswerRules["settings"]) => new Answers({ ...usual, settings });
  test.each<[about: string, settings: AnswerRules["settings"], needed: readonly boolean[]]>([
    ["none are asked for", { requireKey: false }, [false, false, false, false, false]],
    ["any will do", {}, [false, false, true, false, false]],
    ["some are given", { keys: ["right"] }, [true, true, true, true, true]],
  ])("where %s, are looked at before the answer", (_, settings, needed) => {
    const answers = keyed(settings);
    const urls = [documented, ofWebsite, unlisted, `/core/api${unlisted}`, nowhere];
    const found = urls.map((url) => {
      const path = url.split("?", 1)[0] ?? "";
      return answers.needsKey(url, answers.routeOf(path));
    });
    expect(found).toEqual(needed);
  });

  test.each([
    ["in the query", "&key=right", {}, undefined],
    ["in the query, by its other name", "&api_key=right", {}, undefined],
    ["in a header", "", { "x-api-key": "right" }, undefined],
    ["wrong in the query", "&key=wrong", {}, 400],
    ["wrong by its other name", "&api_key=wrong", {}, 400],
    ["wrong in a header", "", { "x-api-key": "wrong" }, 400],
    ["left out", "", {}, 401],
  ])("%s are judged as the documented service does", (_, query, headers, status) => {
    const asked = { ...request(`${unlisted}${query}`), headers };
    const refusal = keyed({ keys: ["right"] }).keyRefusalOf(commons, asked);
    expect(refusal?.status).toBe(status);
    const posted = { ...asked, method: "POST", body: "no JSON" };
    expect(keyed({ keys: ["right"] }).keyRefusalOf(commons, posted)).toEqual(refusal);
  });
});

test("an answer has no header of the service that allows any page", async () => {
  const answers = new Answers(usual);
  const { headers } = await answers.answerOf(commons, request(documented), "/v2/node");
  expect(headers).toEqual({ "content-type": "application/json" });
});

const files = {
  "graph.mcf": `Node: dcid:geoId/06
typeOf: dcs:State
name: "California"
`,
  "observations.csv": `entity,variable,date,value,import_name
geoId/06,Age,2020,36,A
geoId/06,Age,2021,none,A
geoId/06,Age,2022,38,A
geoId/06,Age,2023,none,A
geoId/06,Mood,2020,good,B
`,
};

let kind: Serving;
let exact: Serving;
let locked: Serving;
beforeAll(async () => {
  kind = await serve(files);
  exact = await serve(await open(files), { exact: true });
  locked = await serve(files, { requireKey: true });
});
afterAll(() => Promise.all([kind, exact, locked].map((server) => server.close())));

async function ask(server: Serving, path: string, body?: object) {
  const init = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) };
  const response = await fetch(new URL(path, server.url), init);
  const text = await response.text();
  return { status: response.status, text };
}

const age = { select: ["date", "value", "variable", "entity"], entity: { dcids: ["geoId/06"] } };

describe("nodes with results", () => {
  const url = "/v2/node?nodes=nope&nodes=123&nodes=__proto__&nodes=geoId/06&property=->name";

  test("stand before those without, however their dcids are written", async () => {
    const { text } = await ask(kind, url);
    expect(text).toMatch(/^\{"data":\{"geoId\/06":\{"arcs":.*\},"/);
    expect(text).toContain('"nope":{}');
    expect(text).toContain('"__proto__":{}');
    const same = JSON.parse((await ask(exact, url)).text) as object;
    expect(JSON.parse(text)).toEqual(same);
  });

  test("stand in the order of the request on the documented service", async () => {
    expect((await ask(exact, "/v2/node?nodes=nope&nodes=geoId/06&property=->name")).text).toMatch(
      /^\{"data":\{"nope":/,
    );
  });
});

test("values that are no numbers are in no answer about observations", async () => {
  for (const server of [kind, exact]) {
    const question = { ...age, variable: { dcids: ["Age", "Mood"] } };
    const { byVariable } = JSON.parse((await ask(server, "/v2/observation", question)).text);
    expect(byVariable.Mood).toEqual({ byEntity: { "geoId/06": {} } });
    expect(byVariable.Age.byEntity["geoId/06"].orderedFacets).toMatchObject([
      {
        obsCount: 2,
        earliestDate: "2020",
        latestDate: "2022",
        observations: [
          { date: "2020", value: 36 },
          { date: "2022", value: 38 },
        ],
      },
    ]);
  }
});

describe("fields that clients send empty", () => {
  test("are taken in a body and in a query", async () => {
    const plain = await ask(kind, "/v2/observation", { ...age, variable: { dcids: ["Age"] } });
    const full = await ask(kind, "/v2/observation", {
      ...age,
      value: "",
      variable: { dcids: ["Age"], expression: "", formula: null },
      entity: { ...age.entity, formula: "" },
    });
    expect(full).toEqual(plain);
    const query = "select=entity&select=variable&entity.dcids=geoId/06&variable.dcids=Age";
    const asked = await ask(kind, `/v2/observation?${query}&variable.formula=&value`);
    expect(asked).toEqual(await ask(kind, `/v2/observation?${query}`));
    const resolved = await ask(kind, "/v2/resolve", {
      nodes: ["California"],
      expand_topics: false,
    });
    expect(JSON.parse(resolved.text).entities[0].candidates).toEqual([{ dcid: "geoId/06" }]);
  });

  test("are refused when they are not empty, and on the documented service", async () => {
    const question = { ...age, variable: { dcids: ["Age"], expression: "A + B" } };
    expect((await ask(kind, "/v2/observation", question)).status).toBe(400);
    const empty = { ...age, variable: { dcids: ["Age"], expression: "" } };
    expect((await ask(exact, "/v2/observation", empty)).status).toBe(400);
  });
});

describe("keys, where the real service needs one and the server lists none", () => {
  const value = "/stat/value?place=geoId/06&stat_var=Age&date=2020";

  test("are not needed for /v2/resolve", async () => {
    expect((await ask(locked, "/v2/resolve?nodes=California")).status).toBe(200);
    expect((await ask(locked, "/v2/node?nodes=geoId/06&property=->name")).status).not.toBe(200);
  });

  test("are needed for routes that are not documented, but those of a self-hosted instance", async () => {
    expect((await ask(locked, value)).status).toBe(
      (await ask(locked, "/v2/node?nodes=geoId/06&property=->name")).status,
    );
    expect((await ask(locked, `${value}&key=open%20sesame`)).text).toBe('{"value":36}');
    expect((await ask(locked, `/core/api${value}`)).text).toBe('{"value":36}');
  });

  test("are tried by asking for a node without a property", async () => {
    expect(await ask(kind, "/v2/node?nodes=geoId/06")).toMatchObject({ status: 200, text: "{}" });
    expect((await ask(exact, "/v2/node?nodes=geoId/06")).status).toBe(500);
  });
});

test("routes that are not documented are counted by their path, and are not there with exact", async () => {
  const value = "/stat/value?place=geoId/06&stat_var=Age";
  expect((await ask(kind, value)).text).toBe('{"value":38}');
  expect((await ask(kind, "/metrics")).text).toContain('endpoint="/stat/value"');
  expect((await ask(exact, value)).status).toBe(404);
});

describe("values that no source has", () => {
  const calculated = {
    ...files,
    "calculation.mcf": `Node: dcid:calculation/1
typeOf: dcs:StatisticalCalculation
outputProperty: dcid:Double
inputPropertyExpression: "Age * 2"
`,
  };
  const question = { ...age, variable: { dcids: ["Double"] }, date: "LATEST" };
  const filter = { statVars: [{ dcid: "Double" }], entities: ["geoId/06"] };
  const point = "/api/observations/point?entities=geoId/06&variables=Double&date=LATEST";

  test.each([
    ["are calculated in every route", true, 76],
    ["are not calculated by default", false, undefined],
  ])("%s", async (_, calculations, value) => {
    const server = await serve(calculated, { calculations });
    try {
      const { text } = await ask(server, "/v2/observation", question);
      const { orderedFacets } = JSON.parse(text).byVariable.Double.byEntity["geoId/06"];
      expect(orderedFacets?.[0].observations[0].value).toBe(value);
      const { data } = JSON.parse((await ask(server, point)).text);
      expect(data.Double["geoId/06"].value).toBe(value);
      const { statVars } = JSON.parse((await ask(server, "/v2/variable/filter", filter)).text);
      expect(statVars).toEqual(calculations ? filter.statVars : undefined);
    } finally {
      await server.close();
    }
  });
});
