/**
 * Bundles what tsc leaves in TypeScript: one module per door and what doors share, with the packages
 * that are used from synchronous code inside, since loading those file by file takes longer than most
 * programs run. The command is a bundle of its own with the packages that only it needs, so that
 * users of the library do not install them. What would stay outside is in `dependencies`.
 *
 * Our code is not minified: stack traces and debuggers show it as it is without source maps, which
 * would be two thirds of the package. Its comments go, and the packages inside are minified: every start reads less.
 */
import { copyFileSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join, relative, resolve } from "node:path";
import { build, transform } from "esbuild";
import { smallChevrotain } from "./chevrotain/plugin.mjs";
import { rollUp } from "./declarations/declarations.mjs";
import { buildExplorer } from "./explorer.mjs";
import { licencesOf, packagesIn } from "./licences.mjs";
import { partsOutside, writePartsHere } from "./parts-here.mjs";

const {
  name,
  version,
  license,
  dependencies = {},
  peerDependencies = {},
} = JSON.parse(readFileSync("package.json", "utf8"));

/** Doors that share modules with each other. */
const library = [
  "index",
  "browser",
  "wire",
  "engine",
  "lint",
  "expressions",
  "rdf",
  "remote",
  "parts",
  "testing",
];

/** What users import. */
const doors = [...library, "analysis", "operate", "serve", "mcp", "msw", "kept"];

/** Readers that the loader imports on demand, and of whose formats threads get chunks. */
const readByThreads = /\/(?:tmcf-csv|table-rows)\.ts$/;

/** Bundlers and minifiers keep such a comment. */
const notice = `/*! pocket-commons ${version} (${license}); packages inside: see dist/THIRD-PARTY-LICENSES */`;

/** Nobody imports it: with it, errors have a module without all that every door needs beside them. */
const errorsAlone = "errors-alone";

/** By the room or the file that imports a part on demand: what the part is made to reach. */
const page = "browser.ts";
const files = "commons/opening/load-files.ts";
const loader = [page, "commons/opening/open-sources.ts", files];
const doorsOfLate = {
  [files]: loader,
  "commons/with-files.ts": ["commons/with-files.ts", files],
  "commons/with-parts.ts": ["commons/with-files.ts", files],
  "commons/opening/file-sources.ts": ["commons/with-files.ts", files],
  "commons/opening/open-stored.ts": loader,
  "commons/opening/open-sources.ts": loader,
  "commons/without-files.ts": loader,
  load: loader,
};

/** Without such marks, which go with white space, a bundler keeps calls that nobody needs. */
const marksPure = /[@#]__PURE__/;

const smallPackages = { name: "small-packages", setup: minifyPackages };
const noComments = { name: "no-comments", setup: dropComments };

const options = {
  outdir: "dist",
  bundle: true,
  format: "esm",
  target: "es2023",
  // Neither Node nor a browser: of a package that comes in two forms, the one that runs anywhere.
  platform: "neutral",
  mainFields: ["module", "main"],
  // Their other forms ask for modules of Node.
  alias: {
    "lru-cache": resolve("node_modules/lru-cache/dist/esm/browser/index.min.js"),
    fflate: resolve("node_modules/fflate/esm/browser.js"),
  },
  external: ["node:*", ...Object.keys({ ...dependencies, ...peerDependencies })],
  banner: { js: notice },
  metafile: true,
};

const bundles = await Promise.all([
  build({
    ...options,
    entryPoints: [
      ...library.map((door) => ({ in: `src/${door}.ts`, out: door })),
      { in: "src/errors/errors.ts", out: errorsAlone },
    ],
    splitting: true,
    chunkNames: "shared-[hash]",
    plugins: [
      partsOutside,
      { name: "late-parts", setup: lateParts },
      { name: "late-parser", setup: lateParser },
      { name: "turtle", setup: parserOfTurtle },
      smallChevrotain(),
      smallPackages,
      noComments,
    ],
  }),
  // Functions that import nothing: among the doors that share modules, they would cut one more out.
  build({ ...options, entryPoints: ["src/analysis.ts"] }),
  build({
    ...options,
    entryPoints: ["src/msw.ts"],
    plugins: [{ name: "testing-outside", setup: testingOutside }],
  }),
  build({
    ...options,
    entryPoints: ["src/kept.ts"],
    plugins: [{ name: "browser-outside", setup: browserOutside }],
  }),
  // What a thread runs needs little, and shares nothing: it starts soonest from one small file.
  build({
    ...options,
    entryPoints: ["src/load-worker.ts"],
    plugins: [{ name: "late-outside", setup: lateOutside }, smallPackages, noComments],
  }),
  build({
    ...options,
    entryPoints: ["src/cli/demo.ts"],
    plugins: [{ name: "library-outside", setup: libraryOutside }],
  }),
  build({
    ...options,
    entryPoints: [
      "src/cli.ts",
      "src/operate.ts",
      "src/serve.ts",
      "src/serve-worker.ts",
      "src/mcp.ts",
    ],
    platform: "node",
    // A package that colours borders of tables; ours have none.
    external: [...options.external, "@colors/colors"],
    // Packages in CommonJS ask for modules of Node by `require`.
    banner: {
      js: `${notice}\nimport { createRequire } from "node:module";\nconst require = createRequire(import.meta.url);`,
    },
    plugins: [{ name: "library-outside", setup: libraryOutside }, smallPackages, noComments],
  }),
]);
await Promise.all(bundles.flatMap(({ metafile }) => Object.keys(metafile.outputs).map(closeUp)));
writePartsHere(bundles[0].metafile, notice);
rmSync(`dist/${errorsAlone}.js`);
const explorer = await buildExplorer(notice);
// The table of meanings lies next to the code that reads it.
copyFileSync("src/search/meaning.bin", "dist/meaning.bin");
writeFileSync("dist/THIRD-PARTY-LICENSES", licencesOf(packagesIn([...bundles, ...explorer])));
await rollUp("dist", doors);

/**
 * What is imported on demand shares modules with the doors. It is made to reach all that its door does:
 * else each such part would cut what is shared into more modules, which every start would load. What
 * browsers load, too, must reach nothing more: all that no room with files imports. The loader is such
 * a part, and has parts itself.
 */
function lateParts({ onResolve, onLoad }) {
  onResolve({ filter: /^\./ }, ({ kind, path, resolveDir, importer }) => {
    if (kind !== "dynamic-import") return undefined;
    const target = join(resolveDir, path);
    // The doors for tests take the door of the place, which stands in `exports`.
    if (relative("src", target) === "index.ts") return { path: name, external: true };
    const file = relative("src", importer);
    const reached = doorsOfLate[file] ?? doorsOfLate[file.replace(/\/.*/, "")] ?? [page];
    return { path: target, namespace: "late", pluginData: reached };
  });
  onLoad({ filter: /.*/, namespace: "late" }, ({ path, pluginData: reached }) => ({
    contents: [
      `export * from ${JSON.stringify(path)};`,
      ...reached.map((door, at) => {
        const module = JSON.stringify(join(process.cwd(), "src", door));
        return `export * as reached${at} from ${module};`;
      }),
    ].join("\n"),
    loader: "ts",
    resolveDir: process.cwd(),
  }));
}

/**
 * The parser of SPARQL is made ready by the first query. It takes a tenth of what a short program takes
 * beyond Node's own start, and most programs ask no such query.
 */
function lateParser({ onResolve, onLoad }) {
  onResolve({ filter: /^sparqljs$/ }, ({ path, kind }) =>
    kind === "import-statement" ? { path, namespace: "late-parser" } : undefined,
  );
  onLoad({ filter: /.*/, namespace: "late-parser" }, ({ path }) => ({
    contents: `export function Parser() { return new (require("${path}").Parser)(); }`,
    resolveDir: process.cwd(),
  }));
}

/**
 * Licences stay: those that packages do not mark as such are in a file of their own. What marks its calls as
 * pure keeps its form: without these marks all of it would be in each bundle that uses some of it.
 */
function minifyPackages({ onLoad }) {
  onLoad({ filter: /\/node_modules\/.*\.m?js$/ }, async ({ path }) => {
    const { target } = options;
    const text = await readFile(path, "utf8");
    const how = marksPure.test(text)
      ? { minifySyntax: true, minifyIdentifiers: true }
      : { minify: true };
    const { code } = await transform(text, { ...how, legalComments: "inline", target });
    return { contents: code, loader: "js" };
  });
}

/** What came of packages, between the comments that name files, as few characters as it can be. */
async function closeUp(path) {
  const { target } = options;
  const pieces = readFileSync(path, "utf8").split(
    /^(?=\/\/ (?:src|node_modules|build)\/|\/\/ late|export \{)/m,
  );
  const closed = pieces.map(async (piece) => {
    if (!piece.startsWith("// node_modules/") || marksPure.test(piece)) return piece;
    const [name] = piece.split("\n", 1);
    const how = { minifyWhitespace: true, legalComments: "inline", target };
    return `${name}\n${(await transform(piece, how)).code}`;
  });
  writeFileSync(path, (await Promise.all(closed)).join(""));
}

/** Every start reads what a bundle holds: declarations have the comments, and stack traces the lines. */
function dropComments({ onLoad }) {
  onLoad({ filter: /\/src\/.*\.ts$/ }, async ({ path }) => {
    const { target } = options;
    const text = await readFile(path, "utf8");
    if (marksPure.test(text)) return undefined;
    const tsconfigRaw = { compilerOptions: { verbatimModuleSyntax: true } };
    const how = { minifyWhitespace: true, loader: "ts", target, tsconfigRaw };
    return { contents: (await transform(text, how)).code, loader: "js" };
  });
}

/** All else that the loader imports on demand reads formats of which threads get no chunks. */
function lateOutside({ onResolve, onLoad }) {
  onResolve({ filter: /^\./ }, ({ kind, path }) =>
    kind === "dynamic-import" && !readByThreads.test(path)
      ? { path, namespace: "late-outside" }
      : undefined,
  );
  onLoad({ filter: /.*/, namespace: "late-outside" }, () => ({ contents: "" }));
}

/** Of N3.js the parser alone: its streams ask for modules of Node. */
function parserOfTurtle({ onResolve, onLoad }) {
  onResolve({ filter: /^n3$/ }, ({ path }) => ({ path, namespace: "turtle" }));
  onLoad({ filter: /.*/, namespace: "turtle" }, () => ({
    contents: 'export { default as Parser } from "./node_modules/n3/src/N3Parser.js";',
    resolveDir: process.cwd(),
  }));
}

/** The door for msw is a few lines over the door for tests, which lies next to it. */
function testingOutside({ onResolve }) {
  onResolve({ filter: /\/testing\/mock\.ts$/ }, () => ({
    path: "./testing.js",
    external: true,
  }));
}

/** Pages have the library already: what they keep opens with it. */
function browserOutside({ onResolve }) {
  onResolve({ filter: /\/(?:without-files|errors)\.ts$/ }, () => ({
    path: "./browser.js",
    external: true,
  }));
}

/** Programs and the server import the library, and programs the server, as they lie next to them. */
function libraryOutside({ onResolve }) {
  onResolve({ filter: /\.ts$/ }, ({ path, resolveDir, kind }) => {
    const door = relative("src", join(resolveDir, path)).replace(/\.ts$/, "");
    const isOutside = doors.includes(door) && kind !== "entry-point";
    return isOutside ? { path: `./${door}.js`, external: true } : undefined;
  });
}
