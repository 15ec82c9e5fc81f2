import { type FileContent, type OpenOptions, open, world } from "../../../src/browser.ts";
import { mock } from "../../../src/testing.ts";
import { answersOf } from "./answers.ts";

/** A file as it gets into the page: bytes in base64, and what they become there. */
export interface SentFile {
  readonly name: string;
  readonly base64: string;
  readonly as: "text" | "bytes" | "Blob" | "File";
}

function contentOf({ name, base64, as }: SentFile): FileContent {
  const bytes = Uint8Array.from(atob(base64), (unit) => unit.charCodeAt(0));
  if (as === "text") return new TextDecoder().decode(bytes);
  if (as === "Blob") return new Blob([bytes]);
  return as === "File" ? new File([bytes], name) : bytes;
}

async function failure(asked: Promise<unknown>): Promise<string> {
  return await asked.then(
    () => "no failure",
    (error: Error) => `${error.name}: ${error.message}`,
  );
}

const offered = {
  async load(files: readonly SentFile[], options: OpenOptions) {
    const contents = files.map((file) => [file.name, contentOf(file)] as const);
    return await answersOf(await open(Object.fromEntries(contents), options));
  },

  async refuse(files: readonly SentFile[]) {
    const contents = files.map((file) => [file.name, contentOf(file)] as const);
    return await failure(open(Object.fromEntries(contents)));
  },

  async openSnapshot() {
    const bytes = await (await fetch("./world.pocket")).arrayBuffer();
    return await answersOf(await open(bytes));
  },

  /** The bytes, the texts and the Blob are those of a frame. */
  async openFromFrame(text: string) {
    const frame = document.createElement("iframe");
    document.body.append(frame);
    const realm = frame.contentWindow as unknown as typeof globalThis;
    const buffer = await (await realm.fetch("./world.pocket")).arrayBuffer();
    const isForeign = Object.getPrototypeOf(buffer) === realm.ArrayBuffer.prototype;
    const bytes = new realm.Uint8Array(buffer);
    const opened = [
      await open(buffer),
      await open(bytes),
      await open(new realm.DataView(buffer)),
      await open(new realm.Blob([bytes])),
      await open(new realm.File([text], "a.mcf")),
      await open({ "a.mcf": new realm.TextEncoder().encode(text) }),
      await open([bytes, new realm.File([text], "a.mcf")]),
    ];
    return { isForeign, nodes: opened.map(({ info }) => info.nodeCount) };
  },

  /** In a page that loaded neither SPARQL nor resolve yet. */
  async askBeforeReady() {
    const bytes = await (await fetch("./world.pocket")).arrayBuffer();
    const commons = await open(bytes, { lazy: true });
    const service = commons.service({ requireKey: false });
    const query = "SELECT ?name WHERE { ?state typeOf State . ?state name ?name }";
    const body = JSON.stringify({ query });
    const asked = { method: "POST", url: "/v2/sparql", body };
    const resolving = { nodes: ["C"], property: "<-description->dcid" } as const;
    const unresolved = await failure((async () => commons.v2.resolve(resolving))());
    const resolved = await (
      await service.fetch("/v2/resolve", { method: "POST", body: JSON.stringify(resolving) })
    ).json();
    const told = await failure((async () => commons.v2.sparql({ query }))());
    const answered = await failure((async () => service.answer(asked))());
    const fetched = await (await service.fetch("/v2/sparql", { method: "POST", body })).json();
    const resolvedAt = commons.v2.resolve(resolving);
    return {
      told,
      answered,
      fetched,
      rows: commons.v2.sparql({ query }),
      unresolved,
      resolved,
      resolvedAt,
    };
  },

  async testDoubles() {
    const made = world()
      .place("geoId/06", "California", "State", "country/USA")
      .series("Count_Person", "geoId/06", { 2023: 39e6 })
      .add({ "more.mcf": 'Node: dcid:a\ntypeOf: dcs:Thing\nname: "A"\n' });
    const commons = await open(made);
    const { fetch: ask } = await mock(made);
    const service = "https://api.datacommons.org/v2/node";
    const answered = await ask(`${service}?key=k&nodes=geoId/06&property=->name`);
    return {
      answers: await answersOf(commons),
      answered: await answered.json(),
      unknown: await failure(ask(`${service}?key=k&nodes=geoId/6&property=->name`)),
    };
  },

  async refusals() {
    const source = "us-states" as never;
    return {
      path: await failure(open(source)),
      nothing: await failure(open([])),
      url: await failure(open(new URL("file:///a.mcf") as never)),
      address: await failure(open("https://data.example/world.pocket" as never)),
      promise: await failure(open(Promise.resolve(new Response("")) as never)),
    };
  },
};

export type Offered = typeof offered;

declare global {
  interface Window {
    offered: Offered;
  }
}

window.offered = offered;
