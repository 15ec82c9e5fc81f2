/** A mock behind msw. */

import { HttpResponse, http, type RequestHandler } from "msw";
import { type Mock, MockError } from "../testing/index.ts";

/**
 * Handlers for `setupServer` and `setupWorker` of msw 2: requests to the mock's origins are answered by the
 * mock, with its faults. A connection that the mock resets is a network error, as msw has it. A `MockError`
 * is thrown to msw, which answers with a status 500 and the message: ask `assertNoProblems()` at the end.
 *
 * @param double what `mock` of `pocket-commons/testing` returned
 */
export function mockHandlers(double: Mock): RequestHandler[] {
  return double.origins.map((origin) =>
    http.all(`${origin}/*`, async ({ request }) => {
      try {
        return await double.fetch(request);
      } catch (error) {
        if (error instanceof MockError || request.signal.aborted) throw error;
        // Anything else is a connection that broke: msw would make a status 500 of it.
        return HttpResponse.error();
      }
    }),
  );
}
