import { describe, expect, test } from "vitest";
import { fetchOf } from "../../../../src/adapters/edge/fetch.ts";
import {
  type AnswerOptions,
  type PlainRequest,
  RestService,
} from "../../../../src/adapters/edge/service.ts";
import { endpoints } from "../../../../src/adapters/endpoints.ts";
import { pathOf } from "../../../contract/echo.ts";
import { worldOf } from "../../../oracle/small-world.ts";

const world = worldOf(
  [
    ["geoId/06", "typeOf", "State"],
    ["geoId/06", "name", "=California"],
  ],
  [["Count_Person", "geoId/06", "2020", "5"]],
);
const service = new RestService(endpoints, world, { maxBodyBytes: 4000, keys: "k" });
const fetch = fetchOf(service);

/** What `fetch` says to the same request. */
async function fetched({ url, ...rest }: PlainRequest, options: AnswerOptions) {
  const { method = "GET", headers = {}, body } = rest;
  const init = { method, headers: headers as Record<string, string>, ...options };
  const sent = body === undefined || method !== "POST" ? init : { ...init, body };
  const response = await fetch(url, sent as RequestInit);
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: await response.text(),
  };
}

const headers = { "x-api-key": "k" };
const methods = ["GET", "POST", "PUT", "OPTIONS"] as const;
const bodies = ["", "{}", "{", "[]", "\uFEFF{}", '{"nodes":["\ud800"]}', " ".repeat(4001)];

describe("an answer is what fetch answers", () => {
  test.each(Object.entries(endpoints))("%s", async (_, row) => {
    const url = pathOf(row, row.example);
    const body = JSON.stringify(row.example);
    for (const request of methods.flatMap((method): PlainRequest[] => [
      { method, url, headers, body },
      { method, url, body },
      { method, url: `/core/api${url}`, headers: { "x-api-key": "other" }, body },
    ])) {
      expect(service.ask(request, {})).toEqual(await fetched(request, {}));
    }
  });

  test.each(bodies)("to the body %j", async (body) => {
    const request = { method: "POST", url: "/v2/node", headers, body };
    expect(service.ask(request, {})).toEqual(await fetched(request, {}));
  });

  test.each([{ maxRows: 0 }, { maxMemoryBytes: 1 }, { maxBodyBytes: 3 }, { reasons: true }])(
    "with options %j",
    async (options) => {
      const url = "/v2/node?nodes=geoId/06";
      for (const request of [
        { url, headers },
        { method: "POST", url: "/v2/node", headers, body: '{"nodes":["geoId/06"]}' },
      ]) {
        expect(service.ask(request, options)).toEqual(await fetched(request, options));
      }
    },
  );

  test("at a URL, and where nothing answers", async () => {
    for (const url of ["https://api.datacommons.org/v2/node?key=k&nodes=a", "/nowhere", "/"]) {
      expect(service.ask({ url }, {})).toEqual(await fetched({ url }, {}));
    }
  });
});

test("what is no URL is refused, and so is what was aborted", () => {
  expect(() => service.ask({ url: "node" }, {})).toThrow(TypeError);
  const signal = AbortSignal.abort(new Error("enough"));
  expect(() => service.ask({ url: "/v2/node" }, { signal })).toThrow("enough");
});
