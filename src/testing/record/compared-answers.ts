/** Answers of a service as JSON: compared, joined from pages, unpacked from envelopes. */

import { decompressSync, strFromU8 } from "fflate";
import { cutUrl } from "../../router/route-paths.ts";

/** Where two answers differ. */
export interface AnswerDifference {
  /** The keys to this place, such as `data.geoId/06.arcs.name`. */
  readonly at: string;
  /** The value there, as JSON; undefined when there is none. */
  readonly recorded: string | undefined;
  readonly replayed: string | undefined;
}

/** The token of the next page: a service makes a new one for each answer. */
const tokenName = "nextToken";

/**
 * The first difference of two JSON values, if any. The order of lists does not count, but of those by facet of the older
 * endpoints: a replay gives `/v2/observation` the order of the service.
 */
export function differenceOf(
  recorded: unknown,
  replayed: unknown,
  at: readonly string[] = [],
): AnswerDifference | undefined {
  if (isRecord(recorded) && isRecord(replayed)) {
    for (const key of new Set([...Object.keys(recorded), ...Object.keys(replayed)])) {
      if (key === tokenName) continue;
      const found = differenceOf(own(recorded, key), own(replayed, key), [...at, key]);
      if (found !== undefined) return found;
    }
    return undefined;
  }
  const left = textOf(recorded);
  const right = textOf(replayed);
  return left === right ? undefined : { at: at.join("."), recorded: left, replayed: right };
}

function own(value: Readonly<Record<string, unknown>>, key: string): unknown {
  return Object.hasOwn(value, key) ? value[key] : undefined;
}

/** One text for all orders of members and of lists. */
function textOf(value: unknown): string | undefined {
  if (value === undefined) return undefined;
  if (Array.isArray(value)) {
    const texts = value.map((one) => textOf(one));
    return `[${(value.every(isOfFacet) ? texts : texts.sort()).join(",")}]`;
  }
  if (!isRecord(value)) return JSON.stringify(value);
  const members = Object.keys(value)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${textOf(value[key])}`);
  return `{${members.join(",")}}`;
}

const isOfFacet = (value: unknown): boolean => isRecord(value) && Object.hasOwn(value, "facet");

/** The most pages of one question, for a world that gives a token with every page. */
const pagesMax = 10_000;

/**
 * The union of two answers: members of objects by name, each element of lists once. Elements with
 * the same `node` become one. Tokens are left out.
 */
export function united(left: unknown, right: unknown): unknown {
  if (left === undefined || right === undefined) return withoutToken(left ?? right);
  if (Array.isArray(left) && Array.isArray(right)) return unitedLists([...left, ...right]);
  if (!(isRecord(left) && isRecord(right))) return left;
  const members = new Map<string, unknown>();
  for (const [key, value] of [...Object.entries(left), ...Object.entries(right)]) {
    if (key === tokenName) continue;
    members.set(key, members.has(key) ? united(members.get(key), value) : value);
  }
  return Object.fromEntries(members);
}

function unitedLists(elements: readonly unknown[]): unknown[] {
  const byKey = new Map<string, unknown>();
  for (const element of elements) {
    const node = isRecord(element) && Object.hasOwn(element, "node") ? element["node"] : undefined;
    const key = JSON.stringify(node === undefined ? [element] : [node, "node"]);
    byKey.set(key, byKey.has(key) ? united(byKey.get(key), element) : element);
  }
  return [...byKey.values()];
}

function withoutToken(answer: unknown): unknown {
  if (!isRecord(answer)) return answer;
  return Object.fromEntries(Object.entries(answer).filter(([key]) => key !== tokenName));
}

/** The token of the page after an answer; empty for none. */
export function tokenAfter(answer: unknown): string {
  const token = isRecord(answer) && Object.hasOwn(answer, tokenName) ? answer[tokenName] : "";
  return typeof token === "string" ? token : "";
}

/**
 * All pages of a question as one answer.
 *
 * @param ask gets the page of a token; an empty token is for the first page
 */
export async function allPages(ask: (token: string) => Promise<unknown>): Promise<unknown> {
  let all = await ask("");
  let token = tokenAfter(all);
  for (let count = 1; token !== "" && count < pagesMax; count++) {
    const page = await ask(token);
    token = tokenAfter(page);
    all = united(all, page);
  }
  return withoutToken(all);
}

/** Path and body of the same question for the page of a token; the first one for an empty token. */
export function pageOf(
  { path, body }: { readonly path: string; readonly body: string },
  token: string,
): { readonly path: string; readonly body: string } {
  if (body !== "") {
    const { [tokenName]: _former, next_token: _snake, ...rest } = JSON.parse(body);
    return { path, body: JSON.stringify(token === "" ? rest : { ...rest, [tokenName]: token }) };
  }
  const [route, query = ""] = cutUrl(path);
  const kept = query.split("&").filter((pair) => !/^next_?token=/i.test(pair) && pair !== "");
  const pairs = token === "" ? kept : [...kept, `${tokenName}=${encodeURIComponent(token)}`];
  return { path: pairs.length === 0 ? route : `${route}?${pairs.join("&")}`, body };
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Undefined for a text that is no JSON. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * The content of the envelope of the oldest endpoints (behaviour: v0 1, v0 9): JSON as it is, or
 * packed into base64, with quotes around it or without.
 */
export function unpacked(payload: string): unknown {
  const json = jsonOf(payload);
  if (json !== undefined && typeof json !== "string") return json;
  try {
    const packed = Uint8Array.from(atob(json ?? payload), (unit) => unit.charCodeAt(0));
    return jsonOf(strFromU8(decompressSync(packed)));
  } catch {
    return json;
  }
}
