/** A question in one of three forms, as a request, and as code that asks the same. */
import type { ExplainedRequest } from "../backend/world.ts";

export const forms = ["relation", "sparql", "rest"] as const;

export type Form = (typeof forms)[number];

/** What somebody wrote. */
export interface Draft {
  readonly form: Form;
  /** Of a relation: dcids, and an expression such as `->name`. */
  readonly nodes: readonly string[];
  readonly property: string;
  /** A query in SPARQL, or a request: method and path in its first line, then a body. */
  readonly text: string;
}

export interface HttpRequest {
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly body: string | undefined;
}

export function requestOf({ form, nodes, property, text }: Draft): HttpRequest {
  if (form === "relation") {
    return { method: "POST", path: "/v2/node", body: JSON.stringify({ nodes, property }) };
  }
  if (form === "sparql") {
    return { method: "POST", path: "/v2/sparql", body: JSON.stringify({ query: text }) };
  }
  const [, first = "", rest = ""] = /^\s*([^\n]*)\n?([\s\S]*)$/.exec(text) ?? [];
  const [, word = "GET", path = ""] = /^(?:(GET|POST)\s+)?(\S*)/i.exec(first) ?? [];
  const method = word.toUpperCase() === "POST" || rest.trim() !== "" ? "POST" : "GET";
  return { method, path, body: method === "POST" ? rest.trim() : undefined };
}

const methodsByPath = new Map([
  ["/v2/node", "node"],
  ["/v2/observation", "observation"],
  ["/v2/resolve", "resolve"],
  ["/v2/sparql", "sparql"],
]);

/** What can explain the answer; undefined for requests that nothing explains. */
export function explainable({ path, body }: HttpRequest): ExplainedRequest | undefined {
  const method = methodsByPath.get(path);
  if (method === undefined || body === undefined) return undefined;
  try {
    return { [method]: JSON.parse(body) } as unknown as ExplainedRequest;
  } catch {
    return undefined;
  }
}

export const languages = ["curl", "Python", "TypeScript"] as const;

export type CodeLanguage = (typeof languages)[number];

/** Code that sends the same request to a server at an origin. */
export function codeOf(language: CodeLanguage, request: HttpRequest, origin: string): string {
  const { method, path, body } = request;
  const url = `${origin}${path}`;
  if (language === "curl") {
    if (body === undefined) return `curl ${shellText(url)}`;
    return `curl ${shellText(url)} \\\n  -H 'content-type: application/json' \\\n  -d ${shellText(body)}`;
  }
  if (language === "Python") {
    const call =
      body === undefined
        ? `requests.get(${JSON.stringify(url)})`
        : `requests.post(\n    ${JSON.stringify(url)},\n    data=${pythonText(body)},\n    headers={"content-type": "application/json"},\n)`;
    return `import requests\n\nanswer = ${call}\nprint(answer.json())`;
  }
  const init =
    body === undefined ? "" : `, {\n  method: "${method}",\n  body: ${JSON.stringify(body)},\n}`;
  return `import { open } from "pocket-commons";\n\nconst { fetch } = (await open("world.pocket")).service({ requireKey: false });\nconst answer = await fetch(${JSON.stringify(path)}${init});\nconsole.log(await answer.json());`;
}

const shellText = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** JSON's escapes are Python's, but for pairs of surrogates, which JSON need not escape. */
const pythonText = (text: string): string => JSON.stringify(text);
