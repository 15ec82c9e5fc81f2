/** Asks routes, and compares all that they answer with what was recorded. */
import type { RouteAnswer, RouteRequest } from "../../../src/routes/route.ts";
import { version } from "../../../src/snapshot/version.ts";
import { expectRecorded, inLines } from "../recorded-text.ts";

/** A URL, or one with what is posted. */
export type Asked = string | readonly [url: string, body: object | string];
export type Answer = (
  request: RouteRequest,
) => RouteAnswer | undefined | Promise<RouteAnswer | undefined>;

async function seen(answer: Answer, asked: Asked): Promise<string> {
  const [url, body] = typeof asked === "string" ? [asked] : asked;
  const sent = typeof body === "object" ? JSON.stringify(body) : (body ?? "");
  const method = body === undefined ? "GET" : "POST";
  const asking = `${method} ${url}${sent && ` ${sent}`}`;
  const made = await answer({ method, url, body: sent });
  if (made === undefined) return `${asking}\nno route`;
  const { status, contentType, headers = {}, body: given, rest = [] } = made;
  const text = typeof given === "string" ? given + [...rest].join("") : "bytes";
  return `${asking}\n${status} ${contentType} ${JSON.stringify(headers)}\n${inLines(text)}`;
}

/** Compares whole answers with a file of `expected` beside the test. */
export async function expectAnswers(
  folder: string,
  name: string,
  answer: Answer,
  all: readonly Asked[],
): Promise<void> {
  const texts: string[] = [];
  for (const asked of all) texts.push(await seen(answer, asked));
  // Another one after each release, and the time.
  const said = texts.map((text) =>
    text
      .replaceAll(`pocket-commons ${version}`, "pocket-commons VERSION")
      .replaceAll(/(?<="prepared":")[^"]+/g, "TIME"),
  );
  expectRecorded(folder, name, said);
}
