/** Who asks: wrk for rates, and clients that notice each lost request. */
import { execFile } from "node:child_process";
import { Agent, request } from "node:http";
import { setTimeout } from "node:timers/promises";
import { promisify } from "node:util";

const run = promisify(execFile);

/**
 * Requests a second by wrk, over eight connections. Undefined where it is not installed.
 *
 * @param script a program of wrk's that writes the requests
 */
export async function rateOf(
  url: string,
  seconds: number,
  script?: string,
): Promise<number | undefined> {
  const writer = script === undefined ? [] : ["-s", script];
  try {
    const { stdout } = await run("wrk", ["-t1", "-c8", `-d${seconds}`, ...writer, url]);
    if (/Non-2xx|Socket errors/.test(stdout)) throw new Error(stdout);
    return Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1]);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

export interface Asking {
  answers: number;
  /** Answers with another status, and requests that got none. */
  readonly faults: string[];
}

/**
 * Asks over one connection until there is no server, or until `until` says so. A refused
 * connection is no lost request.
 *
 * @param perSecond undefined: without a pause
 */
export async function ask(
  url: string,
  paths: readonly string[],
  asking: Asking,
  until: () => boolean,
  perSecond?: number,
): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const start = performance.now();
  for (let at = 0; !until(); at++) {
    try {
      const status = await statusOf(url + paths[at % paths.length], agent);
      if (status === 200) asking.answers++;
      else asking.faults.push(`status ${status}`);
    } catch (error) {
      const { code = String(error) } = error as NodeJS.ErrnoException;
      if (code !== "ECONNREFUSED") asking.faults.push(code);
      break;
    }
    const due = perSecond === undefined ? 0 : start + ((at + 1) * 1000) / perSecond;
    const wait = due - performance.now();
    if (wait > 1) await setTimeout(wait);
  }
  agent.destroy();
}

function statusOf(url: string, agent: Agent): Promise<number> {
  return new Promise((resolve, reject) => {
    const asking = request(url, { agent });
    asking.once("error", reject);
    asking.once("response", (response) => {
      response.resume().once("error", reject);
      response.once("end", () => resolve(response.statusCode ?? 0));
    });
    asking.end();
  });
}
