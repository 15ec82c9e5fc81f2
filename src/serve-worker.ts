/** What a thread of the server runs. */
import { parentPort } from "node:worker_threads";
import { createWorkerSide, type ToWorker } from "./serve/worker-side.ts";

const side = createWorkerSide((answer, buffers) => parentPort?.postMessage(answer, buffers));
parentPort?.on("message", (message: ToWorker) => side(message));
