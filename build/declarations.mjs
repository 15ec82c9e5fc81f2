/** What of the compiler's declaration files a user of the library's doors needs. */
import { readFileSync } from "node:fs";
import { posix } from "node:path";

const lists = /^(?:export|import) (type )?\{([^}]*)\} from "(\.[^"]+)\.ts";\n/gm;
const wholes = /^export \* from "(\.[^"]+)\.ts";\n/gm;
const inline = /\bimport\("(\.[^"]+)\.ts"\)\.(\w+)/g;

/** Typed arrays take a type argument only since TypeScript 5.7. */
const genericArray = /\b((?:Big)?(?:Int|Uint|Float)\d+(?:Clamped)?Array)<ArrayBuffer(?:Like)?>/g;

export class Declarations {
  #folder;
  /** Names that are needed of each file that is needed. */
  #needed = new Map();
  #texts = new Map();

  constructor(folder) {
    this.#folder = folder;
  }

  /** Marks names of a file, or all of them, and what those are made of. */
  need(path, names) {
    const text = this.#read(path);
    const known = this.#needed.get(path) ?? new Set();
    const isNew = !this.#needed.has(path);
    this.#needed.set(path, known);
    const wanted = (names ?? exportedBy(text)).filter((name) => !known.has(name));
    for (const name of wanted) known.add(name);
    const isList = isDoor(text);
    for (const [, , items, to] of text.matchAll(lists)) {
      const sources = itemsOf(items)
        .filter(({ own }) => (isList ? wanted.includes(own) : isNew))
        .map(({ source }) => source);
      if (sources.length > 0) this.need(this.#target(path, to), sources);
    }
    if (!isNew) return;
    for (const [, to] of text.matchAll(wholes)) this.need(this.#target(path, to), undefined);
    for (const [, to, name] of text.matchAll(inline)) this.need(this.#target(path, to), [name]);
  }

  /** The declarations that are needed of a file; undefined if there are none. */
  textOf(path) {
    const known = this.#needed.get(path);
    if (known === undefined) return undefined;
    const text = this.#read(path);
    const pruned = isDoor(text)
      ? text.replace(lists, (_, type = "", items, to) => {
          const left = itemsOf(items).filter(({ own }) => known.has(own));
          const names = left.map(({ written }) => written).join(", ");
          return left.length === 0 ? "" : `export ${type}{ ${names} } from "${to}.ts";\n`;
        })
      : text;
    return pruned.replace(/"(\.{1,2}\/[^"]+)\.ts"/g, '"$1.js"').replace(genericArray, "$1");
  }

  #read(path) {
    const text = this.#texts.get(path) ?? readFileSync(posix.join(this.#folder, path), "utf8");
    this.#texts.set(path, text);
    return text;
  }

  #target(from, to) {
    return posix.join(posix.dirname(from), `${to}.d.ts`);
  }
}

/** Whether a file only lists names of others. */
function isDoor(text) {
  const rest = text
    .replace(/\/\*.*?\*\//gs, "")
    .replace(lists, "")
    .replace(wholes, "");
  return rest.replace(/^\/\/.*$/gm, "").trim() === "" && !text.includes("import {");
}

function exportedBy(text) {
  return [...text.matchAll(lists)].flatMap(([, , items]) => itemsOf(items).map(({ own }) => own));
}

/** `type A as B`: written so, `A` in the file that it comes from, `B` in this one. */
function itemsOf(items) {
  return items
    .split(",")
    .map((item) => item.trim())
    .filter((item) => item !== "")
    .map((written) => {
      const [source, own = source] = written.replace(/^type /, "").split(" as ");
      return { written, source, own };
    });
}
