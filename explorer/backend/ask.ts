/**
 * The one way to the world: a path in, an answer out. A server of this origin answers, or a worker of
 * this page that opened a snapshot.
 */
import { type Answer, type Ask, type AskInit, Refusal } from "./answer.ts";
import { askServer } from "./server.ts";
import { askWorker } from "./worker-client.ts";

let chosen: Promise<Ask> | undefined;

/** @throws Refusal (rejects) when there is no world to be asked */
export async function ask(path: string, init: AskInit = {}): Promise<Answer> {
  chosen ??= choose();
  const backend = await chosen;
  init.signal?.throwIfAborted();
  const answer = await backend(path, init);
  init.signal?.throwIfAborted();
  return answer;
}

/** @throws Refusal (rejects) for every status but those of success */
export async function askJson<Body>(path: string, init: AskInit = {}): Promise<Body> {
  const { status, bytes } = await ask(path, init);
  const text = new TextDecoder().decode(bytes);
  if (status < 200 || status > 299) throw new Refusal(status, messageIn(text));
  return JSON.parse(text) as Body;
}

export const post = (body: unknown, signal?: AbortSignal): AskInit => ({
  method: "POST",
  body: JSON.stringify(body),
  ...(signal === undefined ? {} : { signal }),
});

function messageIn(text: string): string {
  try {
    const { message } = JSON.parse(text) as { message?: unknown };
    return typeof message === "string" ? message : text;
  } catch {
    return text;
  }
}

/** Whether a server answers, which says so in the page that it sends. */
export const isServed = (): boolean => document.documentElement.dataset["backend"] === "http";

async function choose(): Promise<Ask> {
  if (isServed()) return askServer;
  const world = await worldBeside();
  return askWorker(new URL(world, document.baseURI).href);
}

/** Of a static site: `?world=`, `data-world` of the page, or `world` in `explorer.json` beside it. */
async function worldBeside(): Promise<string> {
  const named =
    new URLSearchParams(location.search).get("world") ??
    document.documentElement.dataset["world"] ??
    (await fetch("./explorer.json").then(
      async (answer) =>
        answer.ok ? ((await answer.json()) as { world?: string }).world : undefined,
      () => undefined,
    ));
  if (named === undefined || named === "") {
    throw new Refusal(404, "no world is named: open this page with ?world=world.pocket");
  }
  const url = new URL(named, document.baseURI);
  if (url.origin === location.origin) return url.href;
  throw new Refusal(403, "the snapshot must lie on the server that this page came from");
}
