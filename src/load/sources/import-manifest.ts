/**
 * The official `manifest.json` of an import: `import_specifications`, each with the name and the URL
 * of its provenance and `import_inputs`, which name templates, their tables and files of nodes by
 * path or pattern (behaviour: inputs 6). What else it says is for the service that runs imports.
 */

import { type Finding, shown } from "../bytes/diagnostics.ts";
import type { FileTree } from "../bytes/file-tree.ts";
import { basename, byteOrder, join } from "../bytes/paths.ts";
import type { ProvenanceFacts } from "../statements/provenance.ts";
import { hintOf } from "../values/slips.ts";
import { isPattern, leadsOutside, matchesPattern } from "./file-patterns.ts";

/** A file of an import. */
export interface ImportFile {
  readonly path: string;
  /** Undefined for an import without a name. */
  readonly provenance: ProvenanceFacts | undefined;
  readonly as: "template" | "table" | "other";
  /** Paths of the templates of a table; those whose columns it has read it if there are several. */
  readonly templates: readonly string[];
  /** Why it is not read: what it needs is not there. */
  readonly unread?: Finding;
}

interface ImportManifest {
  readonly files: readonly ImportFile[];
  readonly findings: readonly Finding[];
}

const specifications = "import_specifications";
const baseName = "dc/base/";

/** Where the entries of a manifest are looked up. */
interface Lookup {
  readonly folder: string;
  readonly tree: FileTree;
  /** Of the manifest. */
  readonly text: string;
  /** Whether they may lead out of the folder. */
  readonly allowsOutside: boolean;
}

/** Says whether a manifest is that of official imports. */
export function isImportManifest(value: Readonly<Record<string, unknown>>): boolean {
  return Array.isArray(value[specifications]);
}

export async function readImportManifest(
  value: Readonly<Record<string, unknown>>,
  lookup: Lookup,
): Promise<ImportManifest> {
  const files = new Map<string, ImportFile>();
  const findings: Finding[] = [];
  for (const specification of listOf(value[specifications])) {
    const reading = new SpecificationReading(recordOf(specification), lookup);
    await reading.read();
    for (const finding of reading.findings) findings.push(finding);
    for (const file of reading.files) addTo(files, file, findings);
  }
  const all = [...files.values()];
  // Templates whose tables are not there are no inputs: if nothing else is listed, the folder has its own pairs.
  const hasInputs = all.some(({ as, unread }) => as !== "template" || unread === undefined);
  return { files: hasInputs ? all : [], findings };
}

/** A table may be an input of several templates; its provenance is that of the first import. */
function addTo(files: Map<string, ImportFile>, file: ImportFile, findings: Finding[]): void {
  const known = files.get(file.path);
  if (known !== undefined && file.unread !== undefined) return;
  if (known === undefined || known.unread !== undefined) {
    files.set(file.path, file);
    return;
  }
  if (known.as !== file.as) {
    if (known.as !== "table") files.set(file.path, file);
    return;
  }
  files.set(file.path, { ...known, templates: [...known.templates, ...file.templates] });
  if (known.as === "template" || known.provenance?.dcid === file.provenance?.dcid) return;
  const message = () =>
    `${shown(file.path)} is an input of two imports; it is read for ${shown(known.provenance?.name ?? "")} only`;
  findings.push({ level: "warning", counter: "Manifest_DoubledInput", line: undefined, message });
}

class SpecificationReading {
  readonly files: ImportFile[] = [];
  readonly findings: Finding[] = [];
  readonly #specification: Readonly<Record<string, unknown>>;
  readonly #lookup: Lookup;
  readonly #name: string;
  readonly #provenance: ProvenanceFacts | undefined;

  constructor(specification: Readonly<Record<string, unknown>>, lookup: Lookup) {
    this.#specification = specification;
    this.#lookup = lookup;
    this.#name = textOf(specification["import_name"]);
    this.#provenance = this.#name === "" ? undefined : provenanceOf(this.#name, specification);
  }

  async read(): Promise<void> {
    if (this.#name === "") this.#report("error", "NoImportName", "an import has no import_name");
    const inputs = listOf(this.#specification["import_inputs"]).map(recordOf);
    if (inputs.length === 0) {
      this.#report("info", "NoInputs", `import ${shown(this.#name)} lists no import_inputs`);
    }
    for (const input of inputs) await this.#readInput(input);
  }

  async #readInput(input: Readonly<Record<string, unknown>>): Promise<void> {
    const templates = await this.#pathsOf(input, "template_mcf");
    const tables = await this.#pathsOf(input, "cleaned_csv");
    const lacking = (key: string, paths: readonly string[]) =>
      paths.length === 0 && [input[key] ?? []].flat().length > 0 ? unreadFor(input, key) : {};
    const isTableless = templates.length > 0 && input["cleaned_csv"] === undefined;
    if (isTableless) this.#reportTableless(templates[0]!, input);
    const noTables = isTableless ? unlistedTables : lacking("cleaned_csv", tables);
    for (const path of templates) this.#add({ path, as: "template", templates: [], ...noTables });
    const as = templates.length === 0 ? "other" : "table";
    const noTemplate = lacking("template_mcf", templates);
    for (const path of tables) this.#add({ path, as, templates, ...noTemplate });
    for (const path of await this.#pathsOf(input, "node_mcf"))
      this.#add({ path, as: "other", templates: [] });
  }

  /** Its tables would be left out silently. */
  #reportTableless(path: string, input: Readonly<Record<string, unknown>>): void {
    const message = `import ${shown(this.#name)} has template_mcf ${shown(basename(path))} without a cleaned_csv`;
    const named = [input["template_mcf"]].flat().map(String)[0]!;
    this.#report("error", "NoTable", message, lineOf(named, this.#lookup.text));
  }

  #add(file: Omit<ImportFile, "provenance">): void {
    this.files.push({ ...file, provenance: this.#provenance });
  }

  /** A path, a pattern, or several of them, in a list or with commas between. */
  async #pathsOf(input: Readonly<Record<string, unknown>>, key: string): Promise<string[]> {
    const value = input[key];
    const texts = [value ?? []].flat();
    if (!texts.every((text) => typeof text === "string")) {
      this.#report("error", "BadValue", `expected a path as ${key}`);
      return [];
    }
    const paths: string[] = [];
    // Commas in braces belong to a pattern.
    for (const text of texts.flatMap((one: string) => one.match(/(?:\{[^{}]*\}|[^,])+/g) ?? [])) {
      const path = text.trim();
      if (path !== "") for (const found of await this.#found(path, key)) paths.push(found);
    }
    return paths;
  }

  async #found(path: string, key: string): Promise<readonly string[]> {
    const { folder, tree, allowsOutside } = this.#lookup;
    const isRemote = /^[a-z][a-z\d+.-]+:/i.test(path);
    if (isRemote || (leadsOutside(path) && !allowsOutside)) {
      const cure = isRemote
        ? "only files of this machine are read"
        : "it leads out of the folder, which the option allowOutside allows";
      const line = lineOf(path, this.#lookup.text);
      this.#report("error", "PathOutside", `${key} ${shown(path)} is not read: ${cure}`, line);
      return [];
    }
    const found = isPattern(path) ? await matching(tree, folder, path) : [join(folder, path)];
    if (isPattern(path) ? found.length > 0 : await isFile(tree, found[0]!)) return found;
    const names = (await namesBelow(tree, folder)).filter((name) => endings[key]?.test(name));
    const elsewhere = names.find((name) => basename(name) === basename(path));
    const [only, second] = names.filter((name) => !this.#lookup.text.includes(name));
    const near = elsewhere ?? (second === undefined ? only : undefined);
    const other = near === undefined ? "" : `; the folder has ${shown(near)}`;
    const hint = hintOf(path, names) || other || "; its scripts may have to make it first";
    const message = `${key} of import ${shown(this.#name)} names ${shown(path)}, and there is no such file${hint}`;
    this.#report("error", "NoSuchFile", message, lineOf(path, this.#lookup.text));
    return [];
  }

  #report(level: Finding["level"], counter: string, message: string, line?: number): void {
    const name = `Manifest_${counter}`;
    this.findings.push({ level, counter: name, line, message: () => message });
  }
}

/** What files of each kind are called. */
const endings: Readonly<Record<string, RegExp>> = {
  template_mcf: /\.tmcf$/i,
  cleaned_csv: /\.[ct]sv(?:\.gz)?$/i,
  node_mcf: /\.mcf(?:\.gz)?$/i,
};

/** The first line that has a path. */
function lineOf(path: string, text: string): number | undefined {
  const lines = text.split("\n");
  const quoted = lines.findIndex((line) => line.includes(JSON.stringify(path)));
  const at = quoted < 0 ? lines.findIndex((line) => line.includes(path)) : quoted;
  return at < 0 ? undefined : at + 1;
}

/** A table without its template, or a template without its tables. */
function unreadFor(
  input: Readonly<Record<string, unknown>>,
  key: string,
): Pick<ImportFile, "unread"> {
  const named = [input[key]].flat().map(String).join(", ");
  return unreadAs(`with ${key} ${shown(named)}, which is not there`);
}

function unreadAs(how: string): Pick<ImportFile, "unread"> {
  const message = () => `is not read: manifest.json lists it ${how}`;
  return { unread: { level: "info", counter: "Source_UnreadFile", line: undefined, message } };
}

const unlistedTables = unreadAs("without a cleaned_csv");

/** The files that a pattern means; without a slash it means files in the manifest's folder. */
async function matching(tree: FileTree, folder: string, pattern: string): Promise<string[]> {
  const parts = pattern.split("/").filter((part) => part !== "" && part !== ".");
  const fixed = parts.findIndex(isPattern);
  const base = join(folder, ...parts.slice(0, fixed));
  const rest = parts.slice(fixed).join("/");
  const names = (await namesBelow(tree, base))
    .filter((name) => !/(?:^|\/)(?:\.|node_modules\/)/.test(name))
    .filter((name) => rest.includes("/") || !name.includes("/"))
    .filter((name) => matchesPattern(name, rest));
  return names.sort(byteOrder).map((name) => join(base, name));
}

/** Paths of the files below a folder, with slashes; what cannot be read holds none. */
async function namesBelow(tree: FileTree, folder: string): Promise<string[]> {
  const entries = await tree.entries(folder).catch(() => []);
  const names = entries.map(async (entry) => {
    const { name } = entry;
    if (!entry.isDirectory()) return [name];
    return (await namesBelow(tree, join(folder, name))).map((inner) => `${name}/${inner}`);
  });
  return (await Promise.all(names)).flat();
}

async function isFile(tree: FileTree, path: string): Promise<boolean> {
  try {
    return (await tree.stat(path)).isFile();
  } catch {
    return false;
  }
}

function provenanceOf(
  name: string,
  specification: Readonly<Record<string, unknown>>,
): ProvenanceFacts {
  return {
    dcid: `${baseName}${name}`,
    name,
    url: textOf(specification["provenance_url"]),
    description: textOf(specification["provenance_description"]),
  };
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value.trim() : "";
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  const isRecord = typeof value === "object" && value !== null && !Array.isArray(value);
  return isRecord ? (value as Readonly<Record<string, unknown>>) : {};
}
