import fc from "fast-check";
import { expect, test } from "vitest";
import { decode, parseBody } from "../../../src/adapters/edge/decode.ts";
import { splitQuery } from "../../../src/adapters/edge/query-string.ts";
import { endpoints } from "../../../src/adapters/endpoints.ts";
import { RpcError } from "../../../src/adapters/table/rpc-error.ts";
import { RequestError } from "../../../src/errors/errors.ts";
import { encodeQuery, queryOf } from "../../contract/echo.ts";
import { anyCharacter } from "../any-character.ts";
import { runs } from "../runs.ts";

const { numRuns } = runs(300);

const node = endpoints["v2.node"].layout;
const observation = endpoints["v2.observation"].layout;

/** Any text that a URL can carry. */
const text = fc.string({ unit: anyCharacter }).filter((any) => !/\p{Surrogate}/u.test(any));
const given = text.filter((any) => any !== "");
const id = given.filter((any) => !any.includes(","));

const nodeRequest = fc.record({
  nodes: fc.array(text, { minLength: 1 }),
  property: given,
  limit: fc.integer({ min: 0, max: 2 ** 31 - 1 }),
});

const observationRequest = fc.record(
  {
    date: text,
    variable: fc.record({ dcids: fc.array(id) }, { requiredKeys: [] }),
    entity: fc.record({ dcids: fc.array(id), expression: text }, { requiredKeys: [] }),
    select: fc.array(fc.constantFrom("date", "value", "facet", "date,value")),
    filter: fc.record({ facet_ids: fc.array(id), domains: fc.array(id) }, { requiredKeys: [] }),
  },
  { requiredKeys: [] },
);

test("a request that was encoded and decoded is the same request", () => {
  fc.assert(
    fc.property(nodeRequest, (request) => {
      const query = splitQuery(`?${encodeQuery(request)}`);
      expect(decode(node, { query }, false)).toEqual({ ...request, nextToken: "" });
    }),
    { numRuns },
  );
});

test("GET and POST of a request mean the same", () => {
  fc.assert(
    fc.property(observationRequest, (request) => {
      const query = splitQuery(encodeQuery(request));
      const body = parseBody(JSON.stringify(request));
      expect(decode(observation, { query }, false)).toEqual(decode(observation, { body }, false));
    }),
    { numRuns },
  );
});

test("form encoding means the same, spaces as plus signs and all", () => {
  // At the end a plus sign chains, unless another one is encoded.
  const ambiguous = (any: string) => any.endsWith(" ") && !any.includes("+");
  const spaced = nodeRequest.filter(
    ({ nodes, property }) => !nodes.some(ambiguous) && !ambiguous(property),
  );
  fc.assert(
    fc.property(spaced, (request) => {
      const form = new URLSearchParams(queryOf(request)).toString();
      expect(decode(node, { query: splitQuery(form) }, false)).toEqual({
        ...request,
        nextToken: "",
      });
    }),
    { numRuns },
  );
});

test("any query is decoded or refused", () => {
  const garbage = fc
    .array(fc.constantFrom(..."&=%+.?{}ab0é", "nodes=", "property=", "limit=", "%41", "filter."))
    .map((pieces) => pieces.join(""));
  fc.assert(
    fc.property(garbage, fc.boolean(), (query, ignoreUnknown) => {
      for (const layout of [node, observation]) {
        try {
          expect(decode<unknown>(layout, { query: splitQuery(query) }, ignoreUnknown)).toBeTypeOf(
            "object",
          );
        } catch (error) {
          expect(error instanceof RequestError || error instanceof RpcError).toBe(true);
        }
      }
    }),
    { numRuns },
  );
});

test("any body is decoded or refused, and leaves no trace", () => {
  fc.assert(
    fc.property(fc.anything({ withNullPrototype: true }), fc.boolean(), (value, ignoreUnknown) => {
      for (const body of [
        value,
        { variable: value },
        { entity: { dcids: value } },
        { select: value },
      ]) {
        try {
          decode(observation, { body }, ignoreUnknown);
        } catch (error) {
          expect(error).toBeInstanceOf(RequestError);
        }
      }
      expect(decode(observation, {}, false)).toEqual(observation.blank);
    }),
    { numRuns },
  );
});

test("lists of any length take time in proportion", () => {
  const count = 200_000;
  const query = splitQuery(`property=->&${"nodes=a&".repeat(count)}`);
  const start = performance.now();
  expect(decode(node, { query }, false).nodes).toHaveLength(count);
  expect(performance.now() - start).toBeLessThan(5_000);
});
