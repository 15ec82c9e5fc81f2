/** How often each request came, and what a plan makes of it then. */

import { keyNames } from "../router/read-fields.ts";
import type { FaultKey, FaultPlan } from "./fault-plan.ts";

/** A request as the service reads it. */
interface CountedRequest extends Pick<FaultKey, "endpoint"> {
  readonly params: Readonly<Record<string, unknown>>;
  readonly url: URL;
  readonly body: string;
}

/** Keys, the order of parameters, the method and what is before the path make no other request. */
function textOf({ endpoint, params: { key: _, ...params }, url, body }: CountedRequest): string {
  const said = Object.entries(params).sort(([left], [right]) => (left < right ? -1 : 1));
  if (said.length > 0) return JSON.stringify([endpoint, said]);
  // It cannot be read, or says nothing.
  const query = [...url.searchParams].filter(([name]) => !keyNames.includes(name));
  return JSON.stringify([endpoint || url.pathname, query, body]);
}

type Chances = typeof import("./fault-chances.ts");

/** What decides about faults: most mocks have none, and never load it. */
export async function chancesOf(plan: FaultPlan | undefined): Promise<Chances | undefined> {
  return plan && (await import("./fault-chances.ts"));
}

/** A plan, and how often each request came. */
export class FaultCounter {
  readonly #plan: FaultPlan;
  readonly #chances: Chances | undefined;
  readonly #times = new Map<string, number>();
  #last = "";
  #inRow = 0;

  constructor(plan: FaultPlan | undefined, chances: Chances | undefined) {
    this.#plan = plan ?? {};
    this.#chances = chances;
  }

  /**
   * @returns `occurrence` counts from 1; `inRow` since any other request, without those that a fault broke;
   * `delay` in milliseconds
   */
  next(counted: CountedRequest) {
    const request = textOf(counted);
    const occurrence = (this.#times.get(request) ?? 0) + 1;
    this.#times.set(request, occurrence);
    const key = { endpoint: counted.endpoint, request, occurrence };
    const fault = this.#chances?.faultOf(this.#plan, key);
    if (request !== this.#last) this.#inRow = 0;
    this.#last = request;
    if (fault === undefined) this.#inRow++;
    const delay = this.#chances?.delayOf(this.#plan, key) ?? 0;
    return { occurrence, inRow: this.#inRow, fault, delay };
  }

  /** Occurrences count from 1 again. */
  reset(): void {
    this.#times.clear();
    this.#inRow = 0;
  }
}
