/** The side of a worker: answers requests from a world whose memory or store it shares; the messages both ways. */
import {
  type AskedCommons,
  attach,
  Commons,
  type CommonsHandle,
  type RequestLimits,
} from "../index.ts";
import { type AnswerRules, Answers, explorerAnswer, unread } from "./answer-of.ts";
import { type FarCommons, type FarHandle, FarStore } from "./far-world.ts";
import { type ServerAnswer, type ServerRequest, whole } from "./plain-http.ts";
import { type ServedForm, servedBy } from "./served-by.ts";
import { ShareOfTime } from "./watch/share-of-time.ts";

/** What a thread is asked. */
export interface AskedThread {
  readonly request: ServerRequest;
  /** What `routeOf` returns for the path; `explorerRoute` for what the explorer's page asks. */
  readonly route: string | undefined;
}

export const explorerRoute = "/explorer/api/";

export type ToWorker =
  /** Requests from now on are asked of this world. */
  | {
      readonly kind: "world";
      readonly handle: CommonsHandle | FarHandle;
      readonly limits: RequestLimits;
      readonly rules: AnswerRules;
    }
  | (AskedThread & {
      readonly kind: "request";
      readonly id: number;
      /** Milliseconds after which the question is given back; undefined: it runs to its end. */
      readonly share: number | undefined;
    });

/**
 * An answer that is long comes as bytes, whose memory changes hands. A question is given back when it is `long`. It is
 * answered `elsewhere`, in the thread that listens, when its world cannot be read here any more, and when its
 * answer is made piece by piece.
 */
export type FromWorker =
  | { readonly id: number; readonly answer: ServerAnswer }
  | { readonly id: number; readonly fault: "unreadable" | "internal" | "long" | "elsewhere" };

/** Longer texts are sent as bytes, since memory that changes hands is not copied. */
const sentTextMax = 1 << 16;
/** Questions of a world that was replaced are over by then. */
const lastQuestions = 300_000;

type Post = (answer: FromWorker, buffers: readonly ArrayBuffer[]) => void;
type Request = Extract<ToWorker, { kind: "request" }>;

/** @param post sends an answer; the memory of `buffers` is the other thread's then */
export function createWorkerSide(post: Post): (message: ToWorker) => void {
  let world: WorkerWorld | undefined;
  return (message) => {
    if (message.kind === "request") {
      const asked = world;
      void answered(asked, message).then(({ reply, buffers }) => {
        asked?.count("answer" in reply);
        post(reply, buffers);
      });
      return;
    }
    world?.end();
    world = new WorkerWorld(message);
  };
}

/** The world that a thread answers from. One that lies elsewhere is opened by the first question. */
class WorkerWorld {
  readonly answers: Answers;
  readonly #limits: ServedForm;
  readonly #store: FarStore | undefined;
  #opened: AskedCommons | Promise<AskedCommons> | undefined;
  #far: FarCommons | undefined;
  /** Of those that it counted, which are reported. */
  #hits = 0;

  constructor({ handle, limits, rules }: Extract<ToWorker, { kind: "world" }>) {
    const { calculations, meaning } = rules.settings;
    this.#limits = { ...limits, calculations, meaning };
    this.answers = new Answers(rules);
    if ("port" in handle) this.#store = new FarStore(handle);
    else this.#opened = servedBy(this.#limits, attach(handle));
  }

  get commons(): AskedCommons | Promise<AskedCommons> {
    this.#opened ??= this.#open().catch((error: unknown) => {
      // The next question tries again.
      this.#opened = undefined;
      throw error;
    });
    return this.#opened;
  }

  /** Reports what a question read. One that was given back is another thread's. */
  count(isAnswered: boolean): void {
    if (this.#far === undefined) return;
    const { hits } = this.#far.traffic;
    this.#store?.count({ questions: Number(isAnswered), hits: hits - this.#hits });
    this.#hits = hits;
  }

  end(): void {
    const close = () => {
      this.#far?.close();
      this.#store?.close();
    };
    setTimeout(close, lastQuestions).unref();
  }

  async #open(): Promise<AskedCommons> {
    const far = await (this.#store as FarStore).open();
    this.#far = far;
    return servedBy(this.#limits, far);
  }
}

async function answered(world: WorkerWorld | undefined, { id, request, route, share }: Request) {
  const time = share === undefined ? undefined : new ShareOfTime(share);
  const told = (fault: Extract<FromWorker, { fault: unknown }>["fault"]) => ({
    reply: { id, fault },
    buffers: [],
  });
  try {
    if (world === undefined) throw new Error("a request came before the world");
    const commons = await world.commons;
    const made = await asked(commons, world.answers, { request, route }, time);
    if (time?.isOver === true) return told("long");
    // The thread that listens makes each piece when the client has taken those before.
    if (made.rest !== undefined) return told("elsewhere");
    const { answer, buffers } = sendable(made);
    return { reply: { id, answer }, buffers };
  } catch (error) {
    if (time?.isOver === true) return told("long");
    if (error instanceof TypeError) return told("unreadable");
    if (isReplaced(error)) return told("elsewhere");
    try {
      return { reply: { id, answer: unread(error) }, buffers: [] };
    } catch {
      return told("internal");
    }
  }
}

async function asked(
  commons: AskedCommons,
  answers: Answers,
  { request, route }: AskedThread,
  time: ShareOfTime | undefined,
): Promise<ServerAnswer> {
  const signal = time?.signal;
  const answer = async (one: Commons): Promise<ServerAnswer> => {
    if (route !== explorerRoute) return await answers.answerOf(one, request, route, signal);
    return await explorerAnswer(one.limited({ signal }), request);
  };
  const run = (one: Commons) => time?.within(() => answer(one)) ?? answer(one);
  if (commons instanceof Commons) return await run(commons);
  const complete = async (one: Commons) => whole(await run(one), one);
  return await commons.ask(complete, { signal });
}

/** Whether another version may answer: the thread that listens looks for one. */
function isReplaced(error: unknown): boolean {
  const fault: unknown = error instanceof Error ? Reflect.get(error, "fault") : undefined;
  return fault === "replaced" || fault === "missing";
}

function sendable(answer: ServerAnswer) {
  const { body } = answer;
  if (typeof body !== "string" || body.length <= sentTextMax) return { answer, buffers: [] };
  const bytes = new TextEncoder().encode(body);
  return { answer: { ...answer, body: bytes }, buffers: [bytes.buffer as ArrayBuffer] };
}
