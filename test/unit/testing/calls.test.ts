import { describe, expect, test } from "vitest";
import type { EndpointName } from "../../../src/adapters/endpoint-methods.ts";
import { endpoints } from "../../../src/adapters/endpoints.ts";
import { mock } from "../../../src/testing.ts";
import { california, node, post, root } from "./california.ts";

const notIn = (text: string) => ({
  inverse: true,
  asymmetricMatch: (value: unknown) => value !== text,
});

describe("calls", () => {
  test("are logged by endpoint and by parameters as the service reads them", async () => {
    const double = await mock(california());
    await double.fetch(`${root}/v2/node?key=k&nodes=geoId/06&nodes=country/USA&property=->name`);
    await double.fetch("/v2/node", node(["geoId/06", "country/USA"]));
    await double.fetch("/v2/node", node(["geoId/06", "country/USA"]));
    const params = { nodes: ["geoId/06", "country/USA"], property: "->name" };
    expect(double.calls).toMatchObject([
      { endpoint: "v2.node", params, method: "GET", occurrence: 1, status: 200 },
      { endpoint: "v2.node", params, method: "POST", occurrence: 2, status: 200 },
      { endpoint: "v2.node", params, method: "POST", occurrence: 3, status: 200 },
    ]);
    double.assertCalled("v2.node");
    double.assertCalled("v2.node", { nodes: ["geoId/06", "country/USA"] }, 3);
  });

  test("match regular expressions and matchers of the test framework", async () => {
    const double = await mock(california());
    await double.fetch("/v2/node", node(["geoId/06", "country/USA"]));
    double.assertCalled("v2.node", {
      property: /name$/g,
      nodes: expect.arrayContaining(["geoId/06"]),
    });
    double.assertCalled("v2.node", { property: /name$/g });
    double.assertCalled("v2.node", { property: expect.stringContaining("na") });
    const wrong = { property: /typeOf/, nodes: expect.arrayContaining(["geoId/07"]) };
    expect(() => double.assertCalled("v2.node", wrong)).toThrow(
      /^v2\.node \{"property":"\/typeOf\/","nodes":"ArrayContaining.*\} was not called; there were/,
    );
  });

  test("match in each member of a list, and null is none", async () => {
    const double = await mock(california());
    await double.fetch("/v2/node", node(["geoId/06", "country/USA"]));
    for (const nodes of [["geoId/06", "country/CAN"], null]) {
      expect(() => double.assertCalled("v2.node", { nodes })).toThrow(/was not called; there were/);
    }
  });

  test("are listed with what was refused, as it was sent", async () => {
    const double = await mock(california());
    await double.fetch(`${root}/v2/node?key=k&nodes=geoId/06&property=name`);
    expect(() => double.assertCalled("v2.node", { nodes: ["geoId/48"] })).toThrow(
      /answered with \d+: https:.*property=name$/,
    );
    const matcher = { asymmetricMatch: () => false, toString: () => "Nothing" };
    expect(() => double.assertCalled("v2.node", { nodes: matcher })).toThrow('{"nodes":"Nothing"}');
  });

  test("are asked for by the name of an endpoint", async () => {
    const double = await mock(california());
    expect(() => double.assertCalled(undefined as never)).toThrow(
      /^assertCalled needs the name of an endpoint, such as v2\.node, not undefined$/,
    );
  });

  test("that did not come are an error that lists those that came", async () => {
    const double = await mock(california());
    expect(() => double.assertCalled("v2.node")).toThrow("there was no call");
    await double.fetch("/v2/node", node(["geoId/06"]));
    expect(() => double.assertCalled("v2.node", { nodes: ["geoId/07"] })).toThrow(
      /^v2\.node {"nodes":\["geoId\/07"\]} was not called; there were:\n {2}v2\.node {"nodes":\["geoId\/06"\]/,
    );
    expect(() => double.assertCalled("v2.node", {}, 2)).toThrow("was not called 2 times, but 1");
    await double.fetch("/v2/node", node(["country/USA"]));
    await double.fetch("/v1/triples/out/geoId/06?key=k");
    const said = (endpoint: EndpointName, pattern = {}, times?: number) => {
      try {
        double.assertCalled(endpoint, pattern, times);
      } catch (error) {
        return (error as Error).message.split("\n");
      }
      return [];
    };
    const own = ["geoId/06", "country/USA"].map(
      (one) => `  v2.node {"nodes":["${one}"],"property":"->name"}`,
    );
    expect(said("v2.node", {}, 3)).toEqual([
      "v2.node {} was not called 3 times, but 2; there were:",
      ...own,
    ]);
    expect(said("v2.node", { nodes: [] })).toEqual([
      'v2.node {"nodes":[]} was not called; there were:',
      ...own,
    ]);
    // What was called instead, of whatever endpoint.
    expect(said("v2.sparql")).toEqual([
      "v2.sparql {} was not called; there were:",
      ...own,
      '  v1.triples {"direction":"out","node":"geoId/06"}',
    ]);
    expect(() => double.assertCalled("v2.resolve")).toThrow(
      expect.objectContaining({ code: "MOCK" }),
    );
    expect(() => double.assertCalled("v2.node", { toString: undefined })).toThrow(
      expect.objectContaining({ code: "MOCK" }),
    );
  });

  test("keep what the service does not read, and show it if the call was refused", async () => {
    const double = await mock(california());
    const body = '{"nodes":["geoId/06"],"property":"->name","prop":1}';
    await double.fetch("/v2/node?key=k&nods=x", { method: "POST", body });
    const params = { nodes: ["geoId/06"], property: "->name" };
    expect(double.calls).toMatchObject([{ params, body, status: 400 }]);
    await double.fetch("/v2/node?key=k&nods=x");
    const lines = [
      `v2.node ${JSON.stringify(params)}, answered with 400: http://localhost/v2/node?key=k&nods=x ${body}`,
      "v2.node {}, answered with 400: http://localhost/v2/node?key=k&nods=x",
    ];
    expect(() => double.assertCalled("v2.node", { property: "->typeOf" })).toThrow(
      `was not called; there were:\n  ${lines.join("\n  ")}`,
    );
  });

  test("are not found by what is no pattern, nor counted by what is no number", async () => {
    const double = await mock(california());
    await double.fetch("/v2/node", node(["geoId/06"]));
    const closed = [/geoId/, new Map([["nodes", "x"]]), new URLSearchParams("nodes=x")];
    const odd = [...closed, Promise.resolve({}), expect.anything()];
    for (const pattern of [() => false, 1, "geoId/06", ["geoId/06"], null, ...odd]) {
      expect(() => double.assertCalled("v2.node", pattern as never)).toThrow(
        expect.objectContaining({
          name: "TypeError",
          message: expect.stringContaining("the parameters of a call are an object, not "),
        }),
      );
    }
    for (const times of ["once", -1, 1.5, { times: 1 }]) {
      expect(() => double.assertCalled("v2.node", {}, times as never)).toThrow(
        "'times' is a whole number from 0 on",
      );
    }
  });

  test.each<[string, object, string]>([
    ["a misspelt member", { nodes: undefined }, "'nodes' is undefined: give a value"],
    ["a member in a body", { entity: { dcids: undefined } }, "'entity.dcids' is undefined"],
    ["an object without members", { entity: {} }, "'entity' is an object without members"],
    ["a function", { nodes: () => true }, "'nodes' is a function: give a value, a regular"],
  ])("are not sought by %s, which asks for nothing", async (_, pattern, message) => {
    const double = await mock(california());
    const endpoint = "nodes" in pattern ? "v2.node" : "v2.observation";
    for (const times of [undefined, 0]) {
      expect(() => double.assertCalled(endpoint, { ...pattern }, times)).toThrow(
        expect.objectContaining({
          name: "TypeError",
          message: expect.stringContaining(`assertCalled: ${message}`),
        }),
      );
    }
  });

  test("are not sought by two forms of one parameter, in either order", async () => {
    const double = await mock(california());
    const logged = { entities: ["geoId/06"] };
    const sent = { entity: { dcids: ["geoId/06"] } };
    for (const [pattern, names] of [
      [{ ...logged, ...sent }, "'entities' and 'entity.dcids'"],
      [{ ...sent, ...logged }, "'entity.dcids' and 'entities'"],
    ] as const) {
      expect(() => double.assertCalled("v2.observation", pattern)).toThrow(
        `assertCalled: ${names} are one parameter of v2.observation: give one`,
      );
    }
    const cased = { place_type: "State", placeType: "City" };
    expect(() => double.assertCalled("v0.placesIn", cased)).toThrow("give one");
  });

  test.each<[string, object]>([
    ["'property' of a request is never a list of 1", { property: ["->name"] }],
    ["'property' of a request is never a list of 1", { property: [/name/] }],
    ["'property' of a request is never true", { property: true }],
    ["'nodes' of a request is never an object", { nodes: { 0: "geoId/06" } }],
    [
      "'nodes[0]' is a function: give a value, a regular expression, or a matcher",
      { nodes: [() => true] },
    ],
    [
      "'nodes[1]' is undefined: give a value, a regular expression, or a matcher",
      { nodes: ["geoId/06", undefined] },
    ],
  ])("are not sought by what no request has: %s", async (message, pattern) => {
    const double = await mock(california());
    for (const times of [undefined, 0]) {
      expect(() => double.assertCalled("v2.node", { ...pattern }, times)).toThrow(
        expect.objectContaining({ name: "TypeError", message: `assertCalled: ${message}` }),
      );
    }
  });

  test("with a list are found by a regular expression or a matcher that one member fits", async () => {
    const double = await mock(california());
    await double.fetch("/v2/node", node(["geoId/06", "country/USA"]));
    for (const nodes of [/06/, /USA$/, [/06/, /USA/], expect.stringContaining("geoId")]) {
      double.assertCalled("v2.node", { nodes }, 1);
      expect(() => double.assertCalled("v2.node", { nodes }, 0)).toThrow("0 times, but 1");
    }
    const pvs = [{ property: /pop/, value: "" }];
    double.assertCalled("v0.placeObs", { pvs }, 0);
    for (const nodes of [/48/, [/06/], [/06/, /48/], expect.stringContaining("48")]) {
      double.assertCalled("v2.node", { nodes }, 0);
    }
  });

  test.each<[string, unknown, boolean]>([
    ["a text of one member", expect.not.stringContaining("06"), false],
    ["a text of no member", expect.not.stringContaining("48"), true],
    ["a pattern of one member", expect.not.stringMatching(/USA$/), false],
    ["a pattern of no member", expect.not.stringMatching(/CAN$/), true],
    ["a list of a member", expect.not.arrayContaining(["geoId/06"]), false],
    ["a list of a member and another text", expect.not.arrayContaining(["geoId/06", "x"]), true],
    ["a list of another text", expect.not.arrayContaining(["geoId/48"]), true],
    ["the list that every list contains", expect.not.arrayContaining([]), false],
    ["members as objects", expect.not.objectContaining({ length: 2 }), false],
    ["what a matcher of a test's own negates", notIn("geoId/06"), false],
    ["what a matcher of a test's own negates in vain", notIn("geoId/48"), true],
    ["a text of one member, in a list", [expect.not.stringContaining("06"), /USA/], false],
    ["a text of the other member, in a list", [expect.not.stringContaining("USA"), /USA/], true],
  ])("with a list are found by a negation only if no member fits %s", async (_, nodes, isFound) => {
    const double = await mock(california());
    await double.fetch("/v2/node", node(["geoId/06", "country/USA"]));
    expect(() => double.assertCalled("v2.node", { nodes }, isFound ? 1 : 0)).not.toThrow();
  });

  test("with a text are found by what a matcher says of it, negated or not", async () => {
    const double = await mock(california());
    await double.fetch("/v2/node", node(["geoId/06"]));
    for (const [text, times] of [["name", 0] as const, ["typeOf", 1] as const]) {
      const property = expect.not.stringContaining(text);
      expect(() => double.assertCalled("v2.node", { property }, times)).not.toThrow();
    }
  });

  test("with a list in another order are not found, and the order is named", async () => {
    const double = await mock(california());
    await double.fetch("/v2/node", node(["geoId/06", "country/USA"]));
    const other = { nodes: ["country/USA", "geoId/06"] };
    expect(() => double.assertCalled("v2.node", other)).toThrow(
      'v2.node {"nodes":["country/USA","geoId/06"]} was not called in this order of a list; there were:',
    );
    expect(() => double.assertCalled("v2.node", { ...other, property: "->typeOf" })).toThrow(
      "was not called; there were:",
    );
    expect(() => double.assertCalled("v2.node", other, 1)).toThrow(
      "was not called 1 times, but 0 in this order of a list",
    );
  });

  test("are found by a number for its text, as a body may have it", async () => {
    const double = await mock(california());
    const lists = { variable: { dcids: ["Count_Person"] }, entity: { dcids: ["geoId/06"] } };
    await double.fetch(
      "/v2/observation",
      post({ ...lists, select: ["date", "value"], date: 2023 }),
    );
    double.assertCalled("v2.observation", { date: 2023 }, 1);
    double.assertCalled("v2.observation", { date: "2023" }, 1);
    expect(double.calls[0]?.params).toMatchObject({ date: "2023" });
  });

  test("with a list of one are found by its text, as a body may have it", async () => {
    const double = await mock(california());
    await double.fetch("/v2/node", post({ nodes: "geoId/06", property: "->name" }));
    double.assertCalled("v2.node", { nodes: "geoId/06" }, 1);
    double.assertCalled("v2.node", { nodes: ["geoId/06"] }, 1);
    double.assertCalled("v2.node", { nodes: "geoId/07" }, 0);
    for (const other of [["geoId/06", "geoId/07"], [], null]) {
      double.assertCalled("v2.node", { nodes: other }, 0);
    }
    expect(double.calls).toHaveLength(1);
  });

  test("are found by the body as it was sent, and by the names of the log", async () => {
    const double = await mock(california());
    const sent = {
      variable: { dcids: ["Count_Person"] },
      entity: { dcids: ["geoId/06"] },
      select: ["entity", "variable", "date", "value"],
      date: "LATEST",
    };
    await double.fetch("/v2/observation", post(sent));
    double.assertCalled("v2.observation", sent, 1);
    double.assertCalled("v2.observation", { entity: { dcids: ["geoId/06"] } }, 1);
    double.assertCalled("v2.observation", { entities: ["geoId/06"], date: "LATEST" }, 1);
    double.assertCalled("v2.observation", { entities: ["geoId/06"], variable: sent.variable }, 1);
    double.assertCalled("v2.observation", { entity: { dcids: ["geoId/48"] } }, 0);
    double.assertCalled("v2.observation", { entity: { expression: "x" } }, 0);
    expect(() => double.assertCalled("v2.observation", { entity: { dcids: ["x"] } })).toThrow(
      /^v2\.observation {"entity":{"dcids":\["x"\]}} was not called; there were:\n/,
    );
  });

  test("are found by an empty value, whether it was sent or left out", async () => {
    const double = await mock(california());
    const lists = { variable: { dcids: ["Count_Person"] }, entity: { dcids: ["geoId/06"] } };
    const sent = { ...lists, select: ["entity", "variable", "date", "value"], date: "" };
    await double.fetch("/v2/observation", post(sent));
    await double.fetch("/v2/observation", post({ ...sent, date: undefined }));
    await double.fetch("/v2/observation", post({ ...sent, date: "LATEST" }));
    double.assertCalled("v2.observation", sent, 2);
    double.assertCalled("v2.observation", { date: "" }, 2);
    double.assertCalled("v2.observation", { filter: { facet_ids: [] } }, 3);
    double.assertCalled("v2.observation", { entity: { dcids: [] } }, 0);
    // These fit others, too: what was left out must not pass for a date that was sent.
    for (const date of [expect.any(String), /^\w*$/]) {
      double.assertCalled("v2.observation", { date }, 1);
    }
    expect(() => double.assertCalled("v2.observation", { date: "" }, 3)).toThrow("3 times, but 2");
  });

  test("are found by snake case and camel case alike", async () => {
    const double = await mock(california());
    await double.fetch("/node/places-in", post({ dcids: ["country/USA"], place_type: "State" }));
    double.assertCalled("v0.placesIn", { place_type: "State" }, 1);
    double.assertCalled("v0.placesIn", { placeType: "State" }, 1);
    expect(() => double.assertCalled("v0.placesIn", { place_type: "City" })).toThrow(
      "was not called",
    );
  });

  test.each<[string, string, object, string]>([
    ["an endpoint", "v2/node", {}, "the service has no endpoint 'v2/node'; did you mean 'v2.node'"],
    ["the rest", "v2.obs", {}, "no endpoint 'v2.obs'; did you mean 'v2.observation"],
    ["a parameter", "v2.node", { node: ["x"] }, "v2.node has no 'node'; did you mean 'nodes'"],
    [
      "a member of the body",
      "v2.observation",
      { entity: { dcid: ["x"] } },
      "v2.observation entity has no 'dcid'; did you mean 'dcids'",
    ],
    [
      "an object",
      "v2.observation",
      { entity: ["x"] },
      "v2.observation entity is an object of 'dcids', 'expression': give such an object, or 'entities', 'entityExpression'",
    ],
    ["toString", "toString", {}, "the service has no endpoint 'toString'"],
  ])("are not sought by %s that the service lacks", async (_, endpoint, pattern, message) => {
    const double = await mock(california());
    const untyped = endpoint as EndpointName;
    expect(() => double.assertCalled(untyped, { ...pattern }, 0)).toThrow(message);
    expect(() => double.assertCalled(untyped, { ...pattern }, 0)).toThrow(
      expect.objectContaining({ code: "MOCK" }),
    );
  });

  test("have the same meaning by the name of the log and in the body", () => {
    for (const { layout } of Object.values(endpoints)) {
      for (const key of Object.keys(layout.blank as object)) {
        const place = layout.root.members.get(key);
        if (place !== undefined) expect(place).toMatchObject({ key });
      }
    }
  });

  test("are forgotten by a reset", async () => {
    const double = await mock(california());
    await double.fetch("/v2/node", node(["geoId/06"]));
    double.reset();
    expect(double.calls).toEqual([]);
    await double.fetch("/v2/node", node(["geoId/06"]));
    expect(double.calls[0]?.occurrence).toBe(1);
  });
});
