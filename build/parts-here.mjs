/**
 * Parts of the engine for Node, whose synchronous methods load a part when they first need it. Only
 * `require` loads code at once in every supported Node, and it loads no module. So each script of such a
 * part is written a second time, as a function of the modules that were loaded before. `parts-here.js`
 * passes these: the part then has the same classes as all other code.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";

const source = "src/commons/parts-here.ts";
const module = "parts-here.js";

/** Leaves the imports of parts out of the bundles: they are in `parts-here.js`. */
export const partsOutside = {
  name: "parts-outside",
  setup({ onResolve }) {
    onResolve({ filter: /\/parts-here\.ts$/ }, () => ({ path: `./${module}`, external: true }));
  },
};

/**
 * @param outputs of the bundles, as esbuild describes them
 * @param notice the first line of every file
 */
export function writePartsHere({ outputs }, notice) {
  const scripts = new Map(Object.entries(outputs).map(([path, out]) => [basename(path), out]));
  const before = new Set();
  reach("index.js", before);
  const given = new Set();
  const written = new Set();
  const rows = readFileSync(source, "utf8").matchAll(/^import \* as (\w+) from "\.\.\/(.*)";$/gm);
  const parts = Array.from(rows, ([, name, path]) => {
    const [script] = [...scripts].find(([, { entryPoint }]) =>
      entryPoint?.endsWith(`/src/${path}`),
    );
    const reached = new Set();
    reach(script, reached);
    for (const each of reached) {
      if (before.has(each)) given.add(each);
      else written.add(each);
    }
    return `${name}: () => load(${JSON.stringify(`./${script}`)})`;
  });
  for (const script of written) {
    writeFileSync(join("dist", cjsName(script)), asFunction(script));
  }
  const known = [...given].filter((script) => scripts.get(script).exports.length > 0);
  const text = [
    notice,
    'import { existsSync } from "node:fs";',
    'import { createRequire } from "node:module";',
    ...known.map((script, at) => `import * as given${at} from "./${script}";`),
    "",
    "const require = createRequire(import.meta.url);",
    "const loaded = new Map([",
    ...known.map((script, at) => `  ["./${script}", () => given${at}],`),
    "]);",
    "",
    "function load(script) {",
    "  const known = loaded.get(script);",
    "  if (known !== undefined) return known();",
    '  const exports = require(script.replace(/js$/, "cjs"))(load);',
    "  loaded.set(script, () => exports);",
    "  return exports;",
    "}",
    "",
    `const isHere = existsSync(new URL("./${cjsName([...written][0])}", import.meta.url));`,
    `export const partsHere = isHere ? { ${parts.join(", ")} } : undefined;`,
    "",
  ];
  writeFileSync(join("dist", module), text.join("\n"));

  /** Adds a script and all that it loads at once. */
  function reach(script, reached) {
    if (reached.has(script)) return;
    reached.add(script);
    for (const { path, kind } of scripts.get(script).imports) {
      if (kind === "import-statement" && scripts.has(basename(path)))
        reach(basename(path), reached);
    }
  }
}

/** What a script imports it asks of `load`; what it exports it returns. */
function asFunction(script) {
  let returned = "";
  const body = readFileSync(join("dist", script), "utf8")
    .replace(/^import "\.\/[^"]+";\n/gm, "")
    .replace(/^import \{([^}]*)\} from "(\.\/[^"]+)";$/gm, (_, names, path) => {
      const pairs = names.replace(/(\S+) as (\S+)/g, "$1: $2");
      return `const {${pairs}} = load("${path}");`;
    })
    .replace(/^export \{([^}]*)\};$/gm, (_, names) => {
      returned = `return {${names.replace(/(\S+) as (\S+?)(,?)$/gm, "$2: $1$3")}};`;
      return "";
    });
  const left = /^(?:import|export)\b.*/m.exec(body);
  if (left !== null) throw new Error(`${script}: no function can hold ${left[0]}`);
  return `"use strict";\nmodule.exports = (load) => {\n${body}${returned}\n};\n`;
}

function cjsName(script) {
  return script.replace(/js$/, "cjs");
}
