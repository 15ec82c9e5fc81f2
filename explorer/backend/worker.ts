/** The engine in a worker of the page: opens a snapshot or files, and answers what a server would. */
import { type AskedCommons, Commons, type Fetch, open } from "../../src/browser.ts";
import { openRemote, type RemoteCommons } from "../../src/remote/remote-commons.ts";
import { httpBlocks } from "../../src/remote/stores/http-blocks.ts";
import { answerExplorer } from "../../src/routes/explorer/explorer-routes.ts";
import { type Answer, messageIn } from "./answer.ts";
import { type Beginning, beginningOf, lost, reached } from "./beginning.ts";
import type { Asked, AskedTable, FromWorker, ToWorker, World } from "./messages.ts";

/** Larger snapshots are read by ranges, as questions need them. Smaller ones come as a whole, in one wait. */
const wholeMax = 16 << 20;
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

async function openWorld({ url, beginning, layers }: World): Promise<Opened> {
  if (url !== undefined && layers.length === 0) {
    return await openAt(url, beginning ?? (await beginningOf(url)));
  }
  let world = url === undefined ? undefined : await open(await bytesOf(url, await reached(url)));
  for (const { files, columns } of layers) {
    const given = world === undefined ? files : [world, files];
    world = await open(given, columns === undefined ? {} : { columns });
  }
  if (world === undefined) throw new Error("no world is open");
  return openly(world);
}

async function openAt(url: string, { bytes, ...init }: Beginning): Promise<Opened> {
  const first = new Response(bytes, init);
  const length = Number(first.headers.get("content-range")?.split("/")[1]);
  // A pointer names the snapshots of a world: `world.json`.
  const isPointer = new URL(url).pathname.endsWith(".json");
  if (isPointer || (first.status === 206 && length > wholeMax)) {
    const far = await openFar(url, first).catch((error: unknown) => {
      if (isPointer) throw error;
    });
    if (far !== undefined) return far;
  }
  // A server that does not know ranges gave everything at once.
  const whole = first.status === 200 ? first : await reached(url);
  return openly(await open(await bytesOf(url, whole)));
}

/**
 * It rejects where ranges are not enough: the server sends no version, or the address is plain `http:`.
 *
 * @param first the answer to the first request, which is the same
 */
async function openFar(url: string, first: Response): Promise<Opened> {
  const answers = [first];
  const send = async (address: string, init: RequestInit) =>
    answers.pop() ?? (await globalThis.fetch(address, init));
  return openly(await openRemote(httpBlocks(url, { fetch: send }), farOptions));
}

async function bytesOf(url: string, response: Response): Promise<ArrayBuffer> {
  if (response.ok) return await response.arrayBuffer();
  const plain = lost(url, `the server answered ${response.status}`);
  throw new Error(messageIn(await response.text(), plain));
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
