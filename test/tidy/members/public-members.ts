/** What the doc comments of types say about their members: for tables in documents. */
import { modulesUnder } from "../source-tree.ts";

/** A member of a type, and its doc comment in one line, without tags and citations. */
export interface Member {
  readonly name: string;
  readonly text: string;
}

interface Declaration {
  /** What stands between the name and the members: the types that it extends. */
  readonly heritage: string;
  readonly body: string;
}

const declared = /^export (?:abstract )?(?:interface|class) (\w+)([^{]*)\{(?:\}|\n(.*?)^\})/gms;
const written =
  /^ {2}(?:\/\*\*((?:(?!\*\/).)*)\*\/\n {2})?(?:(?:readonly|abstract|async|get) )*(\w+)\??[(<:]/gms;

/** Two doors may have a type of one name, one of which has more members. */
const declarations = new Map<string, Declaration[]>();
for (const { text } of modulesUnder("src")) {
  for (const [, name = "", heritage = "", body = ""] of text.matchAll(declared)) {
    declarations.set(name, [...(declarations.get(name) ?? []), { heritage, body }]);
  }
}

/** The public members of a type, first its own, then those of the types that it extends. */
export function membersOf(type: string, seen: readonly string[] = []): Member[] {
  if (seen.includes(type)) return [];
  const all = (declarations.get(type) ?? []).flatMap(({ heritage, body }) => [
    ...[...body.matchAll(written)]
      .filter(([, comment, name]) => !comment?.includes("@internal") && name !== "constructor")
      .map(([, comment = "", name = ""]) => ({ name, text: oneLine(comment) })),
    ...basesIn(heritage).flatMap((base) => membersOf(base, [...seen, type])),
  ]);
  return all.filter(({ name }, at) => all.findIndex((other) => other.name === name) === at);
}

/** Types after `extends`, those that others pick from or leave out of included. */
function basesIn(heritage: string): string[] {
  const [, ...bases] = heritage.split("extends");
  return [...bases.join(" ").matchAll(/\b[A-Z]\w+/g)].map(([name]) => name);
}

function oneLine(comment: string): string {
  const [words = ""] = comment
    .replaceAll(/^\s*\*? ?/gm, " ")
    .replaceAll(/\s+/g, " ")
    .split(/ @\w/);
  return words.replaceAll(/ \(behaviour: [^)]*\)/g, "").trim();
}
