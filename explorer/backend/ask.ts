/**
 * The one way to the world: a path in, an answer out. A server of this origin answers, or a worker of
 * this page that opened a snapshot or files.
 */
import { type Answer, type Ask, type AskInit, Refusal } from "./answer.ts";
import { askServer } from "./server.ts";
import { type Engine, engineOver } from "./worker-client.ts";

let chosen: Promise<Ask> | undefined;
/** The files that the page opened by itself. */
let own: Engine | undefined;

/**
 * From now on the world is that of these files, which a worker of this page opens; nothing is sent
 * anywhere.
 *
 * @param files by path
 * @throws Refusal (rejects) when they cannot be opened: the world stays what it was
 */
export async function openFiles(files: Readonly<Record<string, File>>): Promise<void> {
  const engine = engineOver(files);
  const { status, bytes } = await engine.ask("/explorer/api/home", {}).catch((error: unknown) => {
    engine.end();
    throw error;
  });
  if (status !== 200) {
    engine.end();
    throw new Refusal(status, messageIn(new TextDecoder().decode(bytes)));
  }
  own?.end();
  own = engine;
  chosen = Promise.resolve(engine.ask);
}

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
const isServed = (): boolean => document.documentElement.dataset["backend"] === "http";

async function choose(): Promise<Ask> {
  if (isServed()) return askServer;
  const world = await worldBeside();
  return engineOver(new URL(world, document.baseURI).href).ask;
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
    throw new Refusal(
      404,
      "no world is named: open this page with ?world=world.pocket, or drop files on it",
    );
  }
  const url = new URL(named, document.baseURI);
  if (url.origin === location.origin) return url.href;
  throw new Refusal(403, "the snapshot must lie on the server that this page came from");
}
