/** What models can read: skills, how the service behaves, and the catalogue. */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import type { AgentTools } from "./agent-tools.ts";

interface Resource {
  readonly uri: string;
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly mimeType: string;
}

interface Content {
  readonly mimeType: string;
  readonly text: string;
}

const markdown = "text/markdown";
const json = "application/json";
const catalogue = "catalogue://variables";

/** A file of the package's documents, which lie beside the bundles, and beside the source. */
interface Document extends Resource {
  readonly path: string;
}

let known: readonly Document[] | undefined;

function documents(): readonly Document[] {
  known ??= [...skills(), ...behaviours()];
  return known;
}

function folder(name: string): { readonly url: URL; readonly names: readonly string[] } {
  for (const up of ["../docs/", "../../../docs/"]) {
    const url = new URL(`${up}${name}/`, import.meta.url);
    try {
      return { url, names: readdirSync(url).sort() };
    } catch {
      // It is a level higher, or nowhere.
    }
  }
  return { url: new URL("file:///"), names: [] };
}

/** Under the addresses of the official server. */
function skills(): Document[] {
  const { url, names } = folder("skills");
  return names.map((name) => {
    const file = new URL(`${name}/SKILL.md`, url);
    const [, description = ""] = /^description: (.*)$/m.exec(readFileSync(file, "utf8")) ?? [];
    const uri = `skill://${name}/SKILL.md`;
    return {
      uri,
      name: `${name}/SKILL.md`,
      title: name,
      description,
      mimeType: markdown,
      path: file.href,
    };
  });
}

function behaviours(): Document[] {
  const { url, names } = folder("behaviour");
  return names.map((file) => {
    const name = file.replace(/\.md$/, "");
    return {
      uri: `behaviour://${name}`,
      name,
      title: `Behaviour: ${name}`,
      description: "How the service answers, and so this server",
      mimeType: markdown,
      path: new URL(file, url).href,
    };
  });
}

export function resources(): Resource[] {
  return [
    ...documents().map(({ path: _, ...resource }) => resource),
    {
      uri: catalogue,
      name: "catalogue",
      title: "Catalogue",
      description: "The first variables with data, with their dates, units and sources",
      mimeType: json,
    },
  ];
}

export const resourceTemplates = [
  {
    uriTemplate: `${catalogue}/{offset}`,
    name: "catalogue page",
    title: "Catalogue, later pages",
    description: "Variables after the first ones: the 'next' of the page before",
    mimeType: json,
  },
  {
    uriTemplate: "skill://{name}/_manifest",
    name: "manifest of a skill",
    title: "Files of a skill",
    description: "Names, sizes and hashes of the files of a skill",
    mimeType: json,
  },
];

/** What stands there, or a sentence that says what to ask for instead. */
export async function readResource(
  agent: AgentTools,
  uri: string,
  signal: AbortSignal,
): Promise<Content | string> {
  const found = documents().find((one) => one.uri === uri);
  if (found !== undefined) return { mimeType: markdown, text: textOf(found) };
  if (uri === catalogue || uri.startsWith(`${catalogue}/`)) {
    const offset = Number(uri.slice(catalogue.length + 1));
    const answer = await agent.call("describe_data", { offset }, signal);
    return typeof answer === "string" ? answer : { mimeType: json, text: JSON.stringify(answer) };
  }
  const [, skill] = /^skill:\/\/([^/]+)\/_manifest$/.exec(uri) ?? [];
  const file = documents().find((one) => one.uri === `skill://${skill}/SKILL.md`);
  if (file !== undefined) return { mimeType: json, text: manifestOf(skill ?? "", textOf(file)) };
  const uris = resources().map((one) => one.uri);
  return `there is no resource ${uri.slice(0, 200)}: ${uris.join(", ")}`;
}

const textOf = ({ path }: Document): string => readFileSync(new URL(path), "utf8");

function manifestOf(skill: string, text: string): string {
  const hash = `sha256:${createHash("sha256").update(text).digest("hex")}`;
  const files = [{ path: "SKILL.md", size: Buffer.byteLength(text), hash }];
  return JSON.stringify({ skill, files }, null, 2);
}
