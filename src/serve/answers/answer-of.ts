/** What a world answers a server: as the documented service does, and kinder where clients need it. */
import { type Commons, endpointOf, type RequestLimits } from "../../index.ts";
import { answerWebsite } from "../../website/index.ts";
import { asked, unlisted } from "./asked.ts";
import { kinder } from "./kinder-answers.ts";
import { taken } from "./lenience.ts";
import type { ServerAnswer, ServerRequest } from "./plain-http.ts";

export interface AnswerRules {
  /** Whether answers are those of the documented service to the letter. */
  readonly isExact: boolean;
  /** Whether the website's routes are answered. */
  readonly hasWebsite: boolean;
}

/**
 * @param route path of the route that answers there, as documented; undefined where none does
 * @throws TypeError for what is no request that can be read
 */
export function answerOf(
  commons: Commons,
  given: ServerRequest,
  route: string | undefined,
  { isExact, hasWebsite }: AnswerRules,
  limits: RequestLimits = {},
): ServerAnswer {
  const request = isExact ? given : taken(given, route);
  const isDocumented = route !== undefined && endpointOf(route) !== undefined;
  const page = hasWebsite && !isDocumented ? answerWebsite(commons, request) : undefined;
  if (page !== undefined) {
    const { status, contentType, body } = page;
    return { status, headers: { "content-type": contentType }, body };
  }
  if (isExact) return asked(commons, request, limits);
  return (
    unlisted(commons, request, route, limits) ??
    kinder(request.url, route, asked(commons, request, limits))
  );
}
