/** What a thread that helps loading runs. */

import { parentPort } from "node:worker_threads";
import type { ThreadMessage } from "./threads/thread-protocol.ts";
import { ThreadWork } from "./threads/thread-work.ts";

const thread = new ThreadWork((answer, buffers) => parentPort?.postMessage(answer, buffers));

parentPort?.on("message", (message: ThreadMessage) => thread.take(message));
