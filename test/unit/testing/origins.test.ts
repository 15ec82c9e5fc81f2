/** Addresses that a mock answers for, and its messages for others. */
import { expect, test } from "vitest";
import {
  originOf,
  pathProblem,
  realOrigins,
  strangerProblem,
  withinService,
} from "../../../src/testing/origins.ts";

test.each([
  ["https://a.org", "https://a.org"],
  ["https://a.org/", "https://a.org"],
  ["HTTP://A.org:80/x//", "http://a.org/x"],
  ["https://a.org/x/y?z", "https://a.org/x/y"],
])("%s is the origin %s", (text, origin) => {
  expect(originOf(text)).toBe(origin);
});

test.each(["localhost:8080", "a.org", "", "ftp://a.org", "xhttp://a.org"])("%j is none", (text) => {
  expect(() => originOf(text)).toThrow(
    `an origin is a URL such as ${realOrigins[0]}, not '${text}'`,
  );
});

const origins = ["https://a.org", "https://b.org/api"];
const strange = (given: string, base = "http://localhost") =>
  strangerProblem(given, new URL(given, base), origins);

test.each([
  "/v2/node",
  "/",
  "https://a.org/v2/node?x",
  "https://a.org",
  "https://b.org/api/v2/node",
])("%s is answered", (given) => {
  expect(strange(given)).toBeUndefined();
});

test.each([
  ["http://localhost/v2/node", "https://a.org/v2/node"],
  ["//localhost.org/v2/node?a=b", "https://a.org/v2/node?a=b"],
  ["https://b.org/v2/node", "https://a.org/v2/node"],
  ["https://b.org/v1/triples/out/geoId/06", "https://a.org/v1/triples/out/geoId/06"],
  ["https://b.org/apix/v2/node", undefined],
  ["https://b.org/api", undefined],
  ["http://a.org/v2/nodes", undefined],
])("%s is not, and %s may be meant", (given, meant) => {
  const hint = meant === undefined ? "" : `; did you mean ${meant}?`;
  const { href } = new URL(given, "http://localhost");
  expect(strange(given)).toBe(
    `nothing answers for ${href}: this mock is https://a.org, https://b.org/api${hint}`,
  );
});

test("a path that the service lacks has the nearest ones beside it", () => {
  expect(pathProblem("/v2/nod")).toContain(
    "the service has no endpoint '/v2/nod'; did you mean '/v2/node'",
  );
  expect(pathProblem("/node", "it", "/v2/node")).toContain(
    "it has no endpoint '/node': the origin has '/v2' of '/v2/node' as its own path; did you mean '/v2/node'",
  );
});

test.each([
  ["https://b.org/api/v2/node?a=b", "https://b.org/v2/node?a=b"],
  ["https://a.org/v2/node?a=b", "https://a.org/v2/node?a=b"],
  ["https://c.org/api/v2/node", "https://c.org/api/v2/node"],
])("%s is within the service %s", (given, inside) => {
  expect(withinService(new URL(given), origins).href).toBe(inside);
});

test("the path of a self-hosted service stays, because the service answers below it", () => {
  const url = new URL("https://a.org/core/api/v2/node");
  expect(withinService(url, ["https://a.org/core/api"]).href).toBe(url.href);
});
