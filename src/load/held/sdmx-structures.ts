/** Structure messages of SDMX-ML 2.1 and 3.0: which components data have, and what their codes are called. */
import { readBytes } from "../bytes/byte-blocks.ts";
import type { InputFile } from "../bytes/file-tree.ts";
import { Progress } from "../bytes/load-progress.ts";
import { dirname, join } from "../bytes/paths.ts";
import { type CodedColumn, type Reference, referenceIn } from "./named-codes.ts";
import { readXml, rootOf, type XmlPlace } from "./xml.ts";

interface Component {
  readonly id: string;
  readonly kind: "dimension" | "measure" | "attribute";
  concept: string;
  codeList: string | undefined;
}

/** A data structure whose codes have their names. */
export interface DataStructure {
  readonly id: string;
  readonly dimensions: readonly CodedColumn[];
  readonly measures: readonly CodedColumn[];
  readonly attributes: readonly CodedColumn[];
}

const kinds: Readonly<Record<string, Component["kind"]>> = {
  Dimension: "dimension",
  MeasureDimension: "dimension",
  TimeDimension: "dimension",
  PrimaryMeasure: "measure",
  Measure: "measure",
  Attribute: "attribute",
};

const messageMax = 256 * 1024 * 1024;
/** More files beside the data are no structures. */
const besideMax = 100;

/** The name of a message of SDMX-ML; "" for other XML. */
export function messageIn(start: string): string {
  const { name, attributes } = rootOf(start);
  return /sdmx/i.test(attributes) ? name : "";
}

/** The structures in messages that lie in the folder of the data. */
export async function structuresBeside(input: InputFile): Promise<Structures> {
  const found = new Structures();
  const folder = dirname(input.path);
  const entries = await input.tree.entries(folder).catch(() => []);
  const names = entries.filter((entry) => !entry.isDirectory() && /\.xml$/i.test(entry.name));
  if (names.length > besideMax) return found;
  for (const { name } of names) {
    const path = join(folder, name);
    if (path === join(input.path)) continue;
    const { size } = await input.tree.stat(path);
    const file = { path, size, isGzip: false, tree: input.tree };
    if (size <= messageMax && messageIn(await startOf(file)) === "Structure")
      await found.read(file);
  }
  return found;
}

/** The first text of a file. */
export async function startOf(input: InputFile): Promise<string> {
  const decoder = new TextDecoder();
  for await (const block of readBytes(input, new Progress(0)))
    return decoder.decode(block.subarray(0, 65_536));
  return "";
}

export class Structures {
  /** Names of codes by the id of their list, and names of concepts by id. */
  readonly #codes = new Map<string, Map<string, string>>();
  readonly #concepts = new Map<string, string>();
  /** Code lists of concepts, for components that name none. */
  readonly #conceptLists = new Map<string, string>();
  readonly #structures = new Map<string, Component[]>();
  /** Structures by the id of the dataflow. */
  readonly #flows = new Map<string, string>();

  /** @throws LoadError for what is no XML. */
  async read(input: InputFile): Promise<void> {
    const handler = new StructureHandler(this);
    const blocks = readBytes(input, new Progress(0));
    for await (const _ of readXml(blocks, input.path, handler, () => undefined));
  }

  addCode(list: string, code: string, name: string): void {
    const codes = this.#codes.get(list) ?? new Map<string, string>();
    this.#codes.set(list, codes.set(code, name));
  }

  addConcept(id: string, name: string): void {
    this.#concepts.set(id, name);
  }

  addConceptList(id: string, list: string): void {
    this.#conceptLists.set(id, list);
  }

  addComponent(structure: string, component: Component): void {
    const components = this.#structures.get(structure) ?? [];
    components.push(component);
    this.#structures.set(structure, components);
  }

  addFlow(id: string, structure: string): void {
    this.#flows.set(id, structure);
  }

  /** The structure that data name, or the only one that there is. */
  of(reference: Reference | undefined): DataStructure | undefined {
    const id = this.#flows.get(reference?.id ?? "") ?? reference?.id ?? "";
    const [only] = this.#structures.size === 1 ? this.#structures.keys() : [];
    const own = this.#structures.has(id) ? id : only;
    const components = own === undefined ? undefined : this.#structures.get(own);
    if (own === undefined || components === undefined) return undefined;
    const columns = (kind: Component["kind"]): CodedColumn[] =>
      components
        .filter((one) => one.kind === kind)
        .map(({ id: name, concept, codeList }) => ({
          id: name,
          name: this.#concepts.get(concept),
          names: this.#codes.get(codeList ?? this.#conceptLists.get(concept) ?? "") ?? new Map(),
        }));
    return {
      id: own,
      dimensions: columns("dimension"),
      measures: columns("measure"),
      attributes: columns("attribute"),
    };
  }
}

class StructureHandler {
  readonly #found: Structures;
  #list = "";
  #code = "";
  #concept = "";
  #structure = "";
  #flow = "";
  #component: Component | undefined;
  /** Whether the code or the concept has a name, and an English one. */
  #named: "not" | "foreign" | "English" = "not";
  #isEnglish = true;

  constructor(found: Structures) {
    this.#found = found;
  }

  open(name: string, attributes: Readonly<Record<string, string>>, { names }: XmlPlace): void {
    const { id = "" } = attributes;
    const kind = kinds[name];
    const isListed = names.includes("DataStructureComponents") && /List$/.test(names.at(-2) ?? "");
    if (name === "Ref") this.#refers(attributes, names);
    else if (kind === undefined) this.#enter(name, id);
    else if (isListed) {
      const own = id || (name === "TimeDimension" ? "TIME_PERIOD" : "OBS_VALUE");
      this.#component = { id: own, kind, concept: own, codeList: undefined };
      this.#found.addComponent(this.#structure, this.#component);
    }
    this.#isEnglish = /^en\b/i.test(attributes["xml:lang"] ?? "en");
  }

  #enter(name: string, id: string): void {
    if (name === "Codelist") this.#list = id;
    else if (name === "Code") this.#code = id;
    else if (name === "Concept") this.#concept = id;
    else if (name === "DataStructure") this.#structure = id;
    else if (name === "Dataflow") this.#flow = id;
    if (name === "Code" || name === "Concept") this.#named = "not";
  }

  close(name: string, text: string, place: XmlPlace): void {
    const { parent, names } = place;
    if (name === "Name") this.#names(text.trim(), parent);
    else if (
      name === "URN" ||
      name === "Enumeration" ||
      name === "ConceptIdentity" ||
      name === "Structure"
    ) {
      const reference = referenceIn(text.trim());
      if (reference !== undefined)
        this.#refers(reference, name === "URN" ? names : [...names, name]);
    } else if (kinds[name] !== undefined && names.includes("DataStructureComponents")) {
      this.#component = undefined;
    }
  }

  /** The English name counts, or the first one. */
  #names(text: string, parent: string | undefined): void {
    if (parent !== "Code" && parent !== "Concept") return;
    if (this.#named === "English" || (this.#named === "foreign" && !this.#isEnglish)) return;
    this.#named = this.#isEnglish ? "English" : "foreign";
    if (parent === "Code") this.#found.addCode(this.#list, this.#code, text);
    else this.#found.addConcept(this.#concept, text);
  }

  #refers({ id = "" }: { readonly id?: string }, names: readonly string[]): void {
    const of = names.at(-2);
    if (of === "Enumeration") {
      if (this.#component !== undefined) this.#component.codeList = id;
      else if (names.includes("Concept")) this.#found.addConceptList(this.#concept, id);
    } else if (of === "ConceptIdentity" && this.#component !== undefined)
      this.#component.concept = id;
    else if (of === "Structure" && names.includes("Dataflow")) this.#found.addFlow(this.#flow, id);
  }
}
