/** The rules of a mock for a server, which makes its answers and breaks its connections itself. */

import { createReader } from "../adapters/edge/request-reader.ts";
import type { ServiceOptions } from "../adapters/edge/service.ts";
import { endpoints } from "../adapters/endpoints.ts";
import type { Commons } from "../commons/commons.ts";
import { loopProblem } from "./calls.ts";
import { halfOf, ownAnswer } from "./fault-answer.ts";
import { chancesOf, FaultCounter } from "./fault-counter.ts";
import { type Fault, realClock } from "./fault-plan.ts";
import { type Asked, type Missing, missingAt, orderFor } from "./missing.ts";
import { type MockOptions, requireFaults } from "./mock-options.ts";
import { pathProblem } from "./origins.ts";

/** A request of a server. */
interface ServedRequest {
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  readonly body: string;
  /** The same in documented words, where a server takes others. Default: as it is. */
  readonly meaning?: { readonly url: string; readonly body: string };
}

interface ServedAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
  /** How the connection goes wrong. */
  readonly broken?: "reset" | "truncated" | "hang";
}

const read = createReader(endpoints);

/** Where a path alone leads. */
const local = "http://localhost";

/**
 * What makes the answers of a server to requests of endpoints, by the faults and the strictness of a mock. How often
 * the same was asked counts for each world. Requests are counted and not kept: a server takes very many.
 *
 * @param options `faults` and `missing` of a mock; a name that is missing and a loop without an end are answered
 * with 400, a path with 404.
 * `today` as the server answers
 * @returns a function of the world, the request, and what makes the answer without a fault
 * @throws TypeError of `serve` for a plan that is none, as `mock` has it
 */
export function servedDouble({
  faults = {},
  missing,
  today,
}: Pick<MockOptions, "faults" | "missing"> & Pick<ServiceOptions, "today">) {
  requireFaults("serve", faults);
  const loading = chancesOf(faults);
  const counters = new WeakMap<Commons, FaultCounter>();
  const mistakeIn = (commons: Commons, { status }: ServedAnswer, asked: Asked) => {
    if (status !== 200 || missing === "empty") return undefined;
    const found = missingAt(commons, today, asked);
    return found && refusalOf(400, found);
  };
  return async (
    commons: Commons,
    request: ServedRequest,
    answer: () => ServedAnswer | Promise<ServedAnswer>,
  ): Promise<ServedAnswer> => {
    const { body, meaning = request } = request;
    const url = new URL(request.url, local);
    const asked = read({ url: new URL(meaning.url, local), body: meaning.body });
    if (asked === undefined) {
      const made = await answer();
      const isMissing = made.status === 404 && missing !== "empty";
      return isMissing
        ? refusalOf(404, { problem: pathProblem(url.pathname), names: [url.pathname] })
        : made;
    }
    const chances = await loading;
    const counter = counters.get(commons) ?? new FaultCounter(faults, chances);
    counters.set(commons, counter);
    const { occurrence, inRow, fault, delay } = counter.next({ ...asked, url, body });
    const counted = { ...asked, url: request.url, body, occurrence, inRow };
    const refusal = (body?: ServedAnswer["body"]) => {
      const problem = loopProblem(counted, body);
      return problem && refusalOf(400, { problem, names: [] });
    };
    const refused = refusal();
    if (refused) return refused;
    if (delay > 0) await realClock.sleep(delay);
    const whole = inOrder(commons, await answer(), { ...asked, ...meaning });
    const made = fault && faulty(fault, whole);
    const mistake = mistakeIn(commons, whole, { ...asked, ...meaning });
    return mistake ?? made ?? (refusal(whole.body) || whole);
  };
}

function inOrder(commons: Commons, answer: ServedAnswer, asked: Asked): ServedAnswer {
  const { status, body } = answer;
  const ordered = typeof body === "string" ? orderFor(commons, asked, status)?.(body) : undefined;
  return ordered === undefined ? answer : { ...answer, body: ordered };
}

function faulty(fault: Fault, whole: ServedAnswer): ServedAnswer {
  switch (fault.kind) {
    case "reset":
    case "hang":
      return { status: 0, headers: {}, body: "", broken: fault.kind };
    case "truncated":
      return { ...whole, broken: "truncated" };
    case "malformed":
      return { ...whole, body: halfOf(whole.body) };
    default:
      return ownAnswer(fault);
  }
}

/** The codes that the service has beside these statuses. */
const codes = { 400: 3, 404: 5 } as const;

function refusalOf(status: keyof typeof codes, { problem, names }: Missing): ServedAnswer {
  const body = JSON.stringify({ code: codes[status], message: problem, missing: names }, null, 1);
  return { status, headers: { "content-type": "application/json" }, body };
}
