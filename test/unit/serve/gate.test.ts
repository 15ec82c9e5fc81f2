import { expect, test } from "vitest";
import { Gate } from "../../../src/serve/gate.ts";

test("a host is looked at each time, whichever was admitted before", () => {
  const gate = new Gate({ host: "127.0.0.1", allowedHosts: undefined, cors: [] });
  const hosts = [undefined, "localhost:8080", "evil.example", "LOCALHOST", "", "localhost:8080"];
  const admitted = [false, true, false, true, false, true];
  expect(hosts.map((host) => gate.admitsHost(host))).toEqual(admitted);
  expect(hosts.map((host) => gate.admitsHost(host))).toEqual(admitted);
});
