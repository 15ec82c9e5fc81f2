/** Runs an example of the documents in a page. Each run is a worker of its own. */
import { format } from "node-inspect-extracted";

self.addEventListener("message", async ({ data: name }: MessageEvent<string>) => {
  const print = (...values: readonly unknown[]) => self.postMessage({ line: format(...values) });
  Object.assign(console, { log: print, info: print, warn: print, error: print });
  try {
    const module = new URL(`./${name}.js`, import.meta.url);
    await import(module.href);
    self.postMessage({});
  } catch (error) {
    self.postMessage({ error: error instanceof Error ? error.message : format(error) });
  }
});
