/** Which variables can be divided by people: amounts can, what is a rate, a median or an average cannot. */

export interface Measured {
  readonly dcid: string;
  readonly name: string;
  readonly statType: string;
  readonly units: readonly string[];
}

/** Statistics of amounts that are amounts themselves. */
const amounts = new Set(["", "measuredValue", "sum"]);
const ratio =
  /(?:^|[^a-z])(?:rate|ratio|median|mean|average|percent|percentage|percentile|share|index|expectancy|density|per ?capita|per)(?:[^a-z]|$)/i;
const relative =
  /percent|ratio|rate|index|per[A-Z ]|^(?:Year|Month|Day|Celsius|Fahrenheit|Kelvin)$|\/|%/;

/** By its kind of statistic, its units and the words of its name and dcid. */
export function canBeDivided({ dcid, name, statType, units }: Measured): boolean {
  const words = dcid.replace(/([a-z])([A-Z])/g, "$1 $2");
  const texts = `${words.replaceAll("_", " ")} ${name}`;
  return amounts.has(statType) && !ratio.test(texts) && !units.some((unit) => relative.test(unit));
}
