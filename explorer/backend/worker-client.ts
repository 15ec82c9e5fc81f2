/** Asks a worker in which the engine runs. */
import { type Answer, type Ask, Refusal } from "./answer.ts";
import type { Asked, FromWorker, ToWorker, World } from "./messages.ts";

/** The file of the worker, which the build names. */
declare const workerFile: string;

interface Waiting {
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: Refusal) => void;
}

export interface Engine {
  readonly ask: Ask;
  /** Anything that a worker answers. */
  readonly send: (asked: Asked) => Promise<Answer>;
  /** Nobody asks it any more. */
  readonly end: () => void;
}

export const startWorker = (): Worker =>
  new Worker(new URL(workerFile, import.meta.url), { type: "module" });

export function engineOver(world: World, worker = startWorker()): Engine {
  const waiting = new Map<number, Waiting>();
  let last = 0;
  const post = (message: ToWorker) => worker.postMessage(message);
  worker.addEventListener("message", ({ data }: MessageEvent<FromWorker>) => {
    const one = waiting.get(data.id);
    waiting.delete(data.id);
    if (data.answer !== undefined) one?.resolve(data.answer);
    else one?.reject(new Refusal(500, data.message ?? "the worker failed"));
  });
  worker.addEventListener("error", () => {
    for (const { reject } of waiting.values()) reject(new Refusal(500, "the engine did not start"));
    waiting.clear();
  });
  post({ open: world });
  const send = (asked: Asked): Promise<Answer> =>
    new Promise((resolve, reject) => {
      last += 1;
      waiting.set(last, { resolve, reject });
      post({ id: last, ...asked });
    });
  const ask: Ask = (path, { method = "GET", body = "" }) => send({ path, method, body });
  return { ask, send, end: () => worker.terminate() };
}
