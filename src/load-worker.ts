/** What a thread that helps loading runs. */

import { parentPort } from "node:worker_threads";
import { type HelperMessage, LoadHelper } from "./threads/index.ts";

const helper = new LoadHelper((answer, buffers) => parentPort?.postMessage(answer, buffers));

parentPort?.on("message", (message: HelperMessage) => helper.take(message));
