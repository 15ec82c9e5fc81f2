/** The tools as an agent meets them: through the client of the official SDK. */
import { PassThrough } from "node:stream";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { ReadBuffer, serializeMessage } from "@modelcontextprotocol/sdk/shared/stdio.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Commons, open } from "../../../../src/index.ts";
import { serveStdio } from "../../../../src/mcp.ts";
import { AgentTools } from "../../../../src/routes/tools/agent-tools.ts";
import { tools } from "../../../../src/routes/tools/tools.ts";
import { type Serving, serve } from "../../../../src/serve.ts";

let commons: Commons;
let server: Serving;

beforeAll(async () => {
  commons = await open("data-samples/us-states");
  server = await serve(commons);
});
afterAll(() => server.close());

/** The client's end of two streams. */
function transportOver(input: PassThrough, output: PassThrough): Transport {
  const received = new ReadBuffer();
  const transport: Transport = {
    start: async () => {
      output.on("data", (chunk: Buffer) => {
        received.append(chunk);
        for (let message = received.readMessage(); message !== null; ) {
          transport.onmessage?.(message);
          message = received.readMessage();
        }
      });
    },
    send: async (message) => {
      input.write(serializeMessage(message));
    },
    close: async () => transport.onclose?.(),
  };
  return transport;
}

interface Called {
  readonly text: string;
  readonly isError: boolean;
}

/** The client of the SDK holds the structured content to the schema of the tool. */
async function call(client: Client, name: string, args: object): Promise<Called> {
  const answer = await client.callTool({ name, arguments: args as Record<string, unknown> });
  const [first] = answer.content as readonly { readonly text: string }[];
  const { structuredContent, isError = false } = answer;
  if (isError) expect(structuredContent).toBeUndefined();
  else {
    expect(JSON.parse(first?.text ?? "")).toEqual(structuredContent);
    const output = tools.find(({ path }) => path === name)?.output["properties"] as object;
    expect(Object.keys(output)).toEqual(
      expect.arrayContaining(Object.keys(structuredContent as object)),
    );
  }
  return { text: first?.text ?? "", isError: isError === true };
}

describe.each(["stdio", "http"])("by %s", (way) => {
  let client: Client;
  let ended = Promise.resolve();
  let end = () => {};

  beforeAll(async () => {
    client = new Client({ name: "a test", version: "1" });
    if (way === "http") {
      await client.connect(
        new StreamableHTTPClientTransport(new URL("mcp", server.url)) as Transport,
      );
      return;
    }
    const [input, output] = [new PassThrough(), new PassThrough()];
    const serving = await serveStdio(commons, { input, output });
    await client.connect(transportOver(input, output));
    ended = serving.ended.then(() => serving.close());
    end = () => input.end();
  });
  afterAll(async () => {
    end();
    await ended;
    await client.close();
  });

  /** The answer to a call. */
  async function answer(name: string, args: object = {}) {
    const { text, isError } = await call(client, name, args);
    expect(isError, text).toBe(false);
    return JSON.parse(text);
  }

  test("an agent finds the official tools and ours, each with a schema", async () => {
    const { tools: listed } = await client.listTools();
    expect(listed.map(({ name }) => name).sort()).toEqual([
      "compare",
      "describe_data",
      "get_child_observations",
      "get_multi_entity_observations",
      "get_node",
      "get_observations",
      "get_variable_metadata",
      "rank",
      "resolve_places",
      "search_child_indicators",
      "search_indicators",
      "sparql",
      "understand",
    ]);
    const search = listed.find(({ name }) => name === "search_indicators");
    expect(search?.inputSchema).toMatchObject({
      type: "object",
      required: ["query"],
      properties: { per_search_limit: { type: "integer", default: 10, maximum: 100 } },
    });
    expect(client.getInstructions()).toContain("describe_data");
    for (const { name, outputSchema } of listed) {
      expect(Object.keys(outputSchema?.properties ?? {}), name).not.toEqual([]);
    }
  });

  test("from a question to a value: what is there, which variable, which place, how much", async () => {
    const { variables, total } = await answer("describe_data");
    expect(total).toBe(variables.length);
    expect(variables[0]).toMatchObject({
      observationCount: expect.any(Number),
      sources: expect.any(Array),
    });
    const found = await answer("search_indicators", {
      query: "population",
      places: ["California"],
    });
    const variable = found.variables[0].dcid;
    const { resolvedPlaces } = await answer("resolve_places", { places: ["California"] });
    expect(resolvedPlaces.rows[0].slice(0, 3)).toEqual(["California", "geoId/06", "California"]);
    const value = await answer("get_observations", {
      variable_dcid: variable,
      place_dcid: "geoId/06",
    });
    const { byVariable = {} } = commons.v2.observation({
      select: ["variable", "entity", "date", "value"],
      variable: { dcids: [variable] },
      entity: { dcids: ["geoId/06"] },
      date: "LATEST",
    });
    const { facetId, observations } =
      byVariable[variable]!.byEntity!["geoId/06"]!.orderedFacets![0]!;
    expect(value.data.rows).toEqual([
      ["geoId/06", observations![0]!.date, observations![0]!.value],
    ]);
    expect(value.sourceMetadata).toMatchObject({ sourceId: facetId });
    expect(value.total).toBe(1);
  });

  test("values of many places come in pages of 200 rows", async () => {
    const question = {
      variable_dcid: "Count_Person",
      parent_place_dcid: "country/USA",
      child_place_type: "State",
      date: "all",
    };
    const first = await answer("get_child_observations", question);
    expect(first.data.rows).toHaveLength(200);
    expect(first.next).toBe(200);
    let rows: unknown[] = first.data.rows;
    for (let { next } = first; next !== undefined; ) {
      const page = await answer("get_child_observations", { ...question, offset: next });
      rows = [...rows, ...page.data.rows];
      next = page.next;
    }
    expect(rows).toHaveLength(first.total);
    expect(new Set(rows.map((row) => JSON.stringify(row))).size).toBe(first.total);
  });

  test("several entities, and those inside of one, stand in one table", async () => {
    const entities = { observationAbout: ["geoId/06", "geoId/48"] };
    const two = await answer("get_multi_entity_observations", {
      variable_dcid: "Count_Person",
      entities,
    });
    expect(two.data.rows.map(([place]: [string]) => place)).toEqual(["geoId/06", "geoId/48"]);
    const inside = await answer("get_multi_entity_observations", {
      variable_dcid: "Count_Person",
      entities: {},
      parent_entity_property: "observationAbout",
      parent_entity_dcid: "country/USA",
      child_entity_type: "State",
    });
    expect(inside.total).toBeGreaterThan(40);
  });

  test("the graph is asked by properties and by SPARQL", async () => {
    const node = await answer("get_node", { nodes: ["geoId/06", "nowhere"], property: "->name" });
    expect(node.nodes["geoId/06"].values.name[0].value).toBe("California");
    expect(node.unknown).toEqual(["nowhere"]);
    const query =
      "SELECT ?name WHERE { ?state typeOf State . ?state name ?name } ORDER BY ?name LIMIT 2";
    expect(await answer("sparql", { query })).toMatchObject({
      columns: ["?name"],
      rows: [["Alabama"], ["Alaska"]],
      total: 2,
    });
  });

  test("a property with more values than an answer has comes whole, page by page", async () => {
    const asked = { nodes: ["State"], property: "<-typeOf" };
    const places = Array.from(
      { length: 700 },
      (_, at) => `Node: dcid:p/${at}\ntypeOf: dcs:State\n`,
    );
    const large = await open({ "a.mcf": places.join("\n") });
    const agent = new AgentTools(() => large);
    const seen: string[] = [];
    let position: object | undefined = {};
    for (let pages = 0; position !== undefined && pages < 10; pages++) {
      const answer = await agent.call("get_node", { ...asked, ...position });
      const { nodes, next, nextToken } = JSON.parse(JSON.stringify(answer));
      const found: readonly { readonly dcid: string }[] = nodes.State.values.typeOf;
      expect(found.length).toBeLessThanOrEqual(200);
      seen.push(...found.map(({ dcid }) => dcid));
      position =
        next === undefined ? nextToken && { next_token: nextToken } : { ...position, offset: next };
    }
    expect(new Set(seen).size).toBe(700);
    expect(seen).toHaveLength(700);
  });

  test("a question in plain words is read, answered and cited", async () => {
    const found = await answer("understand", { question: "top 3 states by population" });
    expect(found).toMatchObject({ intent: "ranking", order: "highest", date: "latest" });
    expect(found.variables[0].dcid).toBe("Count_Person");
    expect(found.rows).toHaveLength(3);
    expect(found.columns.slice(0, 5)).toEqual(["dcid", "name", "variable", "date", "value"]);
    const ranked = await answer("rank", {
      variable_dcid: "Count_Person",
      parent_place_dcid: "country/USA",
      child_place_type: "State",
      limit: 3,
    });
    expect(found.rows.map(([dcid]: [string]) => dcid)).toEqual(
      ranked.rows.map(([, dcid]: [number, string]) => dcid),
    );
    expect(found.citations.length).toBeGreaterThan(0);
    const corrected = await answer("understand", {
      question: "population of Texas",
      place_dcids: ["geoId/06"],
    });
    expect(corrected.rows[0].slice(0, 2)).toEqual(["geoId/06", "California"]);
    const none = await answer("understand", { question: "asdf" });
    expect(none).toMatchObject({ variables: [], hint: expect.any(String) });
  });

  test("an answer of every tool holds to its schema", async () => {
    const place = { place_dcid: "geoId/06" };
    const inside = { parent_place_dcid: "country/USA", child_place_type: "State" };
    const variable = { variable_dcid: "Count_Person" };
    const asked: Readonly<Record<string, object>> = {
      compare: { variable_dcids: ["Count_Person"], place_dcids: ["geoId/06", "geoId/48"] },
      describe_data: {},
      get_child_observations: { ...variable, ...inside },
      get_multi_entity_observations: { ...variable, entities: { observationAbout: ["geoId/06"] } },
      get_node: { nodes: ["geoId/06"] },
      get_observations: { ...variable, ...place },
      get_variable_metadata: { variable_dcids: ["Count_Person"], entity_dcids: ["geoId/06"] },
      rank: { ...variable, ...inside },
      resolve_places: { places: ["California"] },
      search_child_indicators: {
        query: "population",
        parent_place: "country/USA",
        sample_child_places: ["geoId/06"],
      },
      search_indicators: { query: "population" },
      sparql: { query: "SELECT ?name WHERE { ?state typeOf State . ?state name ?name } LIMIT 2" },
      understand: { question: "median age against unemployment rate by state" },
    };
    // The client compares answers with the schemas that it has seen.
    const { tools: listed } = await client.listTools();
    expect(Object.keys(asked)).toEqual(listed.map(({ name }) => name).sort());
    for (const { name, outputSchema } of listed) {
      const content = await answer(name, asked[name]);
      expect(Object.keys(content), name).toEqual(
        expect.arrayContaining((outputSchema?.["required"] as string[] | undefined) ?? []),
      );
    }
  });

  test("metadata names units, dates and provenances", async () => {
    const metadata = await answer("get_variable_metadata", {
      variable_dcids: ["Count_Person"],
      entity_dcids: ["geoId/06"],
    });
    const [facet] = metadata.variables.Count_Person.facets;
    expect(facet.scope.entityCoverage).toEqual(["geoId/06"]);
    expect(Object.keys(metadata.provenances)).toContain(facet.provenanceId);
  });

  test("nothing found says why, and what there is", async () => {
    const none = await answer("get_observations", {
      variable_dcid: "Count_Persn",
      place_dcid: "geoId/06",
    });
    expect(none.total).toBe(0);
    expect(none.reason).toContain("Count_Persn");
    expect(JSON.stringify(none.suggestions)).toContain("Count_Person");
  });

  test.each([
    ["search_indicators", {}, "query is missing"],
    ["search_indicators", { query: 7 }, "query must be a text"],
    ["search_indicators", { query: "x", per_search_limit: 1000 }, "from 1 to 100"],
    ["search_indicators", { query: "x", place: ["y"] }, 'no argument "place"'],
    [
      "get_observations",
      { variable_dcid: "Count_Person", place_dcid: "geoId/06", date: "soon" },
      "",
    ],
    ["get_node", { nodes: ["geoId/06"], property: "name" }, ""],
    ["sparql", { query: "SELECT" }, ""],
    [
      "get_multi_entity_observations",
      { variable_dcid: "x", entities: {}, parent_entity_dcid: "y" },
      "send all of",
    ],
    ["get_everything", {}, "there is no tool get_everything"],
  ])("a mistake is answered by what to send: %s %j", async (name, args, expected) => {
    const { text, isError } = await call(client, name, args);
    expect(isError).toBe(true);
    expect(text).toContain(expected);
    expect(text).not.toMatch(/internal|undefined|\n {4}at /);
  });
});

describe("/mcp of a server", () => {
  test("takes messages by POST alone", async () => {
    expect((await fetch(`${server.url}mcp`)).status).toBe(405);
    const broken = await fetch(`${server.url}mcp`, { method: "POST", body: "{" });
    expect(broken.status).toBeGreaterThanOrEqual(400);
    expect(broken.status).toBeLessThan(500);
  });

  test("is not there where keys are asked for, or when it is not wanted", async () => {
    for (const options of [{ keys: ["k"] }, { agents: false }]) {
      const other = await serve("data-samples/us-states", options);
      const url = `${other.url}mcp?key=k`;
      expect((await fetch(url, { method: "POST", body: "{}" })).status).toBe(404);
      await other.close();
    }
  });
});
