/**
 * Leaves out of bundles what our finished grammar never runs of chevrotain: checks of grammars, error
 * recovery, syntax trees, diagrams, analysis of patterns, and lodash. `test/dist/expressions.test.ts`
 * holds what is left against the whole. A bundle fails when a version of chevrotain has no such module
 * or name any more.
 */
import { readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const leftOut = join(here, "left-out.mjs");
const lodash = join(here, "lodash.mjs");

/**
 * By module: the names that `left-out.mjs` has for it, instead of the whole module, or beside the other
 * names of the module (`rest`).
 */
export const parts = {
  "chevrotain/lib/src/parse/grammar/checks.js": {
    names: [
      "validateGrammar",
      "validateLookahead",
      "validateNoLeftRecursion",
      "validateEmptyOrAlternative",
      "validateAmbiguousAlternationAlternatives",
      "validateSomeNonEmptyLookaheadPath",
      "validateTooManyAlts",
      "validateRuleIsOverridden",
      "validateRuleDoesNotAlreadyExist",
    ],
  },
  "chevrotain/lib/src/scan/lexer.js": {
    names: ["validatePatterns", "performRuntimeChecks", "performWarningRuntimeChecks"],
    rest: true,
  },
  "chevrotain/lib/src/parse/errors_public.js": {
    names: [
      "defaultParserErrorProvider",
      "defaultGrammarResolverErrorProvider",
      "defaultGrammarValidatorErrorProvider",
    ],
  },
  "chevrotain/lib/src/scan/lexer_errors_public.js": { names: ["defaultLexerErrorProvider"] },
  "@chevrotain/gast/lib/src/api.js": {
    names: ["serializeGrammar", "serializeProduction"],
    rest: true,
  },
  "@chevrotain/utils/lib/src/api.js": {
    names: ["PRINT_ERROR", "PRINT_WARNING", "timer"],
    rest: true,
  },
  "chevrotain/lib/src/scan/reg_exp.js": {
    names: ["failedOptimizationPrefixMsg", "getOptimizedStartCodesIndices", "canMatchCharCode"],
  },
  "chevrotain/lib/src/scan/reg_exp_parser.js": {
    names: ["getRegExpAst", "clearRegExpParserCache"],
  },
  "@chevrotain/regexp-to-ast/lib/src/api.js": { names: ["BaseRegExpVisitor"] },
  "chevrotain/lib/src/diagrams/render_public.js": { names: ["createSyntaxDiagramsCode"] },
  "@chevrotain/cst-dts-gen/lib/src/api.js": { names: ["generateCstDts"] },
  "chevrotain/lib/src/parse/grammar/interpreter.js": {
    names: [
      "nextPossibleTokensAfter",
      "NextAfterTokenWalker",
      "NextTerminalAfterManyWalker",
      "NextTerminalAfterManySepWalker",
      "NextTerminalAfterAtLeastOneWalker",
      "NextTerminalAfterAtLeastOneSepWalker",
    ],
    rest: true,
  },
  "chevrotain/lib/src/parse/grammar/follow.js": { names: ["computeAllProdsFollows"] },
  "chevrotain/lib/src/parse/parser/traits/context_assist.js": { names: ["ContentAssist"] },
  "chevrotain/lib/src/parse/parser/traits/recoverable.js": {
    names: ["Recoverable", "IN_RULE_RECOVERY_EXCEPTION"],
  },
  "chevrotain/lib/src/parse/parser/traits/tree_builder.js": { names: ["TreeBuilder"] },
  "chevrotain/lib/src/parse/parser/traits/perf_tracer.js": { names: ["PerformanceTracer"] },
};

/** @param table `parts`, or another table of that form */
export function smallChevrotain(table = parts) {
  return { name: "small-chevrotain", setup: (build) => setUp(build, table) };
}

function setUp({ onStart, onResolve, onLoad, onEnd }, table) {
  const met = new Set();
  onStart(async () => {
    met.clear();
    // Its modules import each other in circles: they load in any order only after the package's own.
    await import("chevrotain");
  });
  onResolve({ filter: /^lodash-es$/ }, ({ importer }) =>
    keyOf(importer) === undefined ? undefined : { path: lodash },
  );
  onResolve({ filter: /^(?:\.|@chevrotain\/)/ }, ({ path, importer, resolveDir, namespace }) => {
    if (namespace !== "file" || keyOf(importer) === undefined) return undefined;
    const target = path.startsWith(".") ? resolve(resolveDir, path) : packageDoor(path, resolveDir);
    const key = keyOf(target);
    return Object.hasOwn(table, key) ? { path: target, namespace: "left-out" } : undefined;
  });
  onLoad({ filter: /.*/, namespace: "left-out" }, async ({ path }) => {
    const key = keyOf(path);
    const { names, rest = false } = table[key];
    met.add(key);
    const whole = await import(pathToFileURL(path).href);
    const gone = names.filter((name) => !Object.hasOwn(whole, name));
    if (gone.length > 0) throw new Error(`${key} has no ${gone.join(", ")} that could be left out`);
    return {
      contents: [
        rest ? `export * from ${JSON.stringify(path)};` : "",
        `export { ${names.join(", ")} } from ${JSON.stringify(leftOut)};`,
      ].join("\n"),
      resolveDir: dirname(path),
    };
  });
  onEnd(() => {
    const missed = Object.keys(table).filter((key) => !met.has(key));
    if (met.size === 0 || missed.length === 0) return undefined;
    return { errors: missed.map((key) => ({ text: `chevrotain no longer imports ${key}` })) };
  });
}

/** A module of chevrotain or of its own packages: its path from `node_modules`. */
function keyOf(path) {
  return /\/node_modules\/((?:@chevrotain\/[^/]+|chevrotain)\/.*)$/.exec(path)?.[1];
}

function packageDoor(name, from) {
  for (let folder = from; ; folder = dirname(folder)) {
    const home = join(folder, "node_modules", name);
    const found = readable(join(home, "package.json"));
    if (found !== undefined) return join(home, JSON.parse(found).exports["."].import);
    if (folder === dirname(folder)) throw new Error(`${name} is not installed`);
  }
}

function readable(path) {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}
