/** The engine in a worker of the page: opens a snapshot or files, and answers what a server would. */
import { type Commons, open } from "../../src/browser.ts";
import { answerExplorer } from "../../src/explorer/index.ts";
import type { Answer } from "./answer.ts";
import type { FromWorker, ToWorker, World } from "./messages.ts";

let opened: Promise<Commons> = Promise.reject(new Error("no world is open"));
opened.catch(() => undefined);

self.addEventListener("message", ({ data }: MessageEvent<ToWorker>) => {
  if ("open" in data) {
    opened = openAt(data.open);
    // Those who ask are told.
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

async function openAt(world: World): Promise<Commons> {
  if (typeof world === "object") return await open(world, { requireKey: false });
  const url = world;
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${new URL(url).pathname}: ${response.status}`);
  return await open(await response.arrayBuffer(), { requireKey: false });
}

async function answerTo(asked: Exclude<ToWorker, { open: World }>): Promise<Answer> {
  const commons = await opened;
  const { path: url, method, body } = asked;
  const own = await answerExplorer(commons, { url, method, body });
  if (own !== undefined) {
    const bytes = typeof own.body === "string" ? new TextEncoder().encode(own.body) : own.body;
    return { status: own.status, contentType: own.contentType, bytes };
  }
  const response = await commons.fetch(url, method === "POST" ? { method, body } : { method });
  return {
    status: response.status,
    contentType: response.headers.get("content-type") ?? "",
    bytes: new Uint8Array(await response.arrayBuffer()),
  };
}
