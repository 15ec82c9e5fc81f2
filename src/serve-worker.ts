/** What a thread of the server runs. */
import { parentPort, workerData } from "node:worker_threads";
import { giveWay } from "./serve/watch/thread-time.ts";
import { createWorkerSide, type ToWorker } from "./serve/worker-side.ts";

if ((workerData as { readonly givesWay: boolean }).givesWay) giveWay();
const side = createWorkerSide((answer, buffers) => parentPort?.postMessage(answer, buffers));
parentPort?.on("message", (message: ToWorker) => side(message));
