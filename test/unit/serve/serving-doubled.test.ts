/** A server as a test double: for programs in other languages. */

import { once } from "node:events";
import { connect } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { open } from "../../../src/index.ts";
import { openRemote } from "../../../src/remote/remote-commons.ts";
import { type AccessLine, type ServeOptions, type Serving, serve } from "../../../src/serve.ts";
import { type FaultPlan, mock } from "../../../src/testing.ts";
import { snapshotOf } from "../../remote/stored-world.ts";
import { MemoryStore } from "../../remote/stores/memory-store.ts";
import { ask, name, sample } from "../asking.ts";

const commons = await open(sample);

async function withServer<Result>(
  options: ServeOptions,
  use: (server: Serving) => Promise<Result>,
): Promise<Result> {
  const server = await serve(commons, options);
  try {
    return await use(server);
  } finally {
    await server.close();
  }
}

const unknown = "/v2/node?nodes=geoid/06&property=->name";

describe("strict", () => {
  test("refuses names that the world lacks, with the nearest", async () => {
    await withServer({ strict: true }, async ({ url }) => {
      for (const before of ["", "/core/api"]) {
        const { status, body } = await ask(url, before + unknown);
        expect(status).toBe(400);
        expect(JSON.parse(body.toString())).toEqual({
          code: 3,
          message: expect.stringMatching(/'geoid\/06'; did you mean 'geoId\/06'/),
          missing: ["geoid/06"],
        });
      }
      expect((await ask(url, name)).status).toBe(200);
      // The official client for Python asks this first.
      const trial = "/core/api/v2/node?nodes=country%2FGTM&property=->name";
      expect((await ask(url, trial)).status).toBe(200);
      expect((await ask(url, `${trial}&key=k`)).status).toBe(400);
      expect((await ask(url, "/v2/node?nodes=geoId/06")).body.toString()).toBe("{}");
      expect((await ask(url, "/api/place/name?dcids=nowhere")).status).toBe(200);
      const posted = { method: "POST", body: '{"nodes":["geoId/06"],"property":"->nmae"}' };
      expect((await ask(url, "/v2/node", posted)).body.toString()).toContain("nmae");
    });
  });

  test("reads what only a server takes: a query of SPARQL in the path", async () => {
    const query = (dcid: string) =>
      `/v2/sparql?query=${encodeURIComponent(`SELECT ?n WHERE { ?s dcid ${dcid} . ?s name ?n }`)}`;
    await withServer({ strict: true }, async ({ url }) => {
      expect((await ask(url, query("geoId/06"))).status).toBe(200);
      const { status, body } = await ask(url, query("geoid/06"));
      expect(status).toBe(400);
      expect(body.toString()).toContain("did you mean 'geoId/06'");
    });
  });

  test("names the nearest path of a path that the service lacks, and leaves the server's own", async () => {
    await withServer({ strict: true }, async ({ url }) => {
      const { status, body } = await ask(url, "/v2/nod?nodes=geoId/06");
      expect(status).toBe(404);
      expect(JSON.parse(body.toString()).message).toContain("did you mean '/v2/node'");
      expect((await ask(url, "/api/place/nowhere")).status).toBe(404);
      expect((await ask(url, "/healthz")).status).toBe(200);
    });
  });

  test("holds after the source was loaded again", async () => {
    const server = await serve(async () => await open(sample), { strict: true });
    try {
      await server.reload();
      expect((await ask(server.url, unknown)).status).toBe(400);
    } finally {
      await server.close();
    }
  });

  test("is not so by default", async () => {
    await withServer({}, async ({ url }) => expect((await ask(url, unknown)).status).toBe(200));
  });
});

describe("faults", () => {
  const rule = (more: object): ServeOptions => ({
    faults: { rules: [{ occurrences: [2], ...more }] } as unknown as FaultPlan,
  });

  test("are errors of the service, by how often the same was asked", async () => {
    const options = rule({ kind: "error", code: "resourceExhausted", retryAfter: 2 });
    await withServer(options, async ({ url }) => {
      const [first, second, third] = [
        await ask(url, name),
        await ask(url, name),
        await ask(url, name),
      ];
      expect([first.status, second.status, third.status]).toEqual([200, 429, 200]);
      expect(second.headers["retry-after"]).toBe("2");
      expect(JSON.parse(second.body.toString())).toMatchObject({ code: 8 });
      expect(third.body.equals(first.body)).toBe(true);
      expect((await ask(url, "/healthz")).status).toBe(200);
    });
  });

  test("are any status and body", async () => {
    await withServer(rule({ kind: "status", status: 502, body: "<p>" }), async ({ url }) => {
      await ask(url, name);
      expect(await ask(url, name)).toMatchObject({ status: 502, body: Buffer.from("<p>") });
    });
  });

  test("are answers that are no JSON", async () => {
    await withServer(rule({ kind: "malformed" }), async ({ url }) => {
      const whole = (await ask(url, name)).body;
      const { status, body } = await ask(url, name);
      expect(status).toBe(200);
      expect(body.equals(whole.subarray(0, Math.floor(whole.length / 2)))).toBe(true);
    });
  });

  test.each(["reset", "truncated"])("are connections that end: %s", async (kind) => {
    const lines: AccessLine[] = [];
    const options = { ...rule({ kind }), onAccess: (line: AccessLine) => lines.push(line) };
    await withServer(options, async ({ url }) => {
      await ask(url, name);
      await expect(ask(url, name)).rejects.toThrow(/ECONNRESET|aborted|hang up/);
      expect((await ask(url, name)).status).toBe(200);
    });
    expect(lines.map(({ cut }) => cut)).toEqual([undefined, true, undefined]);
  });

  test("are requests without an answer, for which the end of a server does not wait", async () => {
    const server = await serve(commons, rule({ kind: "hang" }));
    await ask(server.url, name);
    const client = connect(server.port, "127.0.0.1");
    client.on("error", () => undefined);
    let got = "";
    client.on("data", (chunk) => {
      got += chunk.toString();
    });
    const closed = once(client, "close");
    client.write(`GET ${name} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
    await pause(300);
    expect(got).toBe("");
    expect((await ask(server.url, name)).status).toBe(200);
    expect(await server.close()).toEqual({ cut: 0 });
    await closed;
    expect(got).toBe("");
  });

  test("leave nothing of an answer to HEAD that ends too early", async () => {
    await withServer({ faults: { rules: [{ kind: "truncated" }] } }, async ({ url }) => {
      const asked = ask(url, name, { method: "HEAD" });
      expect(
        await asked.then(
          ({ body }) => body.length,
          () => 0,
        ),
      ).toBe(0);
    });
  });

  test("are checked before anything is loaded", async () => {
    let loads = 0;
    const load = async () => {
      loads += 1;
      return commons;
    };
    const options = rule({ kind: "eror" });
    await expect(serve(load, options)).rejects.toThrow(
      /^serve: 'faults\.rules\[0\]\.kind' is .*; did you mean 'error'\?/,
    );
    await expect(serve(load, { faults: null as unknown as FaultPlan })).rejects.toThrow(
      /faults.* is an object/,
    );
    expect(loads).toBe(0);
  });

  test("are delays", async () => {
    await withServer({ faults: { delay: 200 } }, async ({ url }) => {
      const start = performance.now();
      await ask(url, name);
      expect(performance.now() - start).toBeGreaterThan(190);
    });
  });

  test("are those of a mock with the same rules and the same seed", async () => {
    const faults: FaultPlan = {
      seed: 7,
      rules: [
        { kind: "error", code: "internal", rate: 0.3, endpoints: ["v2.node"] },
        { kind: "status", status: 503, rate: 0.3 },
      ],
    };
    const paths = ["geoId/06", "geoId/48", "geoId/36", "country/USA"].flatMap((dcid) =>
      Array.from({ length: 5 }, () => `/v2/node?nodes=${dcid}&property=->name&key=k`),
    );
    const double = await mock(commons, { faults });
    const expected: number[] = [];
    for (const path of paths) {
      expected.push((await double.fetch(`https://api.datacommons.org${path}`)).status);
    }
    const statuses = await withServer({ faults }, async ({ url }) => {
      const got: number[] = [];
      for (const path of paths) got.push((await ask(url, path)).status);
      return got;
    });
    expect(statuses).toEqual(expected);
    expect(new Set(statuses)).toEqual(new Set([200, 500, 503]));
  });
});

test("a world that lies elsewhere has no double", async () => {
  const remote = await openRemote(new MemoryStore(snapshotOf(commons, 512)));
  for (const options of [{ strict: true }, { faults: {} }]) {
    await expect(serve(remote, options)).rejects.toThrow("need a world in this process");
  }
});
