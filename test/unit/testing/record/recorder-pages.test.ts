/** Recorded questions of several pages. */
import { describe, expect, test } from "vitest";
import { open } from "../../../../src/index.ts";
import { mock, type Recorder, record } from "../../../../src/testing.ts";

const post = (body: unknown): RequestInit => ({
  method: "POST",
  headers: { "x-api-key": "k" },
  body: JSON.stringify(body),
});

describe("a recorded service in pages", () => {
  const nodes = Array.from({ length: 1_200 }, (_, at) => `Node: dcid:n/${at}\nin: dcid:all\n`);
  const question = { nodes: ["all"], property: "<-in" };
  const ask = async (recorder: Recorder, most: number): Promise<void> => {
    let nextToken = "";
    for (let page = 0; page < most; page++) {
      const body = nextToken === "" ? question : { ...question, nextToken };
      const response = await recorder.fetch("/v2/node", post(body));
      const answer = (await response.json()) as { readonly nextToken?: string };
      nextToken = answer.nextToken ?? "";
      if (nextToken === "") return;
    }
  };

  test("answers all pages together, wherever a world cuts them", async () => {
    const live = await open({ "a.mcf": nodes.join("\n") });
    const recorder = record(live.fetch);
    await ask(recorder, 9);
    const { commons, calls, differences } = await recorder.replay();
    expect(calls).toBeGreaterThan(1);
    expect(differences).toEqual([]);
    // One more lists the recorded requests.
    expect(commons.info.nodeCount).toBe(1_201);
  });

  test("is doubled by a mock that gives all its pages, by tokens of its own", async () => {
    const live = await open({ "a.mcf": nodes.join("\n") });
    const recorder = record(live.fetch);
    await ask(recorder, 9);
    const { fetch } = await mock((await recorder.replay()).commons, {
      origins: "http://localhost",
    });
    const found: string[] = [];
    const query = "/v2/node?key=other&nodes=all&property=<-in";
    for (let token = "?"; token !== ""; ) {
      const page = token === "?" ? "" : `&nextToken=${encodeURIComponent(token)}`;
      const text = await (await fetch(`${query}${page}`)).text();
      found.push(...(text.match(/"n\/\d+"/g) ?? []));
      const { nextToken = "" } = JSON.parse(text) as { readonly nextToken?: string };
      token = nextToken;
    }
    expect(new Set(found).size).toBe(1_200);
  });

  test("answers pages that the service cut elsewhere", async () => {
    const pageOf = (nextToken: string, ...dcids: string[]) => ({
      data: { all: { arcs: { in: { nodes: dcids.map((dcid) => ({ dcid })) } } } },
      ...(nextToken === "" ? {} : { nextToken }),
    });
    const pages = [pageOf("next", "n/1", "n/2"), pageOf("", "n/3")];
    const recorder = record(async () => await Promise.resolve(Response.json(pages.shift())));
    await ask(recorder, 9);
    const { commons, calls, differences } = await recorder.replay();
    expect([calls, differences]).toEqual([2, []]);
    expect(commons.values("all", "<-in")).toEqual(["n/1", "n/2", "n/3"]);
  });

  test("differs where a page was recorded that no world has", async () => {
    const live = await open({ "a.mcf": nodes.join("\n") });
    const recorder = record(async (request) => {
      const text = await (await live.fetch(request)).text();
      return new Response(text.replace('"n/7"', '"n/7", "odd": 1'));
    });
    const reason = "it is not known why";
    await ask(recorder, 9);
    const { differences } = await recorder.replay();
    expect(differences).toMatchObject([{ status: { recorded: 200, replayed: 200 }, reason }]);
  });

  const pagesOf = (...pages: (readonly string[])[]) =>
    pages.map((dcids, at) => ({
      data: { all: { arcs: { in: { nodes: dcids.map((dcid) => ({ dcid })) } } } },
      ...(at === pages.length - 1 ? {} : { nextToken: `page${at + 2}` }),
    }));

  test("what another question adds to the answer is shown", async () => {
    const answers: unknown[] = pagesOf(["n/1"], ["n/2"], ["n/3"]);
    const recorder = record(async () => await Promise.resolve(Response.json(answers.shift())));
    await ask(recorder, 9);
    answers.splice(0, 9, {
      data: { "n/4": { arcs: { in: { nodes: [{ dcid: "all", types: ["Thing"] }] } } } },
    });
    await recorder.fetch("/v2/node", post({ nodes: ["n/4"], property: "->in" }));
    const { differences } = await recorder.replay();
    expect(differences.map((one) => one.replayed?.match(/n\/\d/g))).toEqual([
      ["n/1", "n/2", "n/3", "n/4"],
    ]);
  });

  test("differs once, however many of its pages differ", async () => {
    const answers = pagesOf(["n/1"], ["n/2"]).map((page) =>
      JSON.stringify(page).replaceAll('{"dcid"', '{"odd":1,"dcid"'),
    );
    const recorder = record(async () => await Promise.resolve(new Response(answers.shift())));
    await ask(recorder, 9);
    expect((await recorder.replay()).differences).toHaveLength(1);
  });

  test.each([1, 2])(
    "that ends before the last one is not replayed as a whole: %d",
    async (most) => {
      const answers = pagesOf(["n/1"], ["n/2"], ["n/3"]);
      const recorder = record(async () => await Promise.resolve(Response.json(answers.shift())));
      await ask(recorder, most);
      const { commons, differences } = await recorder.replay();
      const reason =
        "the service has more pages than were recorded: read all of them while recording";
      expect(differences).toEqual([
        {
          endpoint: "v2.node",
          params: { nodes: ["all"], property: "<-in" },
          status: { recorded: 200, replayed: 200 },
          reason,
          at: "nextToken",
          recorded: `"page${most + 1}"`,
          replayed: undefined,
        },
      ]);
      const { fetch } = await mock(commons, { origins: "http://localhost" });
      await expect(fetch("/v2/node", post(question))).rejects.toThrow(
        `recorded, but a world cannot answer it: ${reason}: v2.node`,
      );
    },
  );

  test("whose first one was not recorded is not replayed as a whole", async () => {
    const [, last] = pagesOf(["n/1"], ["n/2"]);
    const recorder = record(async () => await Promise.resolve(Response.json(last)));
    await recorder.fetch("/v2/node", post({ ...question, nextToken: "page2" }));
    const { differences } = await recorder.replay();
    expect(differences).toMatchObject([{ at: "nextToken", recorded: '""' }]);
  });

  test("says that the world refuses them, where the service did not", async () => {
    const answers = pagesOf(["n/1"], ["n/2"]);
    const recorder = record(async () => await Promise.resolve(Response.json(answers.shift())));
    for (const more of [{}, { nextToken: "page2" }]) {
      await recorder.fetch("/v2/node", post({ nodes: ["all"], property: "in", ...more }));
    }
    const { differences } = await recorder.replay();
    expect(differences).toMatchObject(
      [{ status: { recorded: 200, replayed: 400 }, reason: /^its expression cannot be read/ }].map(
        (one) => ({ ...one, reason: expect.stringMatching(one.reason) }),
      ),
    );
  });

  test("that failed stay apart from other requests that failed", async () => {
    const recorder = record(async () => await Promise.resolve(new Response("", { status: 503 })));
    for (const asked of [
      question,
      { ...question, nextToken: "t" },
      { ...question, nodes: ["n/1"] },
    ]) {
      await recorder.fetch("/v2/node", post(asked));
    }
    expect((await recorder.replay()).differences).toHaveLength(3);
  });
});
