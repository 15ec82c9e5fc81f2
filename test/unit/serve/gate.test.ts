/** Who may ask a server: by the name that a client calls it, and by the origin of a page. */
import { describe, expect, test } from "vitest";
import { Gate, isLoopback, nameInUrl, noCors } from "../../../src/serve/gate.ts";

test("a host is looked at each time, whichever was admitted before", () => {
  const gate = new Gate({ host: "127.0.0.1", allowedHosts: undefined, cors: [] });
  const hosts = [undefined, "localhost:8080", "evil.example", "LOCALHOST", "", "localhost:8080"];
  const admitted = [false, true, false, true, false, true];
  expect(hosts.map((host) => gate.admitsHost(host))).toEqual(admitted);
  expect(hosts.map((host) => gate.admitsHost(host))).toEqual(admitted);
});

test.each([
  ["localhost", true],
  ["::1", true],
  ["127.0.0.1", true],
  ["127.10.200.3", true],
  ["127.0.0.1.example", false],
  ["x127.0.0.1", false],
  ["127.0.0", false],
  ["127.0.0.1000", false],
  ["0.0.0.0", false],
  ["::", false],
  ["localhost.example", false],
])("%s can be reached from this machine alone: %j", (host, expected) => {
  expect(isLoopback(host)).toBe(expected);
});

test("an address of version 6 has brackets in a URL", () => {
  expect(["::1", "127.0.0.1", "example"].map(nameInUrl)).toEqual(["[::1]", "127.0.0.1", "example"]);
});

describe("names", () => {
  const names = [
    "localhost",
    "127.0.0.1:80",
    "[::1]",
    "[::1]:80",
    "Own.example:1",
    "other.example",
  ];
  test.each<[host: string, allowed: readonly string[] | undefined, admitted: readonly boolean[]]>([
    ["127.0.0.1", undefined, [true, true, true, true, false, false]],
    ["127.0.0.1", ["own.EXAMPLE"], [true, true, true, true, true, false]],
    ["0.0.0.0", undefined, [true, true, true, true, true, true]],
    ["0.0.0.0", [], [true, true, true, true, false, false]],
    ["own.example", [], [true, true, true, true, true, false]],
  ])("of a server on %s that allows %j", (host, allowedHosts, admitted) => {
    const gate = new Gate({ host, allowedHosts, cors: [] });
    expect(names.map((name) => gate.admitsHost(name))).toEqual(admitted);
    expect(gate.admitsHost(undefined)).toBe(admitted.every(Boolean));
  });

  test("of version 6 are with brackets", () => {
    const gate = new Gate({ host: "fe80::1", allowedHosts: [], cors: [] });
    expect(["[fe80::1]:80", "fe80::1"].map((name) => gate.admitsHost(name))).toEqual([true, false]);
  });
});

describe("pages", () => {
  const [mine, other] = ["https://a.example", "https://b.example"];
  const asked = {
    "access-control-allow-methods": "GET, HEAD, POST, DELETE, OPTIONS",
    "access-control-allow-headers":
      "Authorization, Content-Type, Accept, Origin, X-Requested-With, X-Api-Key, X-Surface, Mcp-Session-Id, Mcp-Protocol-Version",
    "access-control-max-age": "3600",
  };
  const allowed = { "access-control-allow-origin": mine, vary: "Origin" };
  const any = { "access-control-allow-origin": "*" };
  test.each<
    [cors: readonly string[], origin: string | undefined, headers: object, isAllowed: boolean]
  >([
    [[], mine, {}, false],
    [[], undefined, {}, false],
    [[mine], mine, allowed, true],
    [[mine, other], mine, allowed, true],
    [[other], mine, { vary: "Origin" }, false],
    [[mine], undefined, { vary: "Origin" }, false],
    [["*"], mine, any, true],
    [["*"], undefined, any, true],
    [[mine, "*"], other, any, true],
  ])("where %j may ask, %s gets %j", (cors, origin, headers, isAllowed) => {
    const gate = new Gate({ host: "localhost", allowedHosts: undefined, cors });
    expect(gate.corsOf(origin)).toEqual(headers);
    expect(gate.preflightOf(origin)).toEqual(isAllowed ? { ...headers, ...asked } : headers);
    // Most answers are sent as they are.
    if (cors.length === 0) expect(gate.corsOf(origin)).toBe(noCors);
  });
});
