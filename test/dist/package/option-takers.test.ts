/** Which public functions take options, by the declarations of the built package. `npm run build` comes first. */
import { createRequire } from "node:module";
import { expect, test } from "vitest";
import { packageDoors } from "../../tidy/api-report.ts";
import { projectRoot } from "../../tidy/source-tree.ts";
import { calls, ofCalls } from "../../unit/options/option-calls.ts";

// The compiler that rolls the declarations up: the newest one has no such interface.
const home = new URL("build/declarations/", `file://${projectRoot}/`);
const ts = createRequire(home)("typescript") as Compiler;

// What is used of it.
interface Compiler {
  readonly TypeFlags: Readonly<Record<string, number>>;
  readonly SymbolFlags: Readonly<Record<string, number>>;
  readonly ModuleKind: Readonly<Record<string, number>>;
  readonly ModuleResolutionKind: Readonly<Record<string, number>>;
  readonly ScriptTarget: Readonly<Record<string, number>>;
  createProgram(files: readonly string[], options: object): Program;
}
interface Program {
  getTypeChecker(): Checker;
  getSourceFile(path: string): NodeLike;
}
interface Checker {
  getNonNullableType(type: TypeLike): TypeLike;
  isArrayLikeType(type: TypeLike): boolean;
  getTypeOfSymbolAtLocation(symbol: SymbolLike, at: NodeLike): TypeLike;
  getDeclaredTypeOfSymbol(symbol: SymbolLike): TypeLike;
  getSymbolAtLocation(at: NodeLike): SymbolLike;
  getExportsOfModule(symbol: SymbolLike): readonly SymbolLike[];
  getAliasedSymbol(symbol: SymbolLike): SymbolLike;
}
interface TypeLike {
  readonly flags: number;
  readonly types?: readonly TypeLike[];
  isUnion(): boolean;
  getProperties(): readonly SymbolLike[];
  getCallSignatures(): readonly { readonly parameters: readonly SymbolLike[] }[];
}
interface SymbolLike {
  readonly name: string;
  readonly flags: number;
  readonly declarations?: readonly NodeLike[];
}
interface NodeLike {
  getSourceFile(): { readonly fileName: string };
}

/** Every name below an export that is called with an object whose members may all be left out. */
function takers(): readonly string[] {
  const files = packageDoors.map((door) => `${projectRoot}/dist/${door}.d.ts`);
  const program = ts.createProgram(files, {
    strict: true,
    skipLibCheck: true,
    noEmit: true,
    module: ts.ModuleKind["NodeNext"],
    moduleResolution: ts.ModuleResolutionKind["NodeNext"],
    target: ts.ScriptTarget["ES2022"],
  });
  const checker = program.getTypeChecker();
  const found: string[] = [];
  const seen = new Set<unknown>();
  const isOptions = (given: TypeLike): boolean => {
    const type = checker.getNonNullableType(given);
    if (type.isUnion()) return type.types!.some(isOptions);
    if ((type.flags & (ts.TypeFlags["Object"]! | ts.TypeFlags["Intersection"]!)) === 0)
      return false;
    const members = type.getProperties();
    const isPlain = !checker.isArrayLikeType(type) && type.getCallSignatures().length === 0;
    return (
      isPlain &&
      members.length > 0 &&
      members.every((one: SymbolLike) => (one.flags & ts.SymbolFlags["Optional"]!) !== 0)
    );
  };
  const visit = (name: string, type: TypeLike, at: NodeLike, depth: number): void => {
    const parameters = type.getCallSignatures().flatMap((one) => one.parameters);
    if (
      parameters.some((one: SymbolLike) => isOptions(checker.getTypeOfSymbolAtLocation(one, at)))
    ) {
      found.push(name);
    }
    if (depth > 2 || seen.has(type) || (type.flags & ts.TypeFlags["Object"]!) === 0) return;
    seen.add(type);
    for (const member of type.getProperties()) {
      const [declared] = member.declarations ?? [];
      if (!declared?.getSourceFile().fileName.startsWith(`${projectRoot}/dist/`)) continue;
      const own = checker.getTypeOfSymbolAtLocation(member, at);
      visit(`${name}.${member.name}`, own, at, depth + 1);
    }
  };
  const exported = files.flatMap((file) =>
    checker.getExportsOfModule(checker.getSymbolAtLocation(program.getSourceFile(file))),
  );
  // A class shows its methods before what returns or extends it does.
  for (const name of classes) {
    const symbol = original(exported.find((one) => one.name === name)!);
    visit(name, checker.getDeclaredTypeOfSymbol(symbol), symbol.declarations![0]!, 0);
  }
  for (const one of exported) {
    const symbol = original(one);
    const at = symbol.declarations![0]!;
    const isType = symbol.flags & (ts.SymbolFlags["Class"]! | ts.SymbolFlags["Interface"]!);
    const type = isType
      ? checker.getDeclaredTypeOfSymbol(symbol)
      : checker.getTypeOfSymbolAtLocation(symbol, at);
    visit(one.name, type, at, 0);
  }
  return found;

  function original(one: SymbolLike) {
    return one.flags & ts.SymbolFlags["Alias"]! ? checker.getAliasedSymbol(one) : one;
  }
}

const classes = ["Commons", "Table", "PerSeries", "Grouped", "WorldMaker"];

/** As the rows of options name them: a method by its own name, an endpoint with its version. */
const nameOf = (taker: string) =>
  taker.replace(/^(Commons|Service|Table|Grouped|PerSeries|WorldMaker)\./, "");

/** Held by what others are held by, and tested there. */
const elsewhere: Readonly<Record<string, RegExp>> = {
  "every endpoint, in `test/unit/options/required-options.test.ts`": /^v[012]\.(pages\.)?\w+$/,
  "`fetch`, there, too": /(^|\.)fetch$/,
  "`ask` and `service` of a Commons, which these call":
    /^(AskedCommons|RemoteReader|RemoteService|RdfSource|Recorder)\.(ask|service|answer|getQuads|replay|save)$/,
  "`mock`, which makes the fork": /^Mock\.fork$/,
  "`open`, when it opens the rows; `open` of what is kept": /^(rows|openKept)$/,
  "interfaces that others implement": /^(BlockStore|PublishTarget)\./,
  "`serve`, which alone calls it": /^servedDouble$/,
};

test("every public function that takes options is called with wrong ones", () => {
  const all = takers().map(nameOf);
  const listed = new Set(
    Object.keys({ ...calls, ...ofCalls }).map((name) => name.replace("_", "")),
  );
  expect(all.length).toBeGreaterThan(80);
  const missing = all.filter(
    (name) => !(listed.has(name) || Object.values(elsewhere).some((one) => one.test(name))),
  );
  expect([...new Set(missing)]).toEqual([]);
  // No row of the list is about what is not there any more.
  const idle = Object.values(elsewhere).filter((one) => !all.some((name) => one.test(name)));
  expect(idle).toEqual([]);
});
