/**
 * The one way to the world: a path in, an answer out. A server of this origin answers, or a worker of
 * this page that opened a snapshot or files.
 */
import { type Answer, type Ask, type AskInit, messageIn, Refusal } from "./answer.ts";
import { beginningOf } from "./beginning.ts";
import type { World } from "./messages.ts";
import { askServer } from "./server.ts";
import { type Engine, engineOver, startWorker } from "./worker-client.ts";

let chosen: Promise<Ask> | undefined;
/** The world that the page opened by itself. */
let own: Engine | undefined;

/**
 * From now on this world is shown, which a worker of this page opens; nothing is sent anywhere. Without
 * one it is that with which the page began.
 *
 * @throws Refusal (rejects) when it cannot be opened: the world stays what it was
 */
export async function showWorld(world: World | undefined): Promise<void> {
  const engine = world === undefined ? undefined : await started(world);
  own?.end();
  own = engine;
  chosen = engine === undefined ? undefined : Promise.resolve(engine.ask);
}

/**
 * Keeps the world that the page opened.
 *
 * @throws Refusal (rejects) when the storage is full, or the browser gives none
 */
export async function keepWorld(name: string): Promise<void> {
  await own?.send({ keep: name });
}

async function started(world: World): Promise<Engine> {
  const engine = engineOver(world);
  const { status, bytes } = await engine.ask("/explorer/api/home", {}).catch((error: unknown) => {
    engine.end();
    throw error;
  });
  if (status === 200) return engine;
  engine.end();
  throw new Refusal(status, messageIn(new TextDecoder().decode(bytes)));
}

/** The world with which the page began, as one that a worker can open; undefined where there is none. */
export async function firstWorld(): Promise<World | undefined> {
  if (isServed()) return { url: new URL("explorer/api/world", document.baseURI).href, layers: [] };
  const url = await worldBeside().catch(() => undefined);
  return url === undefined ? undefined : { url, layers: [] };
}

/** The world begins to load. Who asks first gets the error. */
export function begin(): Promise<Ask> {
  chosen ??= choose();
  chosen.catch(() => undefined);
  return chosen;
}

/** @throws Refusal (rejects) when there is no world to be asked */
export async function ask(path: string, init: AskInit = {}): Promise<Answer> {
  open++;
  try {
    const backend = await begin();
    init.signal?.throwIfAborted();
    const answer = await backend(path, init);
    init.signal?.throwIfAborted();
    return answer;
  } finally {
    open--;
    goOn();
  }
}

/** Milliseconds in which a picture is drawn, and whoever got an answer asks on. */
const calm = 200;
/** Questions that wait for their answers. */
let open = 0;
const patient = new Set<() => void>();

/** Resolves when no question waits: then comes what a screen can be shown without. */
export function whenQuiet(): Promise<void> {
  return new Promise((done) => {
    patient.add(done);
    goOn();
  });
}

let timer: ReturnType<typeof setTimeout> | undefined;

function goOn(): void {
  clearTimeout(timer);
  timer = setTimeout(() => {
    if (open > 0) return;
    for (const done of patient) done();
    patient.clear();
  }, calm);
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

/** Whether a server answers, and not a worker of this page. */
export const asksServer = (): boolean => isServed() && own === undefined;

/** Whether there is one, which says so in the page that it sends. */
const isServed = (): boolean => document.documentElement.dataset["backend"] === "http";

async function choose(): Promise<Ask> {
  if (isServed()) return askServer;
  const url = await worldBeside();
  // The code of the engine comes meanwhile.
  const worker = startWorker();
  return engineOver({ url, beginning: await beginningOf(url), layers: [] }, worker).ask;
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
  if (url.origin === location.origin || isAllowed(url.origin)) return url.href;
  throw new Refusal(
    403,
    "the snapshot must lie on the server that this page came from, or at an origin that the page's policy names ('pocket-commons explorer --world' writes one)",
  );
}

/** Does the policy of the page let it read this origin? A worker has a policy of its own. */
function isAllowed(origin: string): boolean {
  const policy = document.querySelector<HTMLMetaElement>(
    'meta[http-equiv="Content-Security-Policy"]',
  );
  const [, named = ""] = /connect-src ([^;]*)/.exec(policy?.content ?? "") ?? [];
  return named.split(" ").includes(origin);
}
