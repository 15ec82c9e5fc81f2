/** What the screens ask, by name. Shapes are those of the library. */
import type { ExplainedRequest, Explanation, TableQuestion } from "../../src/browser.ts";
import type { CatalogVariable } from "../../src/engine.ts";
import type { Diagnostics, Findings } from "../../src/routes/explorer/check.ts";
import type { Home, Start } from "../../src/routes/explorer/home.ts";
import type { Groups, ObservedVariable, Page } from "../../src/routes/explorer/lists.ts";
import type { Named } from "../../src/routes/explorer/named.ts";
import type { Found, FoundPage } from "../../src/routes/explorer/node-search.ts";
import type { TableAnswer } from "../../src/routes/explorer/table-answers.ts";
import type { Shapes } from "../../src/routes/website/drawn-shapes.ts";
import type { V2NodeResponse } from "../../src/wire.ts";
import type { Answer } from "./answer.ts";
import { ask, askJson, post } from "./ask.ts";

export type {
  CatalogVariable,
  Diagnostics,
  ExplainedRequest,
  Explanation,
  Findings,
  Found,
  FoundPage,
  Groups,
  Home,
  Named,
  ObservedVariable,
  Page,
  Shapes,
  Start,
  TableAnswer,
  TableQuestion,
  V2NodeResponse,
};

export interface ChildType {
  readonly type: string;
  readonly count: number;
}

export interface DateCount {
  readonly date: string;
  readonly count: number;
}

const root = "/explorer/api/";

type Fields = Readonly<Record<string, string | number | undefined>>;

function own<Body>(name: string, fields: Fields = {}, signal?: AbortSignal): Promise<Body> {
  const query = new URLSearchParams();
  for (const [field, value] of Object.entries(fields)) {
    if (value !== undefined && value !== "") query.append(field, `${value}`);
  }
  const text = `${query}`;
  return askJson<Body>(
    `${root}${name}${text === "" ? "" : `?${text}`}`,
    signal === undefined ? {} : { signal },
  );
}

export const home = (signal?: AbortSignal) => own<Home>("home", {}, signal);

let start: Promise<Start | null> | undefined;

/** Asked once. */
export function startOf(): Promise<Start | null> {
  start ??= own<Start | null>("start");
  return start;
}

export const search = (
  fields: { q: string; kind?: string; type?: string; limit?: number },
  signal?: AbortSignal,
) => own<FoundPage>("search", fields, signal);
export const variables = (
  fields: { q?: string; type?: string; offset?: number; limit?: number },
  signal?: AbortSignal,
) => own<Page<CatalogVariable>>("variables", fields, signal);
export const groups = (parent: string, signal?: AbortSignal) =>
  own<Groups>("groups", { parent }, signal);
export const childTypes = (place: string, signal?: AbortSignal) =>
  own<readonly ChildType[]>("children", { place }, signal);
export const words = (kind: string, q: string, signal?: AbortSignal) =>
  own<readonly Named[]>("words", { kind, q }, signal);
export const observed = (dcid: string, offset: number, signal?: AbortSignal) =>
  own<Page<ObservedVariable>>("observed", { dcid, offset, limit: 20 }, signal);
export const diagnostics = (signal?: AbortSignal) => own<Diagnostics>("diagnostics", {}, signal);
export const findings = (level: string, offset: number, signal?: AbortSignal) =>
  own<Findings | null>("findings", { level, offset }, signal);

export const table = (question: TableQuestion, signal?: AbortSignal) =>
  askJson<TableAnswer>(`${root}table`, post({ question }, signal));
export const tableFile = (question: TableQuestion, format: "csv" | "parquet"): Promise<Answer> =>
  ask(`${root}table`, post({ question, format }));
export const explain = (request: ExplainedRequest, signal?: AbortSignal) =>
  askJson<Explanation>(`${root}explain`, post(request, signal));

export const node = (
  nodes: readonly string[],
  property: string,
  nextToken = "",
  signal?: AbortSignal,
) => askJson<V2NodeResponse>("/v2/node", post({ nodes, property, nextToken }, signal));

export const shapes = (place: string, type: string, signal?: AbortSignal) =>
  own<Shapes>("shapes", { place, type }, signal);

/** Dates of a variable about places in a place, with the number of these places, the latest first. */
export async function datesOf(
  parentEntity: string,
  childType: string,
  variable: string,
  signal?: AbortSignal,
): Promise<readonly DateCount[]> {
  const { datesByVariable } = await own<{
    datesByVariable: readonly {
      observationDates: readonly {
        date: string;
        entityCount: readonly { count: number }[];
      }[];
    }[];
  }>("observation-dates", { parentEntity, childType, variable }, signal);
  return (datesByVariable[0]?.observationDates ?? [])
    .map(({ date, entityCount }) => ({
      date,
      count: Math.max(...entityCount.map(({ count }) => count)),
    }))
    .reverse();
}

const names = new Map<string, Promise<string>>();

/** There is another world now. */
export function forget(): void {
  start = undefined;
  names.clear();
}

/** Names of nodes, or their dcids; each is asked once. */
export async function namesOf(dcids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const unknown = dcids.filter((dcid) => !names.has(dcid));
  if (unknown.length > 0) {
    const asked = node(unknown, "->name");
    for (const dcid of unknown) {
      const name = asked.then(
        ({ data = {} }) =>
          (Object.hasOwn(data, dcid) ? data[dcid]?.arcs?.["name"]?.nodes?.[0]?.value : undefined) ??
          dcid,
        () => dcid,
      );
      names.set(dcid, name);
    }
  }
  const found = dcids.map(async (dcid) => [dcid, (await names.get(dcid)) ?? dcid] as const);
  return new Map(await Promise.all(found));
}
