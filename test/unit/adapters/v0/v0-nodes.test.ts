import { describe, expect, test } from "vitest";
import { v0Methods } from "../../../../src/adapters/endpoint-methods.ts";
import { geo, places } from "../../../oracle/places-world.ts";
import { type TripleRow, worldOf } from "../../../oracle/small-world.ts";

const v0 = v0Methods(places);

/** JSON as sent: members in their order. */
const json = (response: unknown) => JSON.stringify(response);

describe("/node/triples", () => {
  test("leaving triples by predicate and object, then arriving ones by subject", () => {
    const rows = v0.triples({ dcids: ["geoId/06"] })["geoId/06"] ?? [];
    expect(rows.map((row) => `${row.subjectId} ${row.predicate} ${row.objectId ?? "="}`)).toEqual([
      "geoId/06 containedInPlace country/USA",
      "geoId/06 landmark =",
      "geoId/06 landmark bridge/GoldenGate",
      "geoId/06 name =",
      "geoId/06 name =",
      "geoId/06 typeOf AdministrativeArea1",
      "geoId/06 typeOf State",
      "epa/1 location geoId/06",
      "geoId/0600 containedInPlace geoId/06",
      "geoId/06001 containedInPlace geoId/06",
    ]);
  });

  test("documented: Triple, whose members are there as far as known", () => {
    const rows = v0.triples({ dcids: ["geoId/06"] })["geoId/06"] ?? [];
    const self = {
      subjectId: "geoId/06",
      subjectName: "California",
      subjectTypes: ["AdministrativeArea1", "State"],
    };
    expect(json(rows[0])).toBe(
      json({
        ...self,
        predicate: "containedInPlace",
        objectId: "country/USA",
        objectName: "United States",
        objectTypes: ["Country"],
        provenanceId: geo,
      }),
    );
    expect(json(rows[1])).toBe(json({ ...self, predicate: "landmark", objectValue: "a bridge" }));
    expect(rows[2]).toEqual({
      ...self,
      predicate: "landmark",
      objectId: "bridge/GoldenGate",
      objectTypes: ["Thing"],
    });
    expect(json(rows[9])).toBe(
      json({
        subjectId: "geoId/06001",
        subjectName: "Alameda County",
        subjectTypes: ["County"],
        predicate: "containedInPlace",
        objectId: "geoId/06",
        objectName: "California",
        objectTypes: ["AdministrativeArea1", "State"],
        provenanceId: geo,
      }),
    );
  });

  test("what is not there is no member, not an undefined one", () => {
    const answer = v0.triples({ dcids: ["geoId/06", "geoId/0601", "dc/g/Self", "epa/1"] });
    expect(answer).toStrictEqual(JSON.parse(JSON.stringify(answer)));
  });

  test("a loop is told from both of its ends", () => {
    const rows = v0.triples({ dcids: ["dc/g/Self"] })["dc/g/Self"];
    const loop = {
      subjectId: "dc/g/Self",
      predicate: "specializationOf",
      objectId: "dc/g/Self",
      provenanceId: geo,
    };
    expect(rows).toEqual([loop, loop]);
  });

  test("every queried dcid has its key, ascending; nothing known is an empty list", () => {
    const response = v0.triples({ dcids: ["zip/1", "nowhere", "__proto__", "zip/1"] });
    expect(Object.keys(response)).toEqual(["__proto__", "nowhere", "zip/1"]);
    expect(Object.values(response).map(({ length }) => length)).toEqual([1, 0, 0]);
  });

  describe("documented limit: limit counts per property and type, at most 500", () => {
    const many: TripleRow[] = [];
    for (let at = 0; at < 600; at++) {
      const number = String(at).padStart(3, "0");
      many.push(["hub", "has", `item/${number}`], [`item/${number}`, "typeOf", "Item"]);
      many.push([`item/${number}`, "partOf", "hub"]);
      if (at < 20) many.push(["hub", "has", `=text ${number}`], ["hub", "has", `bare/${number}`]);
      if (at < 20)
        many.push(["hub", "has", `tool/${number}`], [`tool/${number}`, "typeOf", "Tool"]);
    }
    const hub = v0Methods(worldOf(many));
    const counted = (limit?: number) => {
      const request = { dcids: ["hub"], ...(limit !== undefined && { limit }) };
      const groups: Record<string, number> = {};
      for (const row of hub.triples(request)["hub"] ?? []) {
        const other = row.predicate === "partOf" ? row.subjectTypes : row.objectTypes;
        const group = `${row.predicate} ${other?.[0] ?? "text"}`;
        groups[group] = (groups[group] ?? 0) + 1;
      }
      return groups;
    };

    test.each([undefined, 0, -1, 500, 501, 2 ** 31 - 1])("%s is 500", (limit) => {
      const small = { "has Thing": 20, "has Tool": 20, "has text": 20 };
      expect(counted(limit)).toEqual({ ...small, "has Item": 500, "partOf Item": 500 });
    });

    test.each([1, 20, 499])("%s is itself", (limit) => {
      const small = Math.min(limit, 20);
      const few = { "has Thing": small, "has Tool": small, "has text": small };
      expect(counted(limit)).toEqual({ ...few, "has Item": limit, "partOf Item": limit });
    });

    test("the first in order are kept", () => {
      const rows = hub.triples({ dcids: ["hub"], limit: 2 })["hub"] ?? [];
      expect(rows.map((row) => row.objectValue ?? row.objectId)).toEqual([
        "text 000",
        "text 001",
        "bare/000",
        "bare/001",
        "item/000",
        "item/001",
        "tool/000",
        "tool/001",
        "hub",
        "hub",
      ]);
    });
  });
});
