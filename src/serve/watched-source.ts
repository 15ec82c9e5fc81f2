/** A source that is loaded again when its files change. */
import { type FSWatcher, statSync, watch } from "node:fs";
import { basename, dirname } from "node:path";

/** Milliseconds without a change after which a source is loaded: files are written in pieces. */
const calmMilliseconds = 300;

/**
 * Calls back once after each burst of changes to files or folders.
 *
 * @returns ends the watching
 */
export function watchFiles(paths: readonly string[], onChange: () => void): () => void {
  let timer: NodeJS.Timeout | undefined;
  const changed = () => {
    clearTimeout(timer);
    timer = setTimeout(onChange, calmMilliseconds);
  };
  const watchers: FSWatcher[] = paths.map((path) => {
    if (statSync(path).isDirectory()) return watch(path, { recursive: true }, changed);
    // A file that another one replaces is watched no more: its folder tells of both.
    const name = basename(path);
    return watch(dirname(path), (_event, file) => {
      if (file === name) changed();
    });
  });
  return () => {
    clearTimeout(timer);
    for (const watcher of watchers) watcher.close();
  };
}
