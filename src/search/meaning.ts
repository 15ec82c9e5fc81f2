/** The table of the package, which the first search that compares meanings reads. */
import { TokenTable } from "./token-table.ts";

/** It lies next to the code, in the package and here. Bundlers of pages find it by this line. */
const addressOf = () => new URL("./meaning.bin", import.meta.url);

type ReadFile = (address: URL) => Uint8Array;

/** A table, or the reason why there is none. */
export class Meaning {
  #read: ReadFile | undefined;
  #table: TokenTable | undefined;
  #loading: Promise<void> | undefined;

  /** For places with files: searches need not wait for the table. */
  provide(read: ReadFile): void {
    this.#read = read;
  }

  /** Undefined where there is none, or while a page loads it: then words alone are compared. */
  get table(): TokenTable | undefined {
    if (this.#loading === undefined) void this.load();
    return this.#table;
  }

  /** Loads the table, once. It never rejects: without the table, words are compared. */
  load(): Promise<void> {
    this.#loading ??= this.#load();
    return this.#loading;
  }

  // Not async before the first wait: where files are read at once, the table is there at once.
  #load(): Promise<void> {
    try {
      const address = addressOf();
      // Without a reader of files, a file cannot be had: the door of remote worlds has none.
      if (this.#read === undefined && address.protocol !== "file:") return this.#fetched(address);
      if (this.#read !== undefined) this.#take(this.#read(address));
    } catch (error) {
      warn(error);
    }
    return Promise.resolve();
  }

  async #fetched(address: URL): Promise<void> {
    try {
      const response = await fetch(address);
      if (!response.ok) throw new Error(`the answer is ${response.status}`);
      this.#take(new Uint8Array(await response.arrayBuffer()));
    } catch (error) {
      warn(error);
    }
  }

  #take(bytes: Uint8Array): void {
    const table = TokenTable.of(bytes);
    if (typeof table === "string") throw new Error(table);
    this.#table = table;
  }
}

/** Once: the table is loaded once. */
function warn(error: unknown): void {
  const reason = error instanceof Error ? error.message : String(error);
  // biome-ignore lint/suspicious/noConsole: no caller waits for the table, and answers are others without it.
  console.warn(
    `pocket-commons: searches compare words, not meanings: meaning.bin cannot be used: ${reason}`,
  );
}

/** One for all worlds. */
export const meaning: Meaning = new Meaning();
