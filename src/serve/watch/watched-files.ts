/** Notices changes of files and folders. */
import { type BigIntStats, readdirSync, statSync } from "node:fs";
import { join } from "node:path";

/** Milliseconds between two looks at the files. */
const lookingPause = 250;
/** A look at many files takes long: this times its own time passes until the next one. */
const lookingShare = 20;
/** Milliseconds without a change after which they are reported: files are written in pieces. */
const calm = 300;

/**
 * Looks at sizes, times and numbers of the files again and again. Events of the system would cost less,
 * but they end with the file or folder that was first there under a name: an editor saves by a rename.
 */
export class WatchedFiles {
  readonly #paths: readonly string[];
  #seen: string;
  #timer: NodeJS.Timeout | undefined;

  /** Changes from now on count. */
  constructor(paths: readonly string[]) {
    this.#paths = paths;
    this.#seen = stateOf(paths);
  }

  /** @throws TypeError for a path that is not there now */
  requireAll(): void {
    const missing = this.#paths.find((path) => statsOf(path) === undefined);
    if (missing !== undefined) throw new TypeError(`watch: there is no file ${missing}`);
  }

  /**
   * Calls back once after each burst of changes.
   *
   * @returns ends the watching
   */
  watch(onChange: () => void): () => void {
    let isChanged = false;
    let changedAt = 0;
    const look = () => {
      const started = performance.now();
      const state = stateOf(this.#paths);
      const now = performance.now();
      if (state !== this.#seen) {
        this.#seen = state;
        isChanged = true;
        changedAt = now;
      } else if (isChanged && now - changedAt >= calm) {
        isChanged = false;
        onChange();
      }
      const wait = Math.max(lookingPause, lookingShare * (now - started));
      this.#timer = setTimeout(look, isChanged ? Math.min(wait, calm) : wait);
    };
    if (this.#paths.length > 0) look();
    return () => clearTimeout(this.#timer);
  }
}

/** A text that changes with each file. Hidden files and folders of tools are not loaded, and not seen. */
function stateOf(paths: readonly string[]): string {
  const lines: string[] = [];
  const folders = new Set<string>();
  const look = (path: string) => {
    const stats = statsOf(path);
    if (stats === undefined) return lines.push(path);
    const { dev, ino, size, mtimeNs, ctimeNs } = stats;
    if (!stats.isDirectory()) {
      return lines.push(`${path}\t${dev}\t${ino}\t${size}\t${mtimeNs}\t${ctimeNs}`);
    }
    // A link may lead to a folder that was seen.
    const folder = `${dev}\t${ino}`;
    if (folders.has(folder)) return lines.push(path);
    folders.add(folder);
    for (const name of namesIn(path)) {
      if (!(name.startsWith(".") || name === "node_modules")) look(join(path, name));
    }
    return lines.push(path, folder);
  };
  for (const path of paths) look(path);
  return lines.join("\n");
}

/** Undefined for what is not there now. */
function statsOf(path: string): BigIntStats | undefined {
  try {
    return statSync(path, { bigint: true });
  } catch {
    return undefined;
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    return [];
  }
}
