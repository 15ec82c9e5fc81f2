import { describe, expect, test, vi } from "vitest";
import { textResponse } from "../../../../src/adapters/edge/fetch.ts";

const text = '{"name":"Zürich"}';
const init = { status: 201, statusText: "Made", headers: { "content-type": "application/json" } };
const pair = () => [textResponse(text, init), new Response(text, init)] as const;

/** Ways to a body, and what they give. */
const ways: Readonly<Record<string, (response: Response) => unknown>> = {
  text: (response) => response.text(),
  json: (response) => response.json(),
  arrayBuffer: async (response) => [...new Uint8Array(await response.arrayBuffer())],
  bytes: async (response) => [...(await (response as unknown as Blob).bytes())],
  blob: async (response) => {
    const blob = await response.blob();
    return [blob.type, blob.size, await blob.text()];
  },
  formData: (response) => response.formData(),
  body: async ({ body }) => {
    const chunks: Buffer[] = [];
    for await (const chunk of body ?? []) chunks.push(Buffer.from(chunk as Uint8Array));
    return Buffer.concat(chunks).toString();
  },
  clone: (response) => response.clone().text(),
  "a response of its body": (response) => new Response(response.body, response).text(),
};
/** Node 20.3 has no `bytes`. */
const known = Object.keys(ways).filter((way) => way !== "bytes" || way in Response.prototype);

/** What a way gives, or the class of what it throws. */
async function outcome(way: string, response: Response): Promise<unknown> {
  try {
    return await ways[way]?.(response);
  } catch (error) {
    return (error as Error).constructor;
  }
}

describe("is as the platform's response", () => {
  test("without its body", () => {
    const [made, expected] = pair();
    expect(made).toBeInstanceOf(Response);
    expect([made.status, made.statusText, made.ok, made.type, made.url, made.redirected]).toEqual([
      ...[expected.status, expected.statusText, expected.ok],
      ...[expected.type, expected.url, expected.redirected],
    ]);
    expect([...made.headers]).toEqual([...expected.headers]);
    expect([made.bodyUsed, made.body?.locked]).toEqual([false, false]);
  });

  test.each(known)("read by %s", async (way) => {
    const [made, expected] = pair();
    expect(await outcome(way, made)).toEqual(await outcome(way, expected));
    expect(made.bodyUsed).toBe(expected.bodyUsed);
  });

  const pairs = known.flatMap((first) => known.map((second) => [first, second] as const));
  test.each(pairs)("read by %s and then by %s", async (first, second) => {
    const [made, expected] = pair();
    await outcome(first, made);
    await outcome(first, expected);
    expect(await outcome(second, made)).toEqual(await outcome(second, expected));
    expect(made.bodyUsed).toBe(expected.bodyUsed);
  });

  test("with a copy that has the headers of now", async () => {
    const [made] = pair();
    made.headers.set("x-more", "1");
    const copy = made.clone();
    expect([copy.status, copy.headers.get("x-more"), await copy.text()]).toEqual([201, "1", text]);
    expect(await made.text()).toBe(text);
  });
});

test("is the platform's own where that is not written in JavaScript", () => {
  const own = Response;
  expect(textResponse(text, init).constructor).not.toBe(own);
  vi.stubGlobal("Response", own.bind(undefined));
  expect(textResponse(text, init).constructor).toBe(own);
  vi.unstubAllGlobals();
});

test("is of the global class of the moment", () => {
  class Later extends Response {}
  vi.stubGlobal("Response", Later);
  expect(textResponse(text, init)).toBeInstanceOf(Later);
  vi.unstubAllGlobals();
  expect(textResponse(text, init)).not.toBeInstanceOf(Later);
});
