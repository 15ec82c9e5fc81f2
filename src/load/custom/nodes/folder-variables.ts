/** What the MCF files of custom folders say of variables, and the groups that follows from it. */
import { type DiagnosticLog, shown } from "../../report/index.ts";
import type { Statements } from "../../statements/index.ts";
import type { NodeBlock } from "../../values/index.ts";
import type { CustomFolder } from "../config/index.ts";
import { type CustomNodes, domainOf } from "./custom-nodes.ts";
import { PropertyGroups, propertiesMax } from "./property-groups.ts";
import { readVerticalSpecs } from "./vertical-specs.ts";

/** Values by property of each node; the last one of a property counts. */
type NodeTexts = Map<string, Map<string, string>>;

/** Groups belong to no file. */
const noProvenance = "";

export class FolderVariables {
  /** Nodes of folders whose variables are to be grouped. */
  readonly #nodes = new Map<CustomFolder, NodeTexts>();
  readonly #provenances = new Set<string>();
  /** URLs of the sources that MCF files describe. */
  readonly #sources = new Map<string, string>();

  constructor(folders: Iterable<CustomFolder>) {
    for (const folder of folders) {
      if (folder.config.groupsByProperty) this.#nodes.set(folder, new Map());
    }
  }

  add(folder: CustomFolder, dcid: string, block: NodeBlock): void {
    if (block.values.some(({ property, text }) => property === "typeOf" && text === "Provenance")) {
      this.#provenances.add(dcid);
    }
    if (block.values.some(({ property, text }) => property === "typeOf" && text === "Source")) {
      const url = block.values.find(({ property }) => property === "url")?.text;
      if (url !== undefined) this.#sources.set(dcid, url);
    }
    const nodes = this.#nodes.get(folder);
    if (nodes === undefined) return;
    const texts = nodes.get(dcid) ?? new Map<string, string>();
    nodes.set(dcid, texts);
    for (const { property, text } of block.values) texts.set(property, text);
  }

  /** Whether an MCF file describes a provenance. */
  isDefined(dcid: string): boolean {
    return this.#provenances.has(dcid);
  }

  async write(statements: Statements, nodes: CustomNodes, log: DiagnosticLog): Promise<void> {
    statements.made(() => {
      for (const [dcid, url] of this.#sources) {
        statements.text(dcid, "domain", domainOf(url), noProvenance);
      }
    });
    for (const [folder, described] of this.#nodes) {
      await writeGroups(folder, described, statements, nodes, log);
    }
  }
}

async function writeGroups(
  { config, verticalSpecs }: CustomFolder,
  described: NodeTexts,
  statements: Statements,
  nodes: CustomNodes,
  log: DiagnosticLog,
): Promise<void> {
  nodes.rootGroup(config.rootGroupName, noProvenance);
  const groups = new PropertyGroups({
    prefix: config.groupPrefix,
    specs: verticalSpecs === undefined ? [] : await readVerticalSpecs(verticalSpecs, log),
    hidden: config.hiddenProperties,
    nameOf: (dcid) => described.get(dcid)?.get("name"),
    provenance: noProvenance,
  });
  const variables = new Map<string, ReadonlyMap<string, string>>();
  for (const { dcid, properties } of nodes.variablesOf(config)) variables.set(dcid, properties);
  for (const [dcid, texts] of described) {
    if (texts.get("typeOf") !== "StatisticalVariable" && !variables.has(dcid)) continue;
    variables.set(dcid, new Map([...(variables.get(dcid) ?? []), ...texts]));
  }
  for (const [dcid, properties] of variables) {
    const populationType = properties.get("populationType") ?? "";
    const measuredProperty = properties.get("measuredProperty") ?? "";
    if (groups.add({ dcid, populationType, measuredProperty, properties })) continue;
    const message = () =>
      `variable ${shown(dcid)} has more than ${propertiesMax} properties to group by; it belongs to its population only`;
    const level = "warning";
    log.report(config.path, { level, counter: "Config_TooManyGroups", line: undefined, message });
  }
  groups.write(statements);
}
