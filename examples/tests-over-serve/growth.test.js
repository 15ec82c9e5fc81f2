import { serve } from "pocket-commons/serve";
import { afterAll, beforeAll, expect, test } from "vitest";
import { growth } from "./growth.js";

let server;
let failing;

beforeAll(async () => {
  const sample = "node_modules/pocket-commons/data-samples/us-states";
  server = await serve(sample, { strict: true });
  const rules = [{ kind: "error", code: "resourceExhausted", retryAfter: 1 }];
  failing = await serve(sample, { faults: { rules } });
});

afterAll(async () => {
  await server.close();
  await failing.close();
});

test("people in the last year", async () => {
  process.env.DC_API_ROOT = server.url;
  expect(await growth("geoId/06")).toBe(39355309 - 39364774);
});

test("a mistyped place is refused", async () => {
  process.env.DC_API_ROOT = server.url;
  await expect(growth("geoid/06")).rejects.toThrow("400");
});

test("a service that is busy", async () => {
  process.env.DC_API_ROOT = failing.url;
  await expect(growth("geoId/06")).rejects.toThrow("429");
});
