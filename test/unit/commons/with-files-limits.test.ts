/** Limits of requests as users set them: of all by `limited`, of one in its call. */
import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { Commons, type CommonsError, open } from "../../../src/index.ts";
import { serviceRows } from "../../../src/options/request-rows.ts";
import { serve } from "../../../src/serve.ts";

const files = {
  "a.mcf": 'Node: dcid:geoId/06\ntypeOf: dcs:State\nname: "California"\n',
  "o.csv":
    "entity,variable,date,value\ngeoId/06,Count_Person,2020,5\ngeoId/06,Count_Person,2021,6\n",
};

type Limits = Parameters<Commons["v2"]["node"]>[1];

const asks: Readonly<Record<string, (commons: Commons, limits?: Limits) => unknown>> = {
  node: (commons, limits) => commons.v2.node({ nodes: ["geoId/06"], property: "->*" }, limits),
  observation: (commons, limits) =>
    commons.v2.observation(
      {
        select: ["variable", "entity", "date", "value"],
        variable: { dcids: ["Count_Person"] },
        entity: { dcids: ["geoId/06"] },
      },
      limits,
    ),
  sparql: (commons, limits) =>
    commons.v2.sparql({ query: "SELECT ?n WHERE { ?s typeOf State . ?s name ?n }" }, limits),
};

function codeOf(ask: () => unknown): unknown {
  try {
    ask();
    return "answered";
  } catch (error) {
    return (error as CommonsError).rpc?.code;
  }
}

describe.each(Object.entries(asks))("%s", (_, ask) => {
  test.each([{ maxRows: 0 }, { maxMemoryBytes: 1 }])(
    "is refused beyond %j of limited",
    async (limits) => {
      const commons = (await open(files)).limited(limits);
      expect(codeOf(() => ask(commons))).toBe(8);
    },
  );

  test.each([{ maxRows: 0 }, { maxMemoryBytes: 1 }])(
    "is refused beyond %j of its call",
    async (limits) => {
      const commons = await open(files);
      expect(codeOf(() => ask(commons))).toBe("answered");
      expect(codeOf(() => ask(commons, limits))).toBe(8);
    },
  );

  test("has the limits of limited when those of its call are undefined", async () => {
    const commons = (await open(files)).limited({ maxRows: 0 });
    expect(codeOf(() => ask(commons, { maxRows: undefined }))).toBe(8);
    expect(codeOf(() => ask(commons.limited({ maxRows: undefined })))).toBe(8);
  });

  test("has the limits of its call, not those of limited", async () => {
    const commons = (await open(files)).limited({ maxRows: 0 });
    expect(codeOf(() => ask(commons, { maxRows: 1000 }))).toBe("answered");
  });
});

test("undefined options of services and tables leave the limits of limited", async () => {
  const commons = (await open(files)).limited({ maxRows: 0 });
  const url = "/v2/node?key=k&nodes=geoId/06&property=->*";
  expect(commons.service({ maxRows: undefined }).answer({ url }).status).toBe(429);
  const question = { entities: ["geoId/06"], variables: ["Count_Person"] };
  await expect(commons.table(question, { maxRows: undefined })).rejects.toThrow("maxRows");
  const request = { node: { nodes: ["geoId/06"], property: "->*" } } as const;
  await expect(commons.explain(request, { maxRows: undefined })).rejects.toThrow("maxRows");
});

test("a query has the extended dialect when its dialect is undefined", async () => {
  const commons = await open(files);
  const query = "SELECT (COUNT(?s) AS ?count) WHERE { ?s typeOf State }";
  expect(commons.sparql(query, { dialect: undefined })).toEqual(commons.sparql(query));
});

describe("time that nobody limits", () => {
  const towns = Array.from({ length: 10_000 }, (_, at) => `town/${at}`);
  const rows = towns.map((town, at) => `${town},Count_Person,2020,${at}`);
  const nodes = towns.map((town) => `Node: dcid:${town}\ntypeOf: dcs:Town\n`);
  const select = ["variable", "entity", "date", "value"] as const;
  const question = { select: [...select], variable: { dcids: ["Count_Person"] }, date: "" };
  const expression = "Earth<-containedInPlace+{typeOf:Town}";
  let commons: Commons;
  beforeAll(async () => {
    commons = await open({
      "a.mcf": nodes.map((node) => `${node}containedInPlace: dcid:Earth\n`).join("\n"),
      "o.csv": ["entity,variable,date,value", ...rows, ""].join("\n"),
    });
  });
  afterEach(() => vi.restoreAllMocks());
  /** Each look at the clock is two seconds after the one before: more than a service takes. */
  const slow = () => {
    let now = 0;
    vi.spyOn(performance, "now").mockImplementation(() => (now += 2000));
  };

  test("methods take", () => {
    slow();
    const { byVariable } = commons.v2.observation({ ...question, entity: { expression } });
    expect(Object.keys(byVariable?.["Count_Person"]?.byEntity ?? {})).toHaveLength(10_000);
  });

  test("tables and rows of queries take", async () => {
    slow();
    const asked = { entities: expression, variables: ["Count_Person"] } as const;
    expect((await commons.table(asked)).length).toBe(10_000);
    const query = "SELECT ?town WHERE { ?town typeOf Town }";
    expect(commons.sparql(query)).toHaveLength(10_000);
  });

  test("services do not take", async () => {
    slow();
    const init = {
      method: "POST",
      headers: { "x-api-key": "k" },
      body: JSON.stringify({ ...question, entity: { expression } }),
    };
    expect((await commons.fetch("/v2/observation", init)).status).toBe(504);
    expect((await commons.service().fetch("/v2/observation", init)).status).toBe(504);
    const patient = commons.service({ timeout: Number.POSITIVE_INFINITY });
    expect((await patient.fetch("/v2/observation", init)).status).toBe(200);
  });
});

describe("open has no option of what answers:", () => {
  test.each(Object.keys(serviceRows).filter((name) => name !== "signal"))("%s", async (name) => {
    const opened = open(files, { [name]: undefined } as object);
    await expect(opened).rejects.toThrow(`open: there is no option "${name}"`);
  });

  test.each(["keys", "requireKey", "envelopes", "dialect", "timeout", "maxRows"])(
    "the refusal of %s says who takes it",
    async (name) => {
      const opened = open(files, { [name]: undefined } as object);
      await expect(opened).rejects.toThrow("'service' and 'serve' take it");
    },
  );
});

test("serve says which of its options a key by another name is", async () => {
  await expect(serve(files, { apiKey: "k" } as object)).rejects.toThrow("did you mean 'keys'?");
});

test("Commons is made by open", () => {
  const Made = Commons as unknown as new () => Commons;
  expect(() => new Made()).toThrow("a Commons is made by 'open' and 'attach'");
});
