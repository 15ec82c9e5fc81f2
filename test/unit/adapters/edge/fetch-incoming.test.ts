import { expect, test } from "vitest";
import { incomingOf } from "../../../../src/adapters/edge/fetch.ts";
import { LimitError } from "../../../../src/errors/errors.ts";

type Asked = readonly [input: string, init?: RequestInit];

/** What an answer can depend on, or the kind of error. */
async function seen([input, init]: Asked, asRequest: boolean) {
  try {
    const url = input.startsWith("/") ? `http://localhost${input}` : input;
    const incoming = asRequest ? incomingOf(new Request(url, init)) : incomingOf(input, init);
    const { target, method, key } = incoming;
    return [target.pathname, target.search, method, key, await incoming.text(1000)];
  } catch (error) {
    return (error as Error).name;
  }
}

const post = (init: RequestInit): RequestInit => ({ method: "POST", ...init });
const asked: readonly Asked[] = [
  ["/v2/node?key=k&nodes=a%2Fb#part"],
  ["https://h:8443//a/../b/./c\\d?x=ü"],
  ["/a", {}],
  ["/a", post({ body: '{"a":1}' })],
  ["/a", post({ body: "" })],
  ["/a", post({})],
  ["/a", post({ body: "\uFEFFx\uFEFF" })],
  ["/a", post({ body: "\ud800 und \u{1F600}" })],
  ["/a", post({ headers: { "X-API-Key": " k ", other: "1" } })],
  [
    "/a",
    post({
      headers: [
        ["x-api-key", "a"],
        ["x-api-key", "b"],
      ],
    }),
  ],
  ["/a", post({ headers: new Headers({ "x-api-key": "k" }) })],
  ["/a", post({ headers: { "x-api-key": "k", "X-API-KEY": "l" } })],
  ["/a", post({ headers: { "x-api-key": "a  b", "x-api-keys": "c" } })],
  ["/a", post({ headers: { "x-api-key": "\tk\t" } })],
  ["/a", post({ headers: { "x-api-key": "é" } })],
  ["/a", post({ headers: { "x-api-key": "ü\u0100" } })],
  ["/a", post({ headers: { "x-api-key": 5 as unknown as string } })],
  ["/a", post({ headers: { other: "", "x-api-key": "k" } })],
  ["/a", { headers: { "bad name": "x" } }],
  ["/a", { headers: { good: "b\u0000d" } }],
  ["/a", { method: "post", body: "x" }],
  ["/a", { method: "GET", body: "x" }],
  ["/a", { method: "GET", body: "" }],
  ["/a", { method: "OPTIONS" }],
  ["/a", { method: "bad method" }],
  ["/a", { method: "TRACE" }],
  ["/a", post({ body: new URLSearchParams({ a: "b" }) })],
  ["/a", post({ body: null })],
  ["/a", { redirect: "nowhere" as "follow" }],
  ["/a", { signal: {} as AbortSignal }],
  ["/a", Object.create({ method: "POST", body: "inherited" }) as RequestInit],
  ["http://user:word@h/a"],
  ["http://user@h/a"],
  ["http://:word@h/a"],
  ["http://h/a", { method: "GET" }],
  ["a?key=k"],
  [""],
];

test.each(asked.map((one) => [one]))("a request is read as a Request would be: %j", async (one) => {
  const expected = await seen(one, true);
  expect(await seen(one, false)).toEqual(expected);
  expect(expected).toSatisfy((what) => Array.isArray(what) || what === "TypeError");
});

test.each([
  ["text", "{}"],
  ["numbers of 16 bits", Uint16Array.of(1)],
])("a body of %s in place of bytes is no body", async (_, piece) => {
  const body = new ReadableStream({
    start(stream) {
      stream.enqueue(piece);
      stream.close();
    },
  });
  const init = { method: "POST", body, duplex: "half" } as const;
  await expect(incomingOf("/a", init).text(1000)).rejects.toThrow(
    new TypeError("Received non-Uint8Array chunk"),
  );
});

test("a body that somebody read is not read again", async () => {
  const request = new Request("http://h/a", { method: "POST", body: "x" });
  expect(await incomingOf(request).text(1)).toBe("x");
  await expect(incomingOf(request).text(1)).rejects.toThrow("Body has already been read");
});

test.each([
  ["as text", "/a", { method: "POST", body: "four" }],
  ["in a request", new Request("http://h/a", { method: "POST", body: "four" }), undefined],
] as const)(
  "a body of as many bytes as there may be is read, %s, and no longer one",
  async (_, input, init) => {
    const copy = () => (input instanceof Request ? input.clone() : input);
    expect(await incomingOf(copy(), init).text(4)).toBe("four");
    const message = "the body is longer than 3 bytes: send less, or raise 'maxBodyBytes'";
    await expect((async () => await incomingOf(copy(), init).text(3))()).rejects.toThrow(
      new LimitError(message, { setting: "maxBodyBytes" }),
    );
  },
);

test("what stands beside a Request takes the place of what it has", async () => {
  const request = new Request("http://h/a?b=c", { method: "POST", body: "old" });
  const init = { body: "new", headers: { "x-api-key": "k" } };
  const { target, method, key, text } = incomingOf(request, { ...init, method: "PUT" });
  expect([target.pathname, target.search, method, key]).toEqual(["/a", "?b=c", "PUT", "k"]);
  expect(await text(100)).toBe("new");
  expect(await incomingOf(new Request("http://h/a"), {}).text(100)).toBe("");
});

test.each([undefined, Number.POSITIVE_INFINITY, 2 ** 31, 2 ** 31 - 1])(
  "a body may take its time within %s ms",
  async (timeout) => {
    const body = new ReadableStream({
      async start(controller) {
        controller.enqueue(new TextEncoder().encode("a"));
        await new Promise((resolve) => setTimeout(resolve, 20));
        controller.enqueue(new TextEncoder().encode("b"));
        controller.close();
      },
    });
    const init = { method: "POST", body, duplex: "half" } as RequestInit;
    expect(await incomingOf(new Request("http://h/a", init)).text(100, timeout)).toBe("ab");
  },
);
