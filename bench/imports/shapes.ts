/**
 * Tables with their templates, shaped like imports that people have: the columns, the lengths of cells,
 * the share of empty ones and the nodes of the template are theirs, the values are generated.
 */

import { Random } from "../data/random.ts";

export interface Shape {
  readonly name: string;
  /** Name of the table in the template. */
  readonly table: string;
  /** Default: none, and the command `import` finds out what the columns are. */
  readonly template?: () => string;
  /** MCF of the places that the template looks up; most name them by dcid. */
  readonly places?: (copies: number) => Iterable<string>;
  /**
   * The lines of the table.
   *
   * @param copies how many times as many places
   * @param count is called with the number of observations of a line
   */
  readonly lines: (copies: number, count: (observations: number) => void) => Iterable<string>;
}

/** Rows of a table of buildings, which have names and no ids. */
const buildingCount = 76_184;

const [countryCount, firstYear, lastYear] = [250, 2015, 2020];
const gases = ["GreenhouseGas", "Methane", "CarbonDioxide", "NitrousOxide"];
const sectors = [
  "FuelCombustionInBuildings",
  "Manufacturing",
  "OilAndGas",
  "ElectricityGeneration",
  "Transportation",
  "WasteManagement",
  "Agriculture",
  "ForestryAndLandUse",
];
const regionCount = 1920;
const regionYears = { first: 2000, last: 2023 };
/** Of the years of a region, for which nothing is known. */
const unknownShare = 0.3;
const stateCount = 54;
const prisonYears = { first: 1978, last: 2016 };
const prisonColumns = 94;

/** Three letters, as countries have them. */
function codeOf(country: number): string {
  const letter = (power: number) =>
    String.fromCharCode(65 + (Math.floor(country / 26 ** power) % 26));
  return letter(2) + letter(1) + letter(0);
}

function* countries(copies: number): Iterable<string> {
  for (let at = 0; at < countryCount * copies; at++) {
    const code = codeOf(at);
    yield `Node: dcid:country/${code}\ntypeOf: dcs:Country\ncountryAlpha3Code: "${code}"\n\n`;
  }
}

/** Long: emissions by country, year and sector. Each row looks its country up by a code. */
function* emissions(copies: number, count: (observations: number) => void): Iterable<string> {
  const random = new Random(11);
  yield "country,year,statvar,measurement_method,Tonnes Co2e\n";
  for (let country = 0; country < countryCount * copies; country++) {
    for (let year = firstYear; year <= lastYear; year++) {
      for (const gas of gases) {
        for (const sector of sectors) {
          const tonnes = `${Math.floor(10 ** (1 + random.fraction() * 8))}.0`;
          yield `${codeOf(country)},${year},Annual_Emissions_${gas}_${sector},ClimateTraceEstimate,${tonnes}\n`;
          count(1);
        }
      }
    }
  }
}

const births = [
  "Count_Death",
  "Count_BirthEvent_AsAFractionOfCount_Person",
  "Count_Death_AsAFractionOfCount_Person",
  "IncrementalCount_Person",
  "GrowthRate_Count_Person",
  "Count_Person",
  "Count_BirthEvent",
];

/** Wide: births and deaths by region and year, with fractions that lost their last digits. */
function* birthsAndDeaths(copies: number, count: (observations: number) => void): Iterable<string> {
  const random = new Random(12);
  const fraction = (limit: number) => String((random.below(limit) + 1) * 0.0001);
  yield `geo,time,${births.join()}\n`;
  for (let region = 0; region < regionCount * copies; region++) {
    const geo = `nuts/${codeOf(region).slice(1)}${region}`;
    for (let year = regionYears.first; year <= regionYears.last; year++) {
      if (year === regionYears.last || random.fraction() < unknownShare) {
        const people = year === regionYears.last;
        yield `${geo},${year},,,,,,${people ? random.below(3_000_000) : ""},\n`;
        count(people ? 1 : 0);
        continue;
      }
      const growth = (random.oneIn(2) ? "-" : "") + fraction(150);
      yield `${geo},${year},${random.below(30_000)},${fraction(160)},${fraction(130)},` +
        `${random.below(20_000) - 8000},${growth},${random.below(3_000_000)},${random.below(40_000)}\n`;
      count(births.length);
    }
  }
}

const prisonVariables = Array.from({ length: prisonColumns }, (_, at) => {
  const sex = ["_Female", "_Male", ""][at % 3]!;
  return `Count_Jurisdiction_DeathByIntentionalSelf-Harm(Suicide)_${Math.floor(at / 3)}${sex}`;
});

/** Very wide: prisoners by state and year, most columns of a year empty or full together. */
function* prisoners(copies: number, count: (observations: number) => void): Iterable<string> {
  const random = new Random(13);
  yield `GeoId,YEAR,${prisonVariables.join()}\n`;
  for (let year = prisonYears.first; year <= prisonYears.last; year++) {
    for (let state = 0; state < stateCount * copies; state++) {
      const cells: string[] = [];
      for (let column = 0; column < prisonColumns; column++) {
        const isKnown = (Math.floor(column / 3) + year) % 31 < 21 && !random.oneIn(20);
        cells.push(isKnown ? `${Math.floor(10 ** (random.fraction() * 5) - 1)}.0` : "");
        if (isKnown) count(1);
      }
      yield `geoId/${String(state).padStart(2, "0")},${year},${cells.join()}\n`;
    }
  }
}

/** Nodes alone: each row is a building whose dcid the load makes. */
function* buildings(copies: number): Iterable<string> {
  const random = new Random(14);
  yield "name,address,floors,latitude,longitude\n";
  for (let at = 0; at < buildingCount * copies; at++) {
    const place = () => (random.fraction() * 90).toFixed(5);
    yield `Building ${at},"${random.below(900)} Station Road",${random.below(40)},${place()},${place()}\n`;
  }
}

interface ObservationNode {
  readonly variable: string;
  readonly about: string;
  readonly date: string;
  readonly value: string;
  readonly more: string;
}

function observationNode(
  table: string,
  at: number,
  { variable, about, date, value, more }: ObservationNode,
): string {
  return (
    `Node: E:${table}->E${at}\ntypeOf: dcs:StatVarObservation\nvariableMeasured: ${variable}\n` +
    `observationAbout: ${about}\nobservationDate: C:${table}->${date}\n` +
    `value: C:${table}->${value}\n${more}\n\n`
  );
}

/** A node for each column of values. */
function wideTemplate(
  table: string,
  [entity, date]: readonly [entity: string, date: string],
  columns: readonly string[],
  methodOf: (column: number) => string,
): string {
  const nodes = columns.map((column, at) =>
    observationNode(table, at, {
      variable: `dcs:${column}`,
      about: `C:${table}->${entity}`,
      date,
      value: column,
      more: `measurementMethod: dcs:${methodOf(at)}`,
    }),
  );
  return nodes.join("");
}

export const shapes = {
  emissions: {
    name: "climate_trace",
    table: "processed_data",
    template: () =>
      "Node: E:processed_data->E0\ntypeOf: dcs:Country\n" +
      "countryAlpha3Code: C:processed_data->country\n\n" +
      observationNode("processed_data", 1, {
        variable: "C:processed_data->statvar",
        about: "E:processed_data->E0",
        date: "year",
        value: "Tonnes Co2e",
        more: "unit: dcid:MetricTonCO2e",
      }),
    places: countries,
    lines: emissions,
  },
  factor: {
    name: "constant further properties",
    table: "processed_data",
    template: () =>
      observationNode("processed_data", 0, {
        variable: "C:processed_data->statvar",
        about: "C:processed_data->country",
        date: "year",
        value: "Tonnes Co2e",
        more: 'unit: dcid:MetricTonCO2e\nsourceScalingFactor: 1000\nfootnote: "Estimated"',
      }),
    lines: emissions,
  },
  buildings: {
    name: "nodes without ids",
    table: "buildings",
    template: () =>
      "Node: E:buildings->E0\ntypeOf: dcs:Building\nname: C:buildings->name\n" +
      "address: C:buildings->address\nfloors: C:buildings->floors\n" +
      "latitude: C:buildings->latitude\nlongitude: C:buildings->longitude\n\n",
    lines: buildings,
  },
  unknown: { name: "the command import", table: "births", lines: birthsAndDeaths },
  births: {
    name: "Eurostat births and deaths",
    table: "births",
    template: () =>
      wideTemplate("births", ["geo", "time"], births, () => "EurostatRegionalStatistics"),
    lines: birthsAndDeaths,
  },
  prisoners: {
    name: "prison statistics",
    table: "national_prison_stats",
    template: () =>
      wideTemplate("national_prison_stats", ["GeoId", "YEAR"], prisonVariables, (column) =>
        column % 3 === 2 ? "dcAggregate/NationalPrisonerStatistics" : "NationalPrisonerStatistics",
      ),
    lines: prisoners,
  },
} satisfies Readonly<Record<string, Shape>>;
