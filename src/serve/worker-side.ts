/** The side of a worker: answers requests from a world whose memory it shares; the messages both ways. */
import { attach, type Commons, type CommonsHandle, type RequestLimits } from "../index.ts";
import { type AnswerRules, Answers } from "./answer-of.ts";
import { type ServerAnswer, type ServerRequest, whole } from "./plain-http.ts";

export type ToWorker =
  /** Requests from now on are asked of this world. */
  | {
      readonly kind: "world";
      readonly handle: CommonsHandle;
      readonly limits: RequestLimits;
      readonly rules: AnswerRules;
    }
  | {
      readonly kind: "request";
      readonly id: number;
      readonly request: ServerRequest;
      readonly route: string | undefined;
    };

/** An answer that is long comes as bytes, whose memory changes hands. */
export type FromWorker =
  | { readonly id: number; readonly answer: ServerAnswer }
  | { readonly id: number; readonly fault: "unreadable" | "internal" };

/** Longer texts are sent as bytes, since memory that changes hands is not copied. */
const sentTextMax = 1 << 16;

/** @param post sends an answer; the memory of `buffers` is the other thread's then */
export function createWorkerSide(
  post: (answer: FromWorker, buffers: readonly ArrayBuffer[]) => void,
): (message: ToWorker) => void {
  let world: { readonly commons: Commons; readonly answers: Answers } | undefined;
  return (message) => {
    if (message.kind === "world") {
      world = {
        commons: attach(message.handle).limited(message.limits).asService({
          calculations: message.rules.settings.calculations,
          meaning: message.rules.settings.meaning,
        }),
        answers: new Answers(message.rules),
      };
      return;
    }
    const { id, request, route } = message;
    const send = (made: ServerAnswer): void => {
      const { answer, buffers } = sendable(whole(made));
      post({ id, answer }, buffers);
    };
    const fail = (error: unknown): void => {
      post({ id, fault: error instanceof TypeError ? "unreadable" : "internal" }, []);
    };
    try {
      if (world === undefined) throw new Error("a request came before the world");
      const made = world.answers.answerOf(world.commons, request, route);
      if (made instanceof Promise) void made.then(send).catch(fail);
      else send(made);
    } catch (error) {
      fail(error);
    }
  };
}

function sendable(answer: ServerAnswer) {
  const { body } = answer;
  if (typeof body !== "string" || body.length <= sentTextMax) return { answer, buffers: [] };
  const bytes = new TextEncoder().encode(body);
  return { answer: { ...answer, body: bytes }, buffers: [bytes.buffer as ArrayBuffer] };
}
