/** `/api/metadata`: what the sources of a chart are, in words. */
import type { ArcEntry, Commons, Facet, V2ObservationResponse } from "../index.ts";
import { arcsOf, entriesOf, firstTexts, textsOf } from "./nodes.ts";

/** A facet, with the provenance that it is from where that is known. */
export type SourcedFacet = Facet & { readonly provenanceId?: string };

export interface DateRange {
  readonly earliestDate: string;
  readonly latestDate: string;
}

/** The first and the last date of each facet, over all variables and entities. */
export function dateRangesOf({ byVariable = {} }: V2ObservationResponse): Map<string, DateRange> {
  const ranges = new Map<string, DateRange>();
  const series = Object.values(byVariable).flatMap(({ byEntity = {} }) =>
    Object.values(byEntity).flatMap(({ orderedFacets = [] }) => orderedFacets),
  );
  for (const { facetId, earliestDate = "", latestDate = "" } of series) {
    const known = ranges.get(facetId) ?? { earliestDate, latestDate };
    // Dates are texts, and compare as such.
    const [first = ""] = [earliestDate, known.earliestDate].sort();
    const last = [latestDate, known.latestDate].sort().at(-1) ?? "";
    ranges.set(facetId, { earliestDate: first, latestDate: last });
  }
  return ranges;
}

/** What is said of a facet's source. */
export interface SourceNames {
  readonly sourceName?: string;
  readonly provenanceName?: string;
  readonly provenanceUrl?: string;
  readonly license?: string;
  readonly licenseDcid?: string;
  readonly unit?: string;
  readonly methodDescription?: string;
}

/** Methods of these provenances mean nothing to a reader. */
const meaninglessMethods: ReadonlySet<string> = new Set(["WikipediaStatsData"]);

/** The provenance of a facet; where it has none, the one that is named after its import. */
export const provenanceOf = ({ provenanceId, importName }: SourcedFacet): string | undefined =>
  provenanceId || (importName ? `dc/base/${importName}` : undefined);

/** Looks up the names of the facets' sources, methods and units, all at once. */
export class Sources {
  readonly #provenances: ReadonlyMap<string, ReadonlyMap<string, readonly ArcEntry[]>>;
  readonly #methods: ReadonlyMap<string, readonly ArcEntry[]>;
  readonly #units: ReadonlyMap<string, string>;
  readonly #linked: ReadonlyMap<string, string>;

  constructor(commons: Commons, facets: readonly SourcedFacet[]) {
    this.#provenances = arcsOf(commons, known(facets.map(provenanceOf)), "->*");
    const methods = known(facets.map(({ measurementMethod }) => measurementMethod));
    this.#methods = entriesOf(commons, methods, "->", "description");
    this.#units = firstTexts(commons, known(facets.map(({ unit }) => unit)));
    const linked = [...this.#provenances.values()].flatMap((arcs) =>
      ["source", "isPartOf", "licenseType"].flatMap((name) =>
        (arcs.get(name) ?? []).map(({ dcid }) => dcid),
      ),
    );
    this.#linked = firstTexts(commons, known(linked));
  }

  /** Whether the world says anything of the facet's provenance. */
  knows(facet: SourcedFacet): boolean {
    return (this.#provenances.get(provenanceOf(facet) ?? "")?.size ?? 0) > 0;
  }

  of(facet: SourcedFacet): SourceNames {
    const dcid = provenanceOf(facet) ?? "";
    const arcs = this.#provenances.get(dcid) ?? new Map<string, readonly ArcEntry[]>();
    const nameOf = (property: string) => this.#nameOf(arcs.get(property)?.[0]);
    const provenanceName =
      nameOf("isPartOf") ?? nameOf("name") ?? (facet.importName || dcid.split("/").at(-1));
    const { measurementMethod: method = "", unit = "" } = facet;
    const isMeant = method !== "" && !meaninglessMethods.has(provenanceName ?? "");
    return {
      sourceName: nameOf("source"),
      provenanceName,
      provenanceUrl: textsOf(arcs.get("url"))[0],
      license: nameOf("licenseType"),
      licenseDcid: arcs.get("licenseType")?.[0]?.dcid,
      unit: unit === "" ? undefined : this.#units.get(unit) || unit.replaceAll("_", " "),
      methodDescription: isMeant
        ? (textsOf(this.#methods.get(method))[0] ?? inWords(method))
        : undefined,
    } as SourceNames;
  }

  #nameOf({ value, dcid }: ArcEntry = {}): string | undefined {
    return value ?? (dcid === undefined ? undefined : this.#linked.get(dcid) || undefined);
  }
}

const known = (texts: readonly (string | undefined)[]): string[] => [
  ...new Set(texts.filter((text): text is string => text !== undefined && text !== "")),
];

/** `census_of_people` as `Census Of People`. */
const inWords = (text: string): string =>
  text
    .split("_")
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join(" ");

/** The group above all others is no category. */
const rootGroup = "dc/g/Root";

/** Names of the groups without a group above them that a variable is in, at any depth. */
export function categoriesOf(commons: Commons, variable: string): string[] {
  const seen = new Set([variable]);
  const top: string[] = [];
  for (const node of seen) {
    const above = ["memberOf", "specializationOf"].flatMap((property) =>
      textsOf(entriesOf(commons, [node], "->", property).get(node)),
    );
    const groups = above.filter((group) => group !== rootGroup);
    if (groups.length === 0 && node !== variable) top.push(node);
    for (const group of groups) seen.add(group);
  }
  const names = firstTexts(commons, top);
  return top.map((group) => names.get(group) || (group.split("/").at(-1) as string));
}
