/** Whatever is sent to whichever endpoint: an answer or a refusal that says why, never a crash. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { AnyEndpoint } from "../../../src/adapters/edge/endpoint.ts";
import { fetchOf } from "../../../src/adapters/edge/fetch.ts";
import { RestService } from "../../../src/adapters/edge/service.ts";
import { endpoints } from "../../../src/adapters/endpoints.ts";
import { pathOf } from "../../contract/echo.ts";
import { type TripleRow, worldOf } from "../../oracle/small-world.ts";
import { anyCharacter } from "../any-character.ts";
import { runs, sized } from "../runs.ts";

const { numRuns } = runs(30);

const odd = ["__proto__", "constructor", "toString", "", " ", ",", "/", "é", "\u{1F600}", "0"];
const triples = odd.flatMap((node): TripleRow[] => [
  [node, "typeOf", "__proto__"],
  [node, "containedInPlace", "__proto__"],
  [node, "__proto__", `=${node}`],
  [node, "location", "__proto__"],
  [node, "observedNode", "__proto__"],
]);
const world = worldOf(
  triples,
  odd.map((node) => ["__proto__", node, "2020", "__proto__"]),
);
const fetch = fetchOf(new RestService(endpoints, world));
const headers = { "x-api-key": "k" };
const listLength = sized(2e3, 2e4);
const long = JSON.stringify(
  Array.from({ length: listLength }, (_, at) => `${odd[at % odd.length]}${at}`),
);

const text = fc.oneof(
  fc.constantFrom(
    ...odd,
    "\ud800",
    "a\u0000b",
    "in",
    "out",
    "containedInPlace",
    "true",
    "-1",
    "1e99",
  ),
  fc.string({ unit: anyCharacter, maxLength: 20 }),
);
const value = fc.oneof(
  text,
  fc.array(text, { maxLength: 5 }),
  fc.jsonValue({ maxDepth: 3 }),
  fc.array(fc.record({ property: text, value: text }), { maxLength: 3 }),
);

/** What may stand in a path, and any byte in its written form. */
const pathCharacter = fc.oneof(
  fc.constantFrom(..."aZ09-._~!$&'()*+,;=:@"),
  fc.integer({ min: 0, max: 255 }).map((byte) => `%${byte.toString(16).padStart(2, "0")}`),
);
const pathEnd = fc
  .array(fc.string({ unit: pathCharacter, maxLength: 10 }), { maxLength: 5 })
  .map((steps) => steps.map((step) => `/${step}`).join(""));

/** An answer in JSON, or an error that is not about a mistake of ours. */
async function isSound(response: Response): Promise<void> {
  const body = (await response.json()) as { code?: number; message?: string };
  expect([200, 400, 404, 429, 500, 504]).toContain(response.status);
  expect(body.message).not.toBe("internal error");
  if (response.status !== 200) expect(body.code).toBeGreaterThan(0);
}

/** A request of one row in which some members are as wrong as can be. */
function requestOf(row: AnyEndpoint): fc.Arbitrary<Record<string, unknown>> {
  const names = Object.values(row.params).map(({ name }) => name.split(".")[0] ?? "");
  return fc
    .dictionary(fc.constantFrom(...names, "__proto__"), value, { noNullPrototype: false })
    .map((members) => ({ ...(row.example as object), ...members }));
}

describe.each(Object.entries<AnyEndpoint>(endpoints))("%s", (_name, row) => {
  const path = pathOf(row, row.example as object);

  test.runIf(row.methods.includes("POST"))("any body", async () => {
    await fc.assert(
      fc.asyncProperty(requestOf(row), async (request) => {
        const init = { method: "POST", headers, body: JSON.stringify(request) };
        await isSound(await fetch(path, init));
      }),
      { numRuns },
    );
  });

  test.runIf(row.methods.includes("GET"))("any query and path", async () => {
    const names = Object.values(row.params).flatMap(({ name, aliases }) => [name, ...aliases]);
    const pair = fc.tuple(fc.constantFrom(...names), fc.oneof(text, fc.string()));
    await fc.assert(
      fc.asyncProperty(fc.array(pair), pathEnd, async (pairs, segments) => {
        const query = new URLSearchParams();
        for (const [name, given] of pairs) query.append(name, given);
        await isSound(await fetch(`${path}${segments}?${query}`, { headers }));
        await isSound(await fetch(`${path}?${query}`, { headers }));
      }),
      { numRuns },
    );
  });

  test.runIf(row.methods.includes("POST"))("a list of thousands", async () => {
    const lists = Object.values(row.params).filter(({ kind }) => kind === "texts");
    for (const { name } of lists.filter((field) => !field.name.includes("."))) {
      const others = JSON.stringify({ ...(row.example as object), [name]: undefined });
      const body = `${others.slice(0, -1)}${others === "{}" ? "" : ","}"${name}":${long}}`;
      await isSound(await fetch(path, { method: "POST", headers, body }));
    }
    expect(JSON.parse(long)).toHaveLength(listLength);
  });
});
