/** The package as a user has it: packed by npm, unpacked into the node_modules of a new project. */
import { execFileSync } from "node:child_process";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { projectRoot, read } from "../tidy/source-tree.ts";

const manifest = JSON.parse(read("package.json")) as {
  readonly dependencies?: Readonly<Record<string, string>>;
};
/** Packages that an installation brings along. */
export const dependencies: readonly string[] = Object.keys(manifest.dependencies ?? {});

/** Lies outside of the project, whose own node_modules would answer for packages that are missing. */
export class InstalledPackage {
  /** Folder of the project that uses the package. */
  readonly home: string;
  /** Folder of the package in it. */
  readonly root: string;

  /** @param packages what an installation would bring along, and what the using project has itself */
  constructor(packages: readonly string[]) {
    this.home = mkdtempSync(join(tmpdir(), "pocket-commons-user-"));
    this.root = join(this.home, "node_modules", "pocket-commons");
    mkdirSync(this.root, { recursive: true });
    execFileSync("npm", ["pack", "--ignore-scripts", "--pack-destination", this.home], {
      cwd: projectRoot,
      stdio: "pipe",
    });
    const tarball = readdirSync(this.home).find((name) => name.endsWith(".tgz"))!;
    execFileSync("tar", ["-xzf", tarball, "-C", this.root, "--strip-components=1"], {
      cwd: this.home,
    });
    for (const name of packages) {
      const link = join(this.home, "node_modules", name);
      mkdirSync(dirname(link), { recursive: true });
      symlinkSync(join(projectRoot, "node_modules", name), link);
    }
    symlinkSync(join(this.root, "data-samples"), join(this.home, "data-samples"));
    this.write("package.json", JSON.stringify({ name: "user", private: true, type: "module" }));
  }

  /** Every file of the package, relative to its root, in order. */
  files(): string[] {
    return readdirSync(this.root, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(this.root.length + 1))
      .sort();
  }

  /** Text of a file of the package. */
  read(path: string): string {
    return readFileSync(join(this.root, path), "utf8");
  }

  /** Writes a file of the using project. */
  write(name: string, text: string): void {
    writeFileSync(join(this.home, name), text);
  }

  /** Runs a module of the using project in a Node of its own; what it prints. */
  node(...args: readonly string[]): string {
    return run(process.execPath, args, this.home);
  }

  /** Runs lines in a shell, in the using project; what they print. */
  shell(lines: string): string {
    return run("sh", ["-ec", lines], this.home);
  }

  /**
   * Compiles modules of the using project strictly, declarations included; the messages, none when
   * all is well.
   */
  compile(settings: Readonly<Record<string, unknown>>, ...texts: readonly string[]): string {
    return this.compileWith("node_modules/typescript", settings, ...texts);
  }

  /** The same with the compiler in a folder of this project. */
  compileWith(
    typescript: string,
    settings: Readonly<Record<string, unknown>>,
    ...texts: readonly string[]
  ): string {
    const compilerOptions = {
      target: "es2023",
      types: ["node"],
      strict: true,
      noEmit: true,
      ...settings,
    };
    const files = texts.map((_text, at) => `use-${at}.ts`);
    for (const [at, text] of texts.entries()) this.write(files[at]!, text);
    this.write("tsconfig.json", JSON.stringify({ compilerOptions, files }));
    return this.node(join(projectRoot, typescript, "bin/tsc"), "-p", ".");
  }

  remove(): void {
    rmSync(this.home, { recursive: true });
  }
}

function run(command: string, args: readonly string[], cwd: string): string {
  try {
    return execFileSync(command, args, { cwd, encoding: "utf8", stdio: "pipe" });
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    return `${stdout}${stderr}`;
  }
}
