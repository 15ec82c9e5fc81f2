/** The gallery: small tables as statistical offices write them, and how each of them is opened. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Commons, open } from "../src/index.ts";
import { type KnownColumns, proposeColumns } from "../src/lint.ts";

const folder = new URL("./gallery/", import.meta.url).pathname;

/** Paths within the folder, in the order of their names. */
export function galleryFiles(): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => /\.\w+$/.test(path) && !describes.test(path))
    .sort();
}

/** Files that say what tables beside them hold. */
const describes = /(?:datapackage|metadata|\.meta)\.json$/;

/** What lies beside a table and describes it, by name. */
export function besideOf(file: string): Record<string, Buffer> {
  const own = file.slice(0, file.indexOf("/") + 1);
  const names = readdirSync(join(folder, own)).filter((name) => describes.test(name));
  return Object.fromEntries(names.map((name) => [name, galleryBytes(own + name)]));
}

export function galleryBytes(file: string): Buffer {
  return readFileSync(join(folder, file));
}

/** What these tables do not say themselves. */
const saidBy: readonly (readonly [RegExp, KnownColumns])[] = [
  [/^(?:fred|bls)\/|^months\/Series/, { entity: "country/USA" }],
  [/^months\/GLB/, { entity: "Earth" }],
  [/^titled-series\/series/, { entity: "country/GBR" }],
  [/^titled-series\/valeurs/, { entity: "country/FRA" }],
  [/^titled-series\/6/, { entity: "country/AUS" }],
  [/ecb-exr/, { entity: "placeGroup/EA" }],
  [/^census-api\//, { date: "2021" }],
  [/^snb\//, { entity: "country/CHE" }],
  [/^bundesbank\//, { entity: "country/DEU" }],
  [/ages-over/, { variable: "Population" }],
  [/UNdata_Export/, { variable: "Population" }],
];

export function knownOf(file: string): KnownColumns {
  return saidBy.find(([form]) => form.test(file))?.[1] ?? {};
}

const countries: Readonly<Record<string, string>> = {
  BEL: "Belgium",
  LUX: "Luxembourg",
  FRA: "France",
  DEU: "Germany",
  KEN: "Kenya",
  JPN: "Japan",
  USA: "United States",
  BRA: "Brazil",
  IND: "India",
  CHN: "China",
  GEO: "Georgia",
  MTQ: "Martinique",
};

let opened: Promise<Commons> | undefined;

/** A world that knows names of countries. */
function base(): Promise<Commons> {
  const nodes = Object.entries(countries).map(
    ([code, name]) => `Node: dcid:country/${code}\ntypeOf: dcs:Country\nname: "${name}"\n`,
  );
  opened ??= open({ "countries.mcf": nodes.join("\n") });
  return opened;
}

/** A value, and where it stands. */
export interface GalleryPoint {
  /** The variable, its unit, and how often values come. */
  readonly series: string;
  readonly method: string;
  readonly entity: string;
  readonly date: string;
  readonly value: string;
}

/** @returns why it is refused, or what is read. */
export async function tryTable(
  name: string,
  content: Buffer,
  known: KnownColumns,
  beside: Readonly<Record<string, Buffer>> = {},
): Promise<readonly GalleryPoint[] | { readonly problems: readonly string[] }> {
  const files = { ...beside, [name]: content };
  const { columns, problems } = await proposeColumns(files, known);
  if (columns === undefined) return { problems };
  const found = open(files, { columns, base: await base() });
  return await found.then(pointsOf, ({ message }: Error) => ({ problems: [message] }));
}

/** @throws Error if the table is refused. */
export async function readGallery(file: string): Promise<readonly GalleryPoint[]> {
  const name = file.slice(file.indexOf("/") + 1);
  const found = await tryTable(name, galleryBytes(file), knownOf(file), besideOf(file));
  if ("problems" in found) throw new Error(`${file}: ${found.problems.join("; ")}`);
  return found;
}

function pointsOf({ engine: { graph, observations } }: Commons): GalleryPoint[] {
  const { dictionary } = graph;
  const points: GalleryPoint[] = [];
  for (let series = 0; series < observations.seriesCount; series++) {
    const facet = observations.facetOf(series);
    const entity = dictionary.textOf(observations.entityOf(series));
    const variable = dictionary.textOf(observations.variableOf(series));
    const { unit, measurementMethod: method, observationPeriod: period } = facet;
    const { start, end } = observations.pointsOf(series);
    for (let point = start; point < end; point++) {
      const [date, value] = [observations.dateOf(point), observations.textOf(point)];
      points.push({ series: [variable, unit, period].join(" "), method, entity, date, value });
    }
  }
  return points;
}
