/** What a thread that helps loading runs. */

import { parentPort } from "node:worker_threads";
import { buffersOf, PartAway, type PartMessage } from "./threads/index.ts";

const away = new PartAway();
let before: Promise<unknown> = Promise.resolve();

parentPort?.on("message", (message: PartMessage) => {
  // One part at a time: the next message may come while a part is being read.
  before = before.then(() => answer(message));
});

async function answer({ number, request }: PartMessage): Promise<void> {
  const read = await away.read(request);
  parentPort?.postMessage({ number, read }, read === undefined ? [] : buffersOf(read));
}
