/** Pocket Commons as handlers of msw: the one door that needs a package, which its users have. */

import { HttpResponse, http, type RequestHandler } from "msw";
import { describeArgument } from "./errors/excerpts.ts";
import type { Mock } from "./testing/mock.ts";

/** Of the test, as the mock reports it. The class is in another bundle. */
const isMistake = (error: unknown) =>
  error instanceof Error && Reflect.get(error, "code") === "MOCK";

/**
 * Handlers for `setupServer` and `setupWorker` of msw 2. The mock answers requests to its origins,
 * with its faults. A connection that the mock resets is a network error of msw. For a mistake of the
 * test, msw answers with status 500 and the message: call `assertNoProblems()` at the end.
 *
 * @param double what `mock` of `pocket-commons/testing` resolves to
 * @throws TypeError for anything else
 */
export function mockHandlers(double: Mock): RequestHandler[] {
  if (!(Array.isArray(double?.origins) && typeof double.fetch === "function")) {
    const given = describeArgument(double);
    throw new TypeError(`mockHandlers needs what mock(…) resolves to, not ${given}`);
  }
  return double.origins.map((origin) =>
    http.all(`${origin}/*`, async ({ request }) => {
      try {
        return await double.fetch(request);
      } catch (error) {
        if (isMistake(error) || request.signal.aborted) throw error;
        // Any other error is a broken connection. Thrown to msw, it would become a status 500.
        return HttpResponse.error();
      }
    }),
  );
}
