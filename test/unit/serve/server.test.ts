/** Sockets: how requests are read, what is written to which connection, and what the log has of it. */
import { connect } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import type { Service } from "../../../src/serve/http-service.ts";
import type { ServedAnswer, ServerRequest } from "../../../src/serve/plain-http.ts";
import { HttpServer } from "../../../src/serve/server.ts";
import type { AccessLine } from "../../../src/serve/server-options.ts";
import { Metrics } from "../../../src/serve/watch/metrics.ts";

type Answer = (request: ServerRequest) => Partial<ServedAnswer> | Promise<Partial<ServedAnswer>>;

const limits = {
  maxBodyBytes: 100,
  maxConcurrent: 2,
  headersTimeout: 5000,
  requestTimeout: 5000,
  closeTimeout: 50,
};
const running: HttpServer[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map((server) => server.close()));
});

const answered = (answer: Partial<ServedAnswer>): ServedAnswer => ({
  ...{ status: 200, headers: {}, body: "", endpoint: "/a" },
  ...answer,
});

/** A server whose requests are answered by a function, with the lines of its log. */
async function listening(answer: Answer) {
  const lines: AccessLine[] = [];
  const service = {
    nameOf: () => "other",
    refusal: (_: string, status: number, message: string, headers = {}) =>
      answered({ status, headers, body: message }),
    answer: (request: ServerRequest) => {
      const made = answer(request);
      return made instanceof Promise ? made.then(answered) : answered(made);
    },
  } as unknown as Service;
  const metrics = new Metrics(() => ({ tripleCount: 0, observationCount: 0 }));
  const onAccess = (line: AccessLine) => lines.push(line);
  const server = new HttpServer({ service, metrics, limits, onAccess });
  running.push(server);
  const port = await server.listen(0, "127.0.0.1");
  /** All that comes for some requests, and whether the connection was reset. */
  const talk = async (...texts: readonly string[]) => {
    const client = connect(port, "127.0.0.1");
    let [seen, fault] = ["", ""];
    client.on("data", (chunk) => {
      seen += chunk;
    });
    client.on("error", ({ code = "" }: { readonly code?: string }) => {
      fault = code;
    });
    for (const text of texts) client.write(text);
    await new Promise((resolve) => client.once("close", resolve));
    return {
      head: seen.split("\r\n\r\n")[0] ?? "",
      body: seen.split("\r\n\r\n")[1] ?? "",
      seen,
      fault,
    };
  };
  return { talk, lines, port, server };
}

/** The head of a request; the method is GET unless the target says another one. */
const get = (target: string, ...headers: readonly string[]) =>
  [`${target.includes(" ") ? "" : "GET "}${target} HTTP/1.1`, ...headers, "", ""].join("\r\n");
const [host, last] = ["Host: localhost", "Connection: close"];

describe("a request", () => {
  test.each([
    ["one name of the host", [host], 200],
    ["two", [host, "Host: other"], 400],
    ["two, in any case", ["hOST: a", "HOsT: a"], 400],
    ["two between other headers", ["A: b", host, "Host2: c", "Most: d", host], 400],
    ["other headers twice", [host, "Most: a", "Most: b", "Hosts: a", "Hosts: b"], 200],
  ])("with %s is answered so", async (_, headers, status) => {
    const { talk } = await listening(() => ({ body: "yes" }));
    const { head, body } = await talk(get("/a", ...headers, last));
    expect(head).toContain(`HTTP/1.1 ${status}`);
    expect(body).toBe(status === 200 ? "yes" : "a request has one header Host");
  });

  test("has method, path, headers and body as they were sent", async () => {
    const seen: ServerRequest[] = [];
    const { talk } = await listening((request) => {
      seen.push(request);
      return {};
    });
    await talk(get("POST /a?b", host, "Content-Length: 3", "X-A: 1", last), "\u00e4c");
    await talk(get("/c", host, "Content-Length: 2", last), "no");
    expect(seen.map(({ method, url, body }) => [method, url, body])).toEqual([
      ["POST", "/a?b", "\u00e4c"],
      ["GET", "/c", ""],
    ]);
    expect(seen[0]?.headers).toMatchObject({ host: "localhost", "x-a": "1" });
  });

  test.each(["http://localhost/a", "*"])("for %s is refused", async (target) => {
    const { talk } = await listening(() => ({ body: "yes" }));
    const { head, body } = await talk(get(`OPTIONS ${target}`, host, last));
    expect(head).toContain("HTTP/1.1 400");
    expect(body).toBe("the target of a request is a path");
  });

  test.each([
    ["no request", new TypeError("a"), 400, "this is no request that can be read"],
    ["something else", new Error("secret"), 500, "internal error"],
  ])("that is %s is refused, at once or later", async (_, error, status, message) => {
    const { talk } = await listening(({ url }) => {
      if (url === "/now") throw error;
      return Promise.reject(error);
    });
    for (const url of ["/now", "/later"]) {
      const { head, body } = await talk(get(url, host, last));
      expect([head.slice(9, 12), body]).toEqual([String(status), message]);
    }
  });

  test("beyond those that run at once is told to come again", async () => {
    let end: () => void = () => undefined;
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    const { talk } = await listening(({ url }) =>
      url === "/slow" ? ended.then(() => ({ body: "slow" })) : { body: "fast" },
    );
    const slow = [1, 2].map(() => talk(get("/slow", host, last)));
    await new Promise((resolve) => setTimeout(resolve, 50));
    const { head, body } = await talk(get("/fast", host, last));
    expect(head).toMatch(/^HTTP\/1.1 503.*\r\nretry-after: 1\r\n/s);
    expect(body).toBe("too many requests at once");
    end();
    expect((await Promise.all(slow)).map((one) => one.body)).toEqual(["slow", "slow"]);
    expect((await talk(get("/fast", host, last))).body).toBe("fast");
  });
});

describe("an answer", () => {
  test.each([
    ["a text", "GET", { body: "\u00e4" }, "content-length: 2", "\u00e4", 2],
    ["bytes", "GET", { body: new Uint8Array([97, 98]) }, "content-length: 2", "ab", 2],
    ["what HEAD asks for", "HEAD", { body: "abc" }, "content-length: 3", "", 0],
    ["one without a body", "GET", { status: 204, body: "abc" }, "HTTP/1.1 204", "", 0],
    ["one that is known", "GET", { status: 304, body: "abc" }, "HTTP/1.1 304", "", 0],
    ["nothing", "GET", { body: "" }, "content-length: 0", "", 0],
  ])("of %s has its length", async (_, method, answer, line, body, bytes) => {
    const { talk, lines } = await listening(() => answer);
    const seen = await talk(get(`${method} /a`, host, last));
    expect(seen.head).toContain(line);
    expect(seen.body).toBe(body);
    if ("status" in answer) expect(seen.head).not.toContain("content-length");
    expect(lines).toMatchObject([{ bytes, method }]);
  });

  test("in pieces has no length, and HEAD has none of them", async () => {
    const { talk, lines } = await listening(() => ({ body: "a", rest: ["\u00e4", "c"] }));
    const { head, body } = await talk(get("/a", host, last));
    expect(head.toLowerCase()).toContain("transfer-encoding: chunked");
    expect(body).toContain("a");
    expect(lines.map(({ bytes }) => bytes)).toEqual([4]);
    expect((await talk(get("HEAD /a", host, last))).body).toBe("");
  });

  test("leaves the connection open for the next one, but after a body that was not read", async () => {
    const { talk } = await listening(({ url }) => ({ body: url }));
    const { seen } = await talk(get("/one", host), get("/two", host, last));
    expect(seen).toMatch(/keep-alive.*\/one.*\/two$/s);
    for (const sent of ["Content-Length: 200", "Transfer-Encoding: chunked"]) {
      const { head, body } = await talk(get("POST /a", host, sent), "c8\r\n", "x".repeat(150));
      expect(head).toMatch(/^HTTP\/1.1 413.*\r\nconnection: close/is);
      expect(body).toBe("a body has at most 100 bytes");
    }
  });

  test.each([
    ["reset", "", "ECONNRESET"],
    ["truncated", "abc", ""],
    ["hang", "", ""],
  ] as const)("that is to go wrong, %s, does", async (broken, body, fault) => {
    const { talk, server, lines } = await listening(() => ({ body: "abcdef", broken }));
    const talked = talk(get("/a", host));
    if (broken === "hang") {
      await new Promise((resolve) => setTimeout(resolve, 50));
      expect(lines).toEqual([]);
      await server.close();
    }
    expect(await talked).toMatchObject({ body, fault });
    expect(lines).toMatchObject([{ cut: true }]);
  });
});

test("a line of the log has no key, and says when and how long", async () => {
  const { talk, lines } = await listening(() => ({ status: 201, body: "a" }));
  const before = Date.now();
  await talk(get("/a?key=b&api_key=c&monkey=d&e=key=&key=", host, last));
  const [line] = lines;
  expect(line).toEqual({
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    method: "GET",
    url: "/a?key=…&api_key=…&monkey=d&e=key=&key=…",
    status: 201,
    bytes: 1,
    milliseconds: expect.any(Number),
  });
  expect(Math.abs(Date.parse(line?.time ?? "") - before)).toBeLessThan(5000);
  expect(line?.milliseconds).toBeGreaterThan(0);
  expect(line?.milliseconds).toBeLessThan(5000);
});
