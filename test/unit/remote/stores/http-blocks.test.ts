import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { type Commons, open } from "../../../../src/index.ts";
import { openRemote } from "../../../../src/remote/remote-commons.ts";
import { httpBlocks } from "../../../../src/remote/stores/http-blocks.ts";
import { errorOf, snapshotOf } from "../../../remote/stored-world.ts";

let local: Commons;
let bytes: Uint8Array;
const name = { nodes: ["geoId/06"], property: "->name" } as const;

beforeAll(async () => {
  local = await open("data-samples/us-states");
  bytes = snapshotOf(local, 512);
});

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

interface Served {
  readonly server: Server;
  readonly url: string;
  /** All that came. */
  readonly requests: IncomingMessage[];
}

const servers: Server[] = [];

/** A server of its own, for tests that run beside others. */
async function served(given: Answer): Promise<Served> {
  const came: IncomingMessage[] = [];
  const listener = createServer((request, response) => {
    came.push(request);
    given(request, response);
  });
  servers.push(listener);
  await new Promise<void>((done) => listener.listen(0, "127.0.0.1", done));
  const { port } = listener.address() as AddressInfo;
  const at = `http://127.0.0.1:${port}/a/world.pocket?secret=1`;
  return { server: listener, url: at, requests: came };
}

let server: Server;
let url: string;
let requests: IncomingMessage[];
let answer: Answer;

beforeEach(async () => {
  answer = ranged();
  ({ server, url, requests } = await served((request, response) => answer(request, response)));
});

afterAll(() => {
  for (const one of servers) {
    one.closeAllConnections();
    one.close();
  }
});

interface Changes {
  status?: number;
  headers?: Record<string, string>;
  body?: (part: Uint8Array) => Uint8Array;
}

/** Answers as a server of files does, but for some changes. */
function ranged({ status = 206, headers = {}, body = (part) => part }: Changes = {}) {
  return ({ headers: { range } }: IncomingMessage, response: ServerResponse): void => {
    const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(range ?? "") ?? [];
    const end = Math.min(Number(last) + 1, bytes.length);
    const part = body(bytes.subarray(Number(first), end));
    response.writeHead(status, {
      etag: '"1"',
      "content-range": `bytes ${first}-${end - 1}/${bytes.length}`,
      "content-length": part.length,
      ...headers,
    });
    response.end(part);
  };
}

describe("blocks over HTTP", () => {
  test("are read by one range per GET, and nothing else", async () => {
    const remote = await openRemote(httpBlocks(url));
    expect(await remote.v2.node(name)).toEqual(local.v2.node(name));
    expect(requests.length).toBeGreaterThan(2);
    expect(requests.map(({ method }) => method)).toEqual(requests.map(() => "GET"));
    for (const { headers } of requests) {
      expect(headers.range).toMatch(/^bytes=\d+-\d+$/);
      expect(headers["accept-encoding"]).toBe("identity");
    }
  });

  test("do not go through the cache of a browser, which gives ranges one after another", async () => {
    const ways = new Set<unknown>();
    const send = async (address: string, init: RequestInit) => {
      ways.add(Reflect.get(init, "cache"));
      return await fetch(address, init);
    };
    await openRemote(httpBlocks(url, { fetch: send }));
    expect([...ways]).toEqual([undefined]);
    ways.clear();
    vi.stubGlobal("navigator", { userAgent: "Mozilla/5.0 (X11; Linux x86_64)" });
    try {
      await openRemote(httpBlocks(url, { fetch: send }));
    } finally {
      vi.unstubAllGlobals();
    }
    expect([...ways]).toEqual(["no-store"]);
  });

  test("are opened in two rounds of waiting", async () => {
    const remote = await openRemote(httpBlocks(url));
    expect(remote.traffic.rounds).toBe(2);
  });

  test("come over as many connections as are allowed, and with the headers that are given", async () => {
    let most = 0;
    let waiting: (() => void)[] = [];
    answer = (request, response) => {
      waiting.push(() => ranged()(request, response));
      // A fourth would come by then.
      if (waiting.length === 3) setTimeout(answerAll, 50);
    };
    const answerAll = () => {
      most = Math.max(most, waiting.length);
      for (const answerOne of waiting) answerOne();
      waiting = [];
    };
    const blocks = httpBlocks(url, { maxConcurrent: 3, headers: { authorization: "Bearer x" } });
    const ranges = Array.from({ length: 12 }, (_, at) => ({ start: at * 10, end: at * 10 + 10 }));
    const parts = await blocks.read(ranges, '"1"', new AbortController().signal);
    expect(parts.map((part) => [...part])).toEqual(
      ranges.map(({ start, end }) => [...bytes.subarray(start, end)]),
    );
    expect(most).toBe(3);
    expect(requests[0]?.headers.authorization).toBe("Bearer x");
  });

  describe.concurrent("that do not come at once", () => {
    test.for([408, 429, 500, 503])(
      "are asked for again after status %i",
      async (status, { expect }) => {
        let failures = 2;
        const asked = await served((request, response) =>
          ranged(failures-- > 0 ? { status } : {})(request, response),
        );
        await openRemote(httpBlocks(asked.url));
        expect(asked.requests.length).toBeGreaterThan(2);
      },
    );

    test("are requested three times, and then the server is unavailable", async ({ expect }) => {
      const asked = await served(ranged({ status: 503 }));
      const error = await errorOf(openRemote(httpBlocks(asked.url)));
      expect(asked.requests.length).toBe(3);
      expect(error).toMatchObject({ fault: "unavailable", rpc: { code: 14, status: 503 } });
      expect(error.message).toContain("three times: the server answers with status 503");
      expect(error.message).not.toContain("secret");
    });

    test("are waited for as long as the server asks to", async ({ expect }) => {
      let isFirst = true;
      const asked = await served((request, response) => {
        const changes = { status: 429, headers: { "retry-after": "1" } };
        ranged(isFirst ? changes : {})(request, response);
        isFirst = false;
      });
      const begun = performance.now();
      await openRemote(httpBlocks(asked.url));
      expect(performance.now() - begun).toBeGreaterThan(990);
    });
  });

  test("of an address without a server are unavailable", async () => {
    server.close();
    const error = await errorOf(openRemote(httpBlocks("http://127.0.0.1:1/w?secret=1")));
    expect(error).toMatchObject({ fault: "unavailable" });
    expect(error.message).not.toContain("secret");
  });

  test.each<[string, Changes, string, string]>([
    [
      "the whole file",
      { status: 200 },
      "unsuitable",
      "the whole file when it is asked for a range",
    ],
    ["gzip", { headers: { "content-encoding": "br" } }, "unsuitable", "compresses ranges (br)"],
    [
      "neither ETag nor Last-Modified",
      { headers: { etag: "" } },
      "unsuitable",
      "it sends neither ETag nor Last-Modified, which tell that the file is the same: let it send one",
    ],
    [
      "another range",
      { headers: { "content-range": "bytes 1-9/99" } },
      "unsuitable",
      "it gives bytes 1 to 9 when it is asked for 0 to 98",
    ],
    ["a range in words", { headers: { "content-range": "some" } }, "unsuitable", "another form"],
    ["nothing", { status: 404 }, "missing", "there is none (status 404)"],
    ["a refusal", { status: 403 }, "denied", "refuses it (status 403)"],
    ["another address", { status: 302, headers: { location: "/x" } }, "denied", "elsewhere"],
    ["an empty file", { status: 416 }, "unsuitable", "empty"],
    ["tea", { status: 418 }, "unsuitable", "status 418"],
  ])("are refused at once from a server that gives %s", async (_, changes, fault, text) => {
    answer = ranged(changes);
    const error = await errorOf(openRemote(httpBlocks(url)));
    expect(error).toMatchObject({ fault });
    expect(error.message).toContain(text);
    expect(error.message).toContain("/a/world.pocket: ");
    expect(error.message).not.toContain("secret");
    expect(requests.length).toBe(1);
  });

  test("that end early are asked for again", async () => {
    let isFirst = true;
    answer = (request, response) => {
      const cut = { body: (part: Uint8Array) => part.subarray(0, 100) };
      ranged(isFirst ? cut : {})(request, response);
      isFirst = false;
    };
    expect((await openRemote(httpBlocks(url))).info).toEqual(local.info);
  });

  test("of another version make the question fail", async () => {
    const remote = await openRemote(httpBlocks(url));
    for (const changes of [{ headers: { etag: '"2"' } }, { status: 416 }]) {
      answer = ranged(changes);
      expect(await errorOf(remote.v2.node(name))).toMatchObject({ fault: "replaced" });
    }
  });

  describe("of a server without a strong ETag", () => {
    const [weak, changed] = ['W/"1"', "Mon, 23 Nov 2026 10:00:00 GMT"];
    const later = "Mon, 23 Nov 2026 10:00:01 GMT";

    test.each<[string, Record<string, string>, Record<string, string>[]]>([
      ["a weak one", { etag: weak }, [{ etag: 'W/"2"' }, { etag: "" }, { etag: '"1"' }]],
      ["a time", { etag: "", "last-modified": changed }, [{ etag: "", "last-modified": later }]],
      [
        "both",
        { etag: weak, "last-modified": changed },
        [{ etag: weak, "last-modified": later }, { etag: 'W/"2"', "last-modified": changed }, {}],
      ],
      ["one that no quotes are around", { etag: "1" }, [{ etag: "2" }]],
    ])("are of one version as long as the server says so: %s", async (_, headers, others) => {
      answer = ranged({ headers });
      const remote = await openRemote(httpBlocks(url));
      for (const other of others) {
        answer = ranged({ headers: other });
        const error = await errorOf(remote.v2.node(name));
        expect(error.fault).toMatch(
          other["etag"] === "" && !("last-modified" in other) ? "unsuitable" : "replaced",
        );
      }
      answer = ranged({ headers });
      expect(await remote.v2.node(name)).toEqual(local.v2.node(name));
    });

    test("are of another version where the file has another length", async () => {
      answer = ranged({ headers: { etag: weak } });
      const remote = await openRemote(httpBlocks(url));
      const other = ranged({ headers: { etag: weak } });
      answer = (request, response) => {
        const whole = bytes;
        bytes = new Uint8Array(whole.length + 1);
        bytes.set(whole);
        other(request, response);
        bytes = whole;
      };
      expect(await errorOf(remote.v2.node(name))).toMatchObject({ fault: "replaced" });
    });

    test("fail their checksums where a file of its length came in the same second", async () => {
      answer = ranged({ headers: { etag: "", "last-modified": changed } });
      const remote = await openRemote(httpBlocks(url));
      answer = ranged({
        headers: { etag: "", "last-modified": changed },
        body: (part) => part.map((byte) => byte ^ 1),
      });
      expect(await errorOf(remote.v2.node(name))).toMatchObject({ fault: "damaged" });
    });
  });

  test("follow a server elsewhere when they may, but not to plain HTTP", async () => {
    const target = url;
    answer = (request, response) => {
      if (request.url?.startsWith("/moved") !== true) ranged()(request, response);
      else response.writeHead(302, { location: target }).end();
    };
    const moved = new URL("/moved", url);
    const remote = await openRemote(httpBlocks(moved, { redirects: true }));
    expect(remote.info).toEqual(local.info);
    const sent = async () =>
      Object.defineProperties(new Response("", { status: 206 }), {
        redirected: { value: true },
        url: { value: "http://example.com/w" },
      });
    const error = await errorOf(openRemote(httpBlocks(moved, { redirects: true, fetch: sent })));
    expect(error).toMatchObject({ fault: "denied" });
    answer = (_, response) => response.writeHead(302, { location: "http://example.com/w" }).end();
    const plain = await errorOf(openRemote(httpBlocks(moved, { redirects: true })));
    expect(plain).toMatchObject({ fault: "denied" });
  });

  test("send their headers to no other origin that a server names, and follow no circle", async () => {
    const keys: [string, unknown][] = [];
    const target = new URL(url);
    target.hostname = "localhost";
    answer = (request, response) => {
      keys.push([request.headers.host ?? "", request.headers["x-api-key"]]);
      if (request.url?.startsWith("/moved") !== true) ranged()(request, response);
      else response.writeHead(307, { location: target.href }).end();
    };
    const moved = new URL("/moved", url);
    const options = { redirects: true, headers: { "x-api-key": "secret" } };
    const remote = await openRemote(httpBlocks(moved, options));
    expect(remote.info).toEqual(local.info);
    expect(new Set(keys.map(([host, key]) => `${host.split(":")[0]} ${key}`))).toEqual(
      new Set(["127.0.0.1 secret", "localhost undefined"]),
    );
    answer = (_, response) => response.writeHead(302, { location: "/moved" }).end();
    expect(await errorOf(openRemote(httpBlocks(moved, options)))).toMatchObject({
      fault: "denied",
    });
  });

  test.each([
    ["http://example.com/w?secret=1", "a world is read by https:, or from this machine by http:"],
    ["http://127.0.0.1.example.com/w", "a world is read by https:, or from this machine by http:"],
    ["ftp://localhost/w", "a world is read by https:, or from this machine by http:"],
    ["https://me:secret@example.com/w", "put the password into the option 'headers', not the URL"],
    ["me:secret@nowhere?secret", "a world is read by https:"],
    ["not an address?secret", 'httpBlocks needs a URL, not "not an address"'],
  ])("are not asked for at %s", (address, message) => {
    expect(() => httpBlocks(address)).toThrow(TypeError);
    expect(() => httpBlocks(address)).toThrow(message);
    const error = errorOf(Promise.resolve().then(() => httpBlocks(address)));
    return expect(error.then(String)).resolves.not.toContain("secret");
  });

  test.each([
    "https://example.com/w",
    "http://localhost:1/w",
    "http://[::1]/w",
    "http://127.1.2.3/",
  ])("may be asked for at %s", (address) => {
    expect(httpBlocks(address).name).toBe(address);
  });
});
