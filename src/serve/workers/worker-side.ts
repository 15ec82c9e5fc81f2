/** The side of a worker: answers requests from a world whose memory it shares. */
import { attach, type Commons } from "../../index.ts";
import type { ServerAnswer } from "../answers/index.ts";
import { type AnswerRules, answerOf } from "../answers/index.ts";
import type { FromWorker, ToWorker } from "./worker-protocol.ts";

/** Longer texts are sent as bytes, since memory that changes hands is not copied. */
const sentTextMax = 1 << 16;

/** @param post sends an answer; the memory of `buffers` is the other thread's then */
export function createWorkerSide(
  post: (answer: FromWorker, buffers: readonly ArrayBuffer[]) => void,
): (message: ToWorker) => void {
  let world: { readonly commons: Commons; readonly rules: AnswerRules } | undefined;
  return (message) => {
    if (message.kind === "world") {
      world = { commons: attach(message.handle), rules: message.rules };
      return;
    }
    const { id, request, route } = message;
    try {
      if (world === undefined) throw new Error("a request came before the world");
      const { answer, buffers } = sendable(answerOf(world.commons, request, route, world.rules));
      post({ id, answer }, buffers);
    } catch (error) {
      post({ id, fault: error instanceof TypeError ? "unreadable" : "internal" }, []);
    }
  };
}

function sendable(answer: ServerAnswer) {
  const { body } = answer;
  if (typeof body !== "string" || body.length <= sentTextMax) return { answer, buffers: [] };
  const bytes = new TextEncoder().encode(body);
  return { answer: { ...answer, body: bytes }, buffers: [bytes.buffer as ArrayBuffer] };
}
