/** What the screens ask, by name. Shapes are those of the library. */
import type { ExplainedRequest, Explanation, TableQuestion } from "../../src/browser.ts";
import type { Start } from "../../src/catalog/start.ts";
import type { CatalogVariable, FoundNode as Found, FoundPage } from "../../src/engine.ts";
import type { Diagnostics, Findings } from "../../src/routes/explorer/check.ts";
import type { Dates } from "../../src/routes/explorer/dates.ts";
import type { Understood } from "../../src/routes/explorer/explorer-routes.ts";
import type { Flows, Named } from "../../src/routes/explorer/flows.ts";
import type { Home } from "../../src/routes/explorer/home.ts";
import type { Groups, ObservedVariable, Page } from "../../src/routes/explorer/lists.ts";
import type { Events, EventTypes } from "../../src/routes/explorer/shown-events.ts";
import type { TableAnswer } from "../../src/routes/explorer/table-answers.ts";
import type { Shapes } from "../../src/routes/website/drawn-shapes.ts";
import type { Corrections } from "../../src/understand/understanding.ts";
import type { V2NodeResponse } from "../../src/wire.ts";
import type { Answer } from "./answer.ts";
import { ask, askJson, post } from "./ask.ts";

export type {
  CatalogVariable,
  Corrections,
  Dates,
  Diagnostics,
  Events,
  ExplainedRequest,
  Explanation,
  Findings,
  Flows,
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
  Understood,
  V2NodeResponse,
};

export interface ChildType {
  readonly type: string;
  readonly count: number;
}

const root = "/explorer/api/";

type Fields = Readonly<Record<string, string | number | readonly string[] | undefined>>;

function own<Body>(name: string, fields: Fields = {}, signal?: AbortSignal): Promise<Body> {
  const query = new URLSearchParams();
  for (const [field, value] of Object.entries(fields)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined && one !== "") query.append(field, `${one}`);
    }
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
  fields: {
    q?: string;
    type?: string;
    dcid?: readonly string[];
    offset?: number;
    limit?: number;
  },
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
export const flows = (dcid: string, signal?: AbortSignal) => own<Flows>("flows", { dcid }, signal);
export const diagnostics = (signal?: AbortSignal) => own<Diagnostics>("diagnostics", {}, signal);
export const findings = (level: string, offset: number, signal?: AbortSignal) =>
  own<Findings | null>("findings", { level, offset }, signal);

export const table = (question: TableQuestion, signal?: AbortSignal) =>
  askJson<TableAnswer>(`${root}table`, post({ question }, signal));
export const tableFile = (question: TableQuestion, format: "csv" | "parquet"): Promise<Answer> =>
  ask(`${root}table`, post({ question, format }));
export const understand = (text: string, corrections: Corrections, signal?: AbortSignal) =>
  askJson<Understood>(`${root}understand`, post({ text, corrections }, signal));
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

export const eventTypes = (place: string, signal?: AbortSignal) =>
  own<EventTypes>("event-types", { place }, signal);
/** Of the latest month, if none is named. */
export const events = (
  wanted: { readonly place: string; readonly type: string; readonly month: string },
  signal?: AbortSignal,
) => own<Events>("events", wanted, signal);

/** Dates of the first variable, and years of all of them. */
export const datesOf = (
  { place, type }: { readonly place: string; readonly type: string },
  variables: readonly string[],
  signal?: AbortSignal,
) => own<Dates>("dates", { place, type, variables }, signal);

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
    const asked = own<readonly Named[]>("names", { dcid: unknown });
    for (const [at, dcid] of unknown.entries()) {
      const name = asked.then(
        (named) => named[at]?.name ?? dcid,
        () => dcid,
      );
      names.set(dcid, name);
    }
  }
  const found = dcids.map(async (dcid) => [dcid, (await names.get(dcid)) ?? dcid] as const);
  return new Map(await Promise.all(found));
}
