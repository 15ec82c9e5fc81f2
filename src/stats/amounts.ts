/**
 * Which variables are amounts, which can be added up and divided by people. A rate, a median and an average
 * cannot.
 */

import type { Graph } from "../store/graph/graph.ts";

export interface Measured {
  readonly dcid: string;
  readonly name: string;
  readonly statType: string;
  readonly units: readonly string[];
}

/** Statistics of amounts that are amounts themselves. */
const amounts = new Set(["", "measuredValue", "sum"]);
const ratio =
  /(?:^|[^a-z])(?:rate|ratio|median|mean|average|percent|percentage|percentile|share(?![ -](?:trip|ride|bike|station|user|price|capital))|index|expectancy|density|per ?capita|per)(?:[^a-z]|$)/i;
/** The same in German, French and Spanish. */
const ratioElsewhere =
  /(?:^|[^\p{L}])(?:je|pro) \p{Lu}|(?:par|por) (?:habitant|person|t\u00eate|mil)|quote(?:[^\p{L}]|$)|[Aa]nteil|[Dd]urchschnitt|[Mm]\u00e9dian|[Mm]oyen|[Tt]aux |[Tt]asa |[Pp]romedio|[Pp]orcentaje/u;
const relative =
  /[Pp]er(?:cent|[A-Z ])|[Rr]atio|[Rr]ate|[Ii]ndex|^(?:Year|Month|Day|Celsius|Fahrenheit|Kelvin)$|\/|%/;

/** By its kind of statistic, its units and the words of its name and dcid. */
export function isAmount({ dcid, name, statType, units }: Measured): boolean {
  const words = dcid.replace(/([a-z])([A-Z])/g, "$1 $2");
  const texts = `${words.replaceAll("_", " ")} ${name}`;
  const isRatio = ratio.test(texts) || ratioElsewhere.test(texts);
  return amounts.has(statType) && !isRatio && !units.some((unit) => relative.test(unit));
}

/** A variable, as a graph describes it. @param units those of its series */
export function measuredOf(graph: Graph, dcid: string, units: readonly string[]): Measured {
  const node = graph.dictionary.nodeOf(dcid);
  const [statType] = node === undefined ? [] : graph.linked(node, "statType");
  return {
    dcid,
    name: (node === undefined ? undefined : graph.nameTextOf(node)) ?? "",
    statType: statType === undefined ? "" : graph.dictionary.textOf(statType),
    units,
  };
}
