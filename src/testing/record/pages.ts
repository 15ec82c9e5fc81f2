/** Pages of one question: what they say together. */

/** Pages that are asked for at most, where a world has one token after the other. */
const pagesMax = 10_000;

/**
 * The union of two answers: members of objects by name, elements of lists once each. Elements that say
 * by `node` what they are about are united by that. Tokens are left out.
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

const tokenName = "nextToken";

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
 * @param ask asks for the page of a token; for the first one it is empty
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
  const [route = "", query = ""] = path.split("?", 2);
  const kept = query.split("&").filter((pair) => !/^next_?token=/i.test(pair) && pair !== "");
  const pairs = token === "" ? kept : [...kept, `${tokenName}=${encodeURIComponent(token)}`];
  return { path: pairs.length === 0 ? route : `${route}?${pairs.join("&")}`, body };
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
