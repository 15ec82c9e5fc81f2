/**
 * Builds the explorer into `dist/explorer`: a page with its script and style, parts that are loaded when
 * a picture or an editor is shown, and a worker with the engine. All names but the page's change with
 * what is in the files.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, resolve } from "node:path";
import { build } from "esbuild";
import { smallChevrotain } from "./chevrotain/plugin.mjs";
import { joined } from "./joined-files.mjs";

const outdir = "dist/explorer";
/** What is joined afterwards. */
const parts = "dist/explorer-parts";

/** @param notice the comment that every script begins with */
export async function buildExplorer(notice) {
  mkdirSync(outdir, { recursive: true });
  const options = {
    outdir,
    bundle: true,
    minify: true,
    splitting: true,
    format: "esm",
    target: "es2022",
    platform: "browser",
    entryNames: "[name]-[hash]",
    chunkNames: "[name]-[hash]",
    assetNames: "[name]-[hash]",
    legalComments: "none",
    metafile: true,
  };
  const worker = await build({
    ...options,
    outdir: `${parts}/worker`,
    entryPoints: ["explorer/backend/worker.ts"],
    // Arrow is no form that the page saves; SQLite would need a file of WebAssembly beside it.
    external: ["@uwdata/flechette", "sql.js"],
    plugins: [{ name: "browser-door", setup: browserDoor }, smallChevrotain()],
  });
  const [engine] = await joined(worker, "explorer/backend/worker.ts", {
    outdir,
    banner: notice,
    // Any picture needs them: one file comes sooner than two in turn.
    withFirst: ["table-of", "citations"],
  });
  const page = await build({
    ...options,
    outdir: `${parts}/page`,
    entryPoints: ["explorer/page.tsx"],
    jsx: "automatic",
    jsxImportSource: "preact",
    define: { workerFile: JSON.stringify(`./${engine}`) },
    plugins: [{ name: "no-inline-style", setup: noInlineStyle }],
  });
  const [script, shared] = await joined(page, "explorer/page.tsx", {
    outdir,
    banner: notice,
    together: [["plots"]],
    // The command draws by it.
    alone: "picture",
  });
  rmSync(parts, { recursive: true });
  const style = await build({
    ...options,
    splitting: false,
    entryPoints: ["explorer/style/style.css", "explorer/mark.svg"],
    loader: { ".svg": "copy" },
  });
  const html = readFileSync("explorer/index.html", "utf8")
    .replace("./page.js", `./${script}`)
    .replace("./shared.js", `./${shared}`)
    .replace("./style.css", `./${nameIn(style, "style.css")}`)
    .replace("./mark.svg", `./${nameIn(style, "mark.svg")}`);
  writeFileSync(`${outdir}/index.html`, html);
  return [worker, page];
}

/** The file that an entry became. */
function nameIn({ metafile }, entry) {
  const [found] = Object.entries(metafile.outputs).find(
    ([, { entryPoint, inputs }]) =>
      entryPoint?.endsWith(`/${entry}`) ||
      Object.keys(inputs).some((path) => path.endsWith(`/${entry}`) && entryPoint === undefined),
  );
  return basename(found);
}

/** The engine is the one for browsers. */
function browserDoor({ onResolve }) {
  onResolve({ filter: /\/index\.ts$/ }, ({ path, resolveDir }) =>
    resolve(resolveDir, path) === resolve("src/index.ts")
      ? { path: resolve("src/browser.ts") }
      : undefined,
  );
}

/**
 * Plots bring their rules in an element, which the policy of the page refuses: the page's own style has
 * them. The build fails when a version of the package has another form.
 */
function noInlineStyle({ onLoad }) {
  onLoad({ filter: /@observablehq\/plot\/src\/plot\.js$/ }, ({ path }) => {
    const text = readFileSync(path, "utf8");
    const contents = text.replace(/svg\.append\("style"\)\.text\(\s*`[^`]*`\s*\)/, "undefined");
    if (contents === text) throw new Error(`${path} has no style that could be left out`);
    return { contents, loader: "js" };
  });
}
