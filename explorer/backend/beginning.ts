/** How a snapshot, or `world.json`, begins. The page asks for it while the code of the engine comes. */

/** `httpBlocks` reads as many bytes first. */
const headBytes = 1 << 16;

/** The answer to a request for its first bytes, as data. */
export interface Beginning {
  readonly status: number;
  readonly headers: [string, string][];
  readonly bytes: ArrayBuffer;
}

export async function beginningOf(url: string): Promise<Beginning> {
  const answer = await reached(url, { headers: { range: `bytes=0-${headBytes - 1}` } });
  const { status, headers } = answer;
  return { status, headers: [...headers], bytes: await answer.arrayBuffer() };
}

/** @throws Error (rejects) when the server cannot be reached */
export async function reached(url: string, init: RequestInit = {}): Promise<Response> {
  return await fetch(url, init).catch((error: Error) => {
    throw new Error(lost(url, error.message));
  });
}

export function lost(url: string, reason: string): string {
  const advice = "Reload the page. If that does not help, the server lacks this file.";
  return `The world did not load from ${new URL(url).pathname}: ${reason}. ${advice}`;
}
