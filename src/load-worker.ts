/** What a thread that helps loading runs. */

import { parentPort } from "node:worker_threads";
import { type ThreadMessage, ThreadWork } from "./threads/index.ts";

const thread = new ThreadWork((answer, buffers) => parentPort?.postMessage(answer, buffers));

parentPort?.on("message", (message: ThreadMessage) => thread.take(message));
