import fc from "fast-check";
import { expect, test } from "vitest";
import {
  documented,
  documentedToday,
  parseBody,
  splitQuery,
} from "../../../src/adapters/edge/request-text.ts";
import { endpoints } from "../../../src/adapters/endpoints.ts";
import { CommonsError } from "../../../src/errors/errors.ts";
import { readFields } from "../../../src/router/read-fields.ts";
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
      expect(readFields(node, { query }, documented)).toEqual({ ...request, nextToken: "" });
    }),
    { numRuns },
  );
});

test("GET and POST of a request mean the same", () => {
  fc.assert(
    fc.property(observationRequest, (request) => {
      const query = splitQuery(encodeQuery(request));
      const body = parseBody(JSON.stringify(request));
      expect(readFields(observation, { query }, documented)).toEqual(
        readFields(observation, { body }, documented),
      );
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
      expect(readFields(node, { query: splitQuery(form) }, documented)).toEqual({
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
          const style = ignoreUnknown ? documentedToday : documented;
          expect(readFields<unknown>(layout, { query: splitQuery(query) }, style)).toBeTypeOf(
            "object",
          );
        } catch (error) {
          expect(error instanceof CommonsError || error instanceof CommonsError).toBe(true);
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
          readFields(observation, { body }, ignoreUnknown ? documentedToday : documented);
        } catch (error) {
          expect(error).toMatchObject({ code: "REQUEST" });
        }
      }
      expect(readFields(observation, {}, documented)).toEqual(observation.blank);
    }),
    { numRuns },
  );
});

test("lists of any length take time in proportion", () => {
  const count = 200_000;
  const query = splitQuery(`property=->&${"nodes=a&".repeat(count)}`);
  const start = performance.now();
  expect(readFields(node, { query }, documented).nodes).toHaveLength(count);
  expect(performance.now() - start).toBeLessThan(5_000);
});
