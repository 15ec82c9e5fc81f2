/** What a thread sends back for each question: an answer, or who else answers it. */
import { describe, expect, test } from "vitest";
import { open } from "../../../src/index.ts";
import {
  createWorkerSide,
  explorerRoute,
  type FromWorker,
} from "../../../src/serve/worker-side.ts";

const rules = { isExact: false, hasWebsite: true, settings: { requireKey: false } };
const url = (dcid: string) => `/v2/node?nodes=${dcid}&property=->note`;
const request = (dcid: string) => ({ method: "GET", url: url(dcid), headers: {}, body: "" });

interface Sent {
  readonly reply: FromWorker;
  readonly buffers: readonly ArrayBuffer[];
}

/** A thread that answers from a world of one note. */
async function sideOf(note: string) {
  const replies: Sent[] = [];
  let came = () => {};
  const side = createWorkerSide((reply, buffers) => {
    replies.push({ reply, buffers });
    came();
  });
  const ask = async (more: object = {}): Promise<Sent> => {
    const next = new Promise<void>((resolve) => {
      came = resolve;
    });
    const asked = { request: request("a"), route: "/v2/node", share: undefined };
    side({ kind: "request", id: replies.length, ...asked, ...more });
    await next;
    return replies.at(-1) as Sent;
  };
  const commons = await open({
    "a.mcf": `Node: dcid:a\ntypeOf: City\nname: "Ano"\nnote: "${note}"\n`,
  });
  const use = () => side({ kind: "world", handle: commons.share(), limits: {}, rules });
  return { ask, use };
}

describe("an answer", () => {
  test("is a text as long as it is short, and bytes whose memory changes hands if it is not", async () => {
    const { ask: one, use: useOne } = await sideOf("x");
    useOne();
    const short = await one();
    const own = "answer" in short.reply ? String(short.reply.answer.body).length - 1 : 0;
    expect(own).toBeGreaterThan(0);
    for (const more of [0, 1]) {
      const { ask, use } = await sideOf("x".repeat((1 << 16) - own + more));
      use();
      const { reply, buffers } = await ask();
      const body = "answer" in reply ? reply.answer.body : undefined;
      expect(body).toHaveLength((1 << 16) + more);
      expect(typeof body).toBe(more === 0 ? "string" : "object");
      expect(buffers).toEqual(more === 0 ? [] : [(body as Uint8Array).buffer]);
    }
  });

  test("has the number of its question", async () => {
    const { ask, use } = await sideOf("x");
    use();
    expect((await ask({ id: 41 })).reply).toMatchObject({ id: 41, answer: { status: 200 } });
  });

  test("to the explorer's page is made by its own routes, within a share of time or not", async () => {
    const { ask, use } = await sideOf("x");
    use();
    const asked = { ...request("a"), url: "/explorer/api/diagnostics" };
    const here = await ask({ request: asked, route: "/v2/node" });
    for (const share of [undefined, 60_000]) {
      const { reply } = await ask({ request: asked, route: explorerRoute, share });
      expect("answer" in reply && reply.answer.status).toBe(200);
      expect(reply).not.toEqual(here.reply);
    }
  });
});

describe("no answer", () => {
  const fault = (sent: Sent) => ("fault" in sent.reply ? sent.reply.fault : sent.reply);

  test("is there before there is a world", async () => {
    const { ask, use } = await sideOf("x");
    expect(fault(await ask())).toBe("internal");
    use();
    expect(fault(await ask())).toMatchObject({ answer: { status: 200 } });
  });

  test("is made of what is no request", async () => {
    const { ask, use } = await sideOf("x");
    use();
    const sent = await ask({ request: { ...request("a"), url: "http://" }, route: undefined });
    expect(sent).toEqual({ reply: { id: 0, fault: "unreadable" }, buffers: [] });
  });
});
