/** Data about one entity or several, by the filters of SDMX. */

import type { SdmxData, SdmxFilters } from "../../wire.ts";
import { type CliCommand, text, textOption, texts } from "../command.ts";
import { UsageError } from "../io.ts";
import { options as shared } from "../options.ts";
import { printJson, type Rows } from "../output.ts";

const formats = ["sdmx-csv", "json-stat"];

export const sdmxCommand: CliCommand = {
  usage: "sdmx <source> <filter...>",
  about: "data about one entity or several, by the filters of SDMX",
  details:
    "A filter is COMPONENT=VALUE,VALUE. Components are variableMeasured, the properties of the variable " +
    "(observationAbout, or for instance sourceCountry), unit, measurementMethod, observationPeriod, provenance, " +
    "facetId and TIME_PERIOD. COMPONENT.containedInPlace=PLACE and COMPONENT.typeOf=TYPE are places in a place.",
  options: [
    { flags: "--values <component>", about: "print the values of this component instead" },
    { ...shared.format, about: "print this form instead of a table", choices: formats },
  ],
  groups: ["answers", "sources"],
  examples: [
    "pocket-commons sdmx data variableMeasured=Count_Person observationAbout=geoId/06",
    "pocket-commons sdmx data variableMeasured=Migrants sourceCountry=country/FRA TIME_PERIOD=LATEST",
    "pocket-commons sdmx data variableMeasured=Migrants --values destinationCountry",
    "pocket-commons sdmx data variableMeasured=Count_Person observationAbout=geoId/06 -f sdmx-csv -o people.csv",
  ],
  run: async ([source, given], options, { io, ask }) => {
    const filters = filtersOf(texts(given));
    const format = textOption(options, "format");
    const component = textOption(options, "values");
    if (format !== undefined && (options.json === true || component !== undefined)) {
      throw new UsageError("--format goes with neither --json nor --values");
    }
    const { sdmx } = await ask([text(source)], options);
    if (component !== undefined) {
      const values = await sdmx.availability({ component, filters });
      return { rows: { columns: [component], rows: values.map((value) => [value]) } };
    }
    if (format === "json-stat") printJson(await sdmx.jsonStat({ filters }), io);
    else if (format === undefined) return { rows: rowsOf(await sdmx.data({ filters })) };
    else for (const piece of await sdmx.csv({ filters })) io.stdout(piece);
    return undefined;
  },
};

/** Values, or properties of places with their value. */
type Draft = readonly string[] | Readonly<Record<string, string>>;

/** @throws UsageError for what is no filter, and for one that is given twice */
function filtersOf(given: readonly string[]): SdmxFilters {
  const filters = new Map<string, Draft>();
  for (const written of given) {
    const at = written.indexOf("=");
    if (at <= 0) throw new UsageError(`a filter is COMPONENT=VALUE, not '${written}'`);
    const [id = "", property] = written.slice(0, at).split(".", 2);
    const known = filters.get(id);
    filters.set(id, joined(id, known, property?.replace(/\+$/, ""), written.slice(at + 1)));
  }
  return Object.fromEntries(filters) as unknown as SdmxFilters;
}

/** @throws UsageError */
function joined(id: string, known: Draft = {}, property: string | undefined, value: string): Draft {
  const isSecond =
    Array.isArray(known) ||
    (property === undefined ? Object.keys(known).length > 0 : Object.hasOwn(known, property));
  if (isSecond) throw new UsageError(`a second filter for ${id}`);
  return property === undefined ? value.split(",") : { ...known, [property]: value };
}

/** A row per point. On terminals, columns without values are left out. */
function rowsOf({ components, series }: SdmxData): Rows {
  const columns = components.map(({ id }) => id);
  const rows = series.flatMap(({ dimensions, attributes, points }) =>
    points.map(({ timePeriod, observationValue }) => {
      const all: Readonly<Record<string, string>> = {
        ...dimensions,
        ...attributes,
        TIME_PERIOD: timePeriod,
        OBS_VALUE: observationValue,
      };
      return columns.map((id) => all[id] ?? "");
    }),
  );
  const shown = columns.filter((_, at) => rows.some((row) => row[at] !== ""));
  return { columns, rows, shown };
}
