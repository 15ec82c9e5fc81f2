/** The engine in a worker of the page: opens a snapshot or files, and answers what a server would. */
import { type AskedCommons, Commons, type Fetch, open } from "../../src/browser.ts";
import type { RemoteCommons } from "../../src/remote/remote-commons.ts";
import { answerExplorer } from "../../src/routes/explorer/explorer-routes.ts";
import { type Answer, messageIn } from "./answer.ts";
import type { Asked, AskedTable, FromWorker, ToWorker, World } from "./messages.ts";

/** Larger snapshots are read by ranges, as questions need them. Smaller ones come as a whole, in one wait. */
const wholeMax = 16 << 20;
/** `httpBlocks` reads as many first. */
const headBytes = 1 << 16;
/** Lists of a world read much. */
const farOptions = { maxReadBytes: 256 << 20, timeout: 60_000 } as const;

/** A world that is here, or lies on the server of the page. */
interface Opened {
  readonly world: AskedCommons;
  readonly fetch: Fetch;
}

let opened: Promise<Opened> = Promise.reject(new Error("no world is open"));
opened.catch(() => undefined);

self.addEventListener("message", ({ data }: MessageEvent<ToWorker>) => {
  if ("open" in data) {
    opened = openWorld(data.open);
    // Each request awaits `opened` and reports the error.
    opened.catch(() => undefined);
    return;
  }
  const { id } = data;
  answerTo(data).then(
    (answer) => tell({ id, answer }, [answer.bytes.buffer]),
    (error: unknown) => tell({ id, message: error instanceof Error ? error.message : `${error}` }),
  );
});

function tell(message: FromWorker, transfer: Transferable[] = []): void {
  self.postMessage(message, { transfer });
}

/** The page asks its own world, without a key. */
function openly(world: Commons | RemoteCommons): Opened {
  return { world, fetch: world.service({ requireKey: false }).fetch };
}

async function openWorld({ url, layers }: World): Promise<Opened> {
  if (url !== undefined && layers.length === 0) return await openAt(url);
  let world = url === undefined ? undefined : await open(await bytesAt(url));
  for (const { files, columns } of layers) {
    const given = world === undefined ? files : [world, files];
    world = await open(given, columns === undefined ? {} : { columns });
  }
  if (world === undefined) throw new Error("no world is open");
  return openly(world);
}

async function bytesAt(url: string, first?: Response): Promise<ArrayBuffer> {
  const response = first ?? (await fetched(url));
  if (response.ok) return await response.arrayBuffer();
  const plain = lost(url, `the server answered ${response.status}`);
  throw new Error(messageIn(await response.text(), plain));
}

async function fetched(url: string, init: RequestInit = {}): Promise<Response> {
  return await fetch(url, init).catch((error: Error) => {
    throw new Error(lost(url, error.message));
  });
}

function lost(url: string, reason: string): string {
  const advice = "Reload the page. If that does not help, the server lacks this file.";
  return `The world did not load from ${new URL(url).pathname}: ${reason}. ${advice}`;
}

async function openAt(url: string): Promise<Opened> {
  // The code comes while the server answers.
  const code = import("./far.ts");
  code.catch(() => undefined);
  // A server that does not know ranges gives everything here.
  const first = await fetched(url, { headers: { range: `bytes=0-${headBytes - 1}` } });
  const length = Number(first.headers.get("content-range")?.split("/")[1]);
  // A pointer names the snapshots of a world: `world.json`.
  const isPointer = new URL(url).pathname.endsWith(".json");
  if (isPointer || (first.status === 206 && length > wholeMax)) {
    const far = await openFar(url, await code, first).catch((error: unknown) => {
      if (isPointer) throw error;
    });
    if (far !== undefined) return far;
  }
  return openly(await open(await bytesAt(url, first.status === 200 ? first : undefined)));
}

/**
 * It rejects where ranges are not enough: the server sends no version, or the address is plain `http:`.
 *
 * @param first the answer to the first request, which is the same
 */
async function openFar(
  url: string,
  { httpBlocks, openRemote }: typeof import("./far.ts"),
  first: Response,
): Promise<Opened> {
  const answers = [first];
  const send = async (address: string, init: RequestInit) =>
    answers.pop() ?? (await globalThis.fetch(address, init));
  return openly(await openRemote(httpBlocks(url, { fetch: send }), farOptions));
}

async function answerTo(asked: Asked): Promise<Answer> {
  if ("table" in asked) return await tableAnswer(asked.table);
  if ("keep" in asked) return await keptAs(asked.keep);
  const { world, fetch } = await opened;
  const { path: url, method, body } = asked;
  const own = await world.ask((place) => answerExplorer(place.asService(), { url, method, body }));
  if (own !== undefined) {
    const bytes = typeof own.body === "string" ? new TextEncoder().encode(own.body) : own.body;
    return { status: own.status, contentType: own.contentType, bytes };
  }
  const response = await fetch(url, method === "POST" ? { method, body } : { method });
  return {
    status: response.status,
    contentType: response.headers.get("content-type") ?? "",
    bytes: new Uint8Array(await response.arrayBuffer()),
  };
}

async function keptAs(name: string): Promise<Answer> {
  const { world } = await opened;
  if (!(world instanceof Commons)) throw new Error("a world that lies elsewhere is not kept");
  const { keep } = await import("../../src/kept/browser-storage.ts");
  await keep(name, world);
  return { status: 200, contentType: "text/plain", bytes: new Uint8Array() };
}

async function tableAnswer(table: AskedTable): Promise<Answer> {
  const { readTable } = await import("./own-table.ts");
  const { world } = table.isOver ? await opened : { world: undefined };
  // Names are looked up in a world that is here as a whole.
  const below = world instanceof Commons ? world : undefined;
  const bytes = new TextEncoder().encode(JSON.stringify(await readTable(table, below)));
  return { status: 200, contentType: "application/json", bytes };
}
