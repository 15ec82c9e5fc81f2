/** XML, read as a stream. A document type is refused: nothing is expanded, and nothing else is read. */
import { SaxesParser } from "saxes";
import { LoadError } from "../../errors/errors.ts";
import { excerpt } from "../../errors/excerpts.ts";
import { textOf } from "../bytes/native.ts";

/** Attributes as they are written: with their prefixes. */
type Attributes = Readonly<Record<string, string>>;

/** What takes the elements of a document. */
interface XmlHandler {
  /** @param name without its prefix. */
  open(name: string, attributes: Attributes, place: XmlPlace): void;
  /** @param text that stands in the element itself. */
  close?(name: string, text: string, place: XmlPlace): void;
  /** A text as it comes, of whatever element. */
  text?(text: string, place: XmlPlace): void;
}

/** Where the reader is. */
export interface XmlPlace {
  /** Names of the elements around, the own one last. */
  readonly names: readonly string[];
  /** The name of the element around. */
  readonly parent: string | undefined;
  /** @throws LoadError that names line and XPath. */
  fail(problem: string): never;
}

const depthMax = 100;
const textMax = 16 * 1024 * 1024;

/**
 * Reads a document block by block.
 * @returns what `made` gave after each block.
 * @throws LoadError for what is no XML, with line and XPath.
 */
export async function* readXml<Made>(
  blocks: AsyncIterable<Uint8Array>,
  file: string,
  handler: XmlHandler,
  made: () => Made,
): AsyncGenerator<Made, void, undefined> {
  const reader = new XmlReader(file, handler);
  for await (const block of blocks) {
    reader.write(block);
    yield made();
  }
  reader.end();
  yield made();
}

class XmlReader implements XmlPlace {
  readonly names: string[] = [];
  /** How many elements of each name were met within each open element. */
  readonly #counts: Map<string, number>[] = [new Map()];
  readonly #places: number[] = [];
  readonly #texts: string[] = [];
  readonly #file: string;
  readonly #parser = new SaxesParser();
  #decoder: ReturnType<typeof decoderOf> | undefined;

  constructor(file: string, handler: XmlHandler) {
    this.#file = file;
    const parser = this.#parser;
    parser.on("error", ({ message }) =>
      this.fail(`is no XML: ${excerpt(message.replace(/^\d+:\d+: /, ""))}`),
    );
    parser.on("doctype", () => this.fail("has a document type, which is not read: take it out"));
    parser.on("opentag", ({ name: written, attributes }) => {
      const name = localName(written);
      this.#enter(name);
      handler.open(name, attributes, this);
    });
    parser.on("closetag", ({ name }) => {
      handler.close?.(localName(name), this.#texts.at(-1) ?? "", this);
      this.#leave();
    });
    const addText = (text: string) => {
      const at = this.#texts.length - 1;
      if (at < 0) return;
      handler.text?.(text, this);
      this.#texts[at] += text;
      if ((this.#texts[at]?.length ?? 0) > textMax) this.fail("holds a text that is too long");
    };
    parser.on("text", addText);
    parser.on("cdata", addText);
  }

  get parent(): string | undefined {
    return this.names.at(-2);
  }

  write(block: Uint8Array): void {
    this.#decoder ??= decoderOf(block, this.#file);
    this.#parser.write(this.#decoded(block));
  }

  end(): void {
    this.#parser.write(this.#decoded(undefined));
    this.#parser.close();
  }

  fail(problem: string): never {
    const way = this.names.map((name, at) => {
      const count = this.#places[at] ?? 1;
      return `/${name}${count > 1 ? `[${count}]` : ""}`;
    });
    const line = this.#parser.line;
    throw new LoadError(`${way.join("") || "/"} ${problem}`, { file: this.#file, line });
  }

  #decoded(block: Uint8Array | undefined): string {
    try {
      return block === undefined
        ? (this.#decoder?.decode() ?? "")
        : (this.#decoder?.decode(block, { stream: true }) ?? "");
    } catch {
      return this.fail("holds bytes that are no text in its encoding");
    }
  }

  #enter(name: string): void {
    const counts = this.#counts.at(-1)!;
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    this.names.push(name);
    this.#places.push(count);
    this.#counts.push(new Map());
    this.#texts.push("");
    if (this.names.length > depthMax) this.fail(`stands more than ${depthMax} deep`);
  }

  #leave(): void {
    this.names.pop();
    this.#places.pop();
    this.#counts.pop();
    this.#texts.pop();
  }
}

const rootForm =
  /^\uFEFF?(?:\s|<\?[\s\S]*?\?>|<!--[\s\S]*?-->|<!DOCTYPE[^[>]*(?:\[[^\]]*\]\s*)?>)*<(?:[\w-]+:)?([\w-]+)([^>]*)/;

/** The name of the outermost element, and its attributes as they are written. */
export function rootOf(start: string): { readonly name: string; readonly attributes: string } {
  const [, name = "", attributes = ""] = rootForm.exec(start) ?? [];
  return { name, attributes };
}

export function localName(name: string): string {
  return name.slice(name.indexOf(":") + 1);
}

/** The encoding that the first line says. @throws LoadError for one that is unknown. */
function decoderOf(block: Uint8Array, file: string) {
  const start = textOf(block, 0, Math.min(block.length, 200));
  const [, encoding = "utf-8"] =
    /^\uFEFF?<\?xml[^>]*?encoding\s*=\s*["']([^"']+)["']/.exec(start) ?? [];
  try {
    return new TextDecoder(encoding, { fatal: true });
  } catch {
    throw new LoadError(`has the encoding ${excerpt(encoding)}, which is not read`, { file });
  }
}
