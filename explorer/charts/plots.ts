/** The pictures. This module brings Observable Plot, and is loaded when the first picture is shown. */
import * as Plot from "@observablehq/plot";
import { evenTexts, textsApart } from "../parts/format.ts";
import { projectionFor } from "./projections.ts";
import { quarterTicks } from "./quarters.ts";
import { colorCount, dashOf } from "./strokes.ts";

/** One place of a line; without a value the line has a gap there. */
export interface LinePoint {
  readonly line: string;
  readonly date: Date;
  readonly dateText: string;
  readonly value: number | null;
  /** Whether its neighbours are missing: a line alone would not show it. */
  readonly isAlone: boolean;
}

export interface Dot {
  readonly name: string;
  readonly x: number;
  readonly y: number;
  readonly about: string;
}

export interface Bar {
  readonly name: string;
  readonly value: number;
  readonly about: string;
  /** It stands beside the value; empty where all have the same. */
  readonly date: string;
}

export interface Area {
  readonly feature: object;
  readonly name: string;
  /** The name of its colour; undefined where there is no value. */
  readonly color: string | undefined;
  readonly about: string;
}

/** What is drawn on. */
export interface Sheet {
  readonly width: number;
  /** Pixels to the end of the first screen: a map is no higher where that is enough for one. */
  readonly room: number;
  /** Of a file: nothing answers a pointer. */
  readonly isStill?: boolean;
  /** Default: the page's. */
  readonly document?: Document;
}

const paperOf = ({ document }: Sheet) => (document === undefined ? {} : { document });

const common = { style: { fontFamily: "inherit", fontSize: "12px", background: "none" } };
const tipStyle = { fill: "var(--surface)", stroke: "var(--line-strong)", fontSize: 12.5 };
const grid = { stroke: "var(--line)", strokeOpacity: 1 };

const axisText = (value: number, digits = 3, digitsLeast = 1): string =>
  value.toLocaleString("en", {
    minimumSignificantDigits: digitsLeast,
    maximumSignificantDigits: digits,
    ...(Math.abs(value) < 1 ? {} : { notation: "compact" }),
  });

/** `84.0` of 83.996: zeros stay where the number is rounded. */
const barText = (value: number): string =>
  axisText(value, 3, value === Number(value.toPrecision(3)) ? 1 : 3);

/** Of one of the ticks of an axis. */
const tickText = (_value: number, at: number, ticks: readonly number[] = []): string =>
  evenTexts(ticks, textsApart(ticks, axisText), 15)[at] ?? "";

interface LineTexts {
  readonly names: readonly string[];
  readonly label: string;
  readonly about: string;
}

export function lines(points: readonly LinePoint[], sheet: Sheet, texts: LineTexts): Element {
  const { names, about } = texts;
  const { width } = sheet;
  const there = points.filter(({ value }) => value !== null);
  const ends = endsOf(there, names);
  const isNamed = ends.length > 1 && ends.length <= namedMax && width >= 640;
  const longest = Math.max(0, ...ends.map(({ line }) => line.length));
  return withRoomForTicks((marginLeft) =>
    Plot.plot({
      ...common,
      ...paperOf(sheet),
      ariaLabel: about,
      width,
      height: Math.max(240, Math.min(360, width * 0.45)),
      marginLeft,
      marginRight: isNamed ? Math.min(180, longest * 6.6 + 14) : 16,
      marginTop: 16,
      // Names of months stand below days.
      marginBottom: 40,
      x: { type: "utc", label: null, tickSize: 0, tickPadding: 8, ...ticksOf(there, width) },
      y: {
        label: null,
        tickFormat: tickText,
        nice: true,
        ticks: 6,
        zero: spansZero(there),
        tickSize: 0,
      },
      color: { domain: [...names], range: names.map((_, at) => colorOf(at)) },
      marks: [
        Plot.gridY(grid),
        ...strokesOf(points, names),
        Plot.text(isNamed ? ends : [], {
          ...endText,
          x: "date",
          y: "value",
          text: "line",
          fill: "line",
        }),
        Plot.dot(
          there.filter(({ isAlone }) => isAlone || there.length <= 60),
          { x: "date", y: "value", fill: "line", r: 2.5 },
        ),
        ...(sheet.isStill === true ? [] : pointed(there, texts)),
      ],
    }),
  );
}

/** Lines, those of one dash together. */
function strokesOf(points: readonly LinePoint[], names: readonly string[]) {
  const dashes = [...new Set(names.map((_, at) => dashOf(at)))];
  return dashes.map((dash) => {
    const ofDash = new Set(names.filter((_, at) => dashOf(at) === dash));
    return Plot.lineY(
      points.filter(({ line }) => ofDash.has(line)),
      {
        x: "date",
        y: (point: LinePoint) => point.value ?? Number.NaN,
        stroke: "line",
        z: "line",
        strokeWidth: 2,
        strokeLinejoin: "round",
        ...(dash === undefined ? {} : { strokeDasharray: dash }),
      },
    );
  });
}

/** Farther than any picture is wide: what is nearest is shown, wherever the pointer is. */
const anywhere = { maxRadius: 1e4 } as const;

/** What stands at the pointer: the nearest value, wherever the pointer is. */
function pointed(points: readonly LinePoint[], { label }: LineTexts) {
  return [
    Plot.dot(points, Plot.pointer({ x: "date", y: "value", fill: "line", r: 5, ...anywhere })),
    Plot.tip(
      points,
      Plot.pointer({
        x: "date",
        y: "value",
        ...anywhere,
        ...tipStyle,
        title: ({ line, dateText, value }: LinePoint) =>
          `${line}\n${dateText}: ${value?.toLocaleString("en", { maximumSignificantDigits: 8 })} ${label}`,
      }),
    ),
  ];
}

/** Names stand at the ends of so many lines; the legend has the names of more. */
const namedMax = 12;
const endText = {
  textAnchor: "start",
  dx: 8,
  fontSize: 11.5,
  lineWidth: 14,
  textOverflow: "ellipsis",
} as const;

/** The last point of each line whose name would not stand on another's. */
function endsOf(points: readonly LinePoint[], names: readonly string[]): LinePoint[] {
  const last = new Map(points.map((point) => [point.line, point]));
  const values = points.map(({ value }) => value ?? 0);
  const least = Math.min(...values);
  const apart = (Math.max(...values) - (spansZero(points) ? 0 : least)) / 22;
  const kept: LinePoint[] = [];
  for (const name of names) {
    const end = last.get(name);
    const isFree = kept.every(({ value }) => Math.abs((value ?? 0) - (end?.value ?? 0)) > apart);
    if (end !== undefined && isFree) kept.push(end);
  }
  return kept;
}

/** Years have ticks at years alone, and quarters at quarters. */
function ticksOf(points: readonly LinePoint[], width: number) {
  const quarters = quarterTicks(points, width);
  if (quarters !== undefined) return quarters;
  if (points.length === 0 || !points.every(({ dateText }) => /^\d{4}$/.test(dateText))) return {};
  const years = points.map(({ date }) => date.getUTCFullYear());
  const span = Math.max(...years) - Math.min(...years);
  const most = Math.max(2, Math.floor(width / 90));
  const step = [1, 2, 5, 10, 20, 25, 50, 100].find((one) => span / one <= most) ?? 200;
  return { ticks: `${step} years`, tickFormat: (date: Date) => `${date.getUTCFullYear()}` };
}

/** Drawn again with a wider margin where the numbers of the axis need one. */
function withRoomForTicks(draw: (marginLeft: number) => Element): Element {
  const first = draw(52);
  const axis = [...first.childNodes].find(
    (one) => (one as Element).getAttribute?.("aria-label") === "y-axis tick label",
  );
  const texts = [...(axis?.childNodes ?? [])];
  const longest = Math.max(0, ...texts.map(({ textContent }) => textContent?.length ?? 0));
  const wanted = Math.ceil(longest * 7.2) + 14;
  return wanted > 52 ? draw(wanted) : first;
}

/** A scale begins at 0 where that does not flatten what is shown. */
function spansZero(points: readonly LinePoint[]): boolean {
  const values = points.map(({ value }) => value ?? 0);
  const [least, most] = [Math.min(...values), Math.max(...values)];
  return least > 0 && least < most * 0.5;
}

/** Where something happened. */
export interface EventDot {
  readonly latitude: number;
  readonly longitude: number;
  readonly about: string;
}

/** @param events are pointed at instead of the areas, if there are any */
export function map(
  areas: readonly Area[],
  sheet: Sheet,
  about: string,
  events: readonly EventDot[] = [],
): Element {
  const { width, room } = sheet;
  const features = areas.map(({ feature }) => feature).concat(events.map(aroundOf));
  const { kind, projection, ratio } = projectionFor(features);
  const drawn = areas.map(({ feature, ...area }) => ({ ...feature, ...area }));
  return Plot.plot({
    ...common,
    ariaLabel: about,
    width,
    ...paperOf(sheet),
    className: `map-of-${kind}`,
    height: Math.min(Math.max(240, room), Math.round(width * ratio) + 8),
    margin: 4,
    projection: {
      type: () => projection,
      domain: { type: "FeatureCollection", features },
    } as Plot.ProjectionOptions,
    marks: [
      Plot.geo(drawn, {
        fill: ({ color = "missing" }: Area) => `var(--${color})`,
        stroke: "var(--surface)",
        strokeWidth: 0.75,
      }),
      ...(areas.length === 0 ? [Plot.graticule({ stroke: "var(--line)", strokeOpacity: 1 })] : []),
      Plot.dot(events, { ...atEvent, ...filledDot, r: 5 }),
      ...(sheet.isStill === true
        ? []
        : events.length > 0
          ? [Plot.tip(events, Plot.pointer({ ...atEvent, title: "about", ...tipStyle }))]
          : [
              Plot.geo(
                drawn,
                Plot.pointer(Plot.centroid({ stroke: "var(--text)", strokeWidth: 1.5 })),
              ),
              Plot.tip(drawn, Plot.pointer(Plot.centroid({ title: "about", ...tipStyle }))),
            ]),
    ],
  });
}

const atEvent = { x: "longitude", y: "latitude" } as const;
const filledDot = { fill: "var(--accent)", fillOpacity: 0.55, stroke: "var(--accent)" } as const;

/** A degree around a dot: dots alone would have no extent. */
function aroundOf({ latitude, longitude }: EventDot): object {
  const coordinates = [-1, 1].flatMap((north) =>
    [-1, 1].map((east) => [longitude + east, Math.max(-90, Math.min(90, latitude + north))]),
  );
  return { type: "Feature", geometry: { type: "MultiPoint", coordinates } };
}

export function bars(given: readonly Bar[], sheet: Sheet, about: string): Element {
  const { width } = sheet;
  const longest = Math.max(...given.map(({ name }) => name.length));
  const values = given.map(({ value }) => value);
  const texts = evenTexts(values, values.map(barText));
  const marginLeft = Math.min(width * 0.4, Math.max(60, longest * 7 + 20));
  return Plot.plot({
    ...common,
    ariaLabel: about,
    ...paperOf(sheet),
    width,
    height: given.length * 22 + 36,
    marginLeft,
    marginRight: given.some(({ date }) => date !== "") ? 116 : 60,
    marginTop: 4,
    x: {
      label: null,
      tickFormat: tickText,
      ticks: Math.max(2, Math.round(width / 160)),
      nice: true,
    },
    y: { label: null, domain: given.map(({ name }) => name) },
    marks: [
      Plot.gridX(grid),
      Plot.barX(given, {
        x: "value",
        y: "name",
        fill: "var(--accent)",
        insetTop: 2.5,
        insetBottom: 2.5,
        rx2: 3,
      }),
      Plot.text(given, {
        // A bar to the left has no room for it on its end.
        x: ({ value }: Bar) => Math.max(0, value),
        y: "name",
        text: ({ date }: Bar, at: number) => [texts[at], date].filter(Boolean).join(" · "),
        textAnchor: "start",
        dx: 6,
        fill: "var(--text)",
      }),
      // Where there is no room for a whole name, an ellipsis shows it. Names are a little wider than Plot takes them.
      Plot.axisY({
        tickSize: 0,
        label: null,
        textStroke: "none",
        lineWidth: (marginLeft - 8) / 13.5,
        textOverflow: "ellipsis-end",
      }),
      ...(sheet.isStill === true
        ? []
        : [Plot.tip(given, Plot.pointerY({ x: "value", y: "name", title: "about", ...tipStyle }))]),
    ],
  });
}

export function scatter(dots: readonly Dot[], sheet: Sheet, labels: { about: string }): Element {
  const { width } = sheet;
  return withRoomForTicks((marginLeft) =>
    Plot.plot({
      ...common,
      ...paperOf(sheet),
      ariaLabel: labels.about,
      width,
      height: Math.max(320, Math.min(520, width * 0.6)),
      marginLeft,
      marginBottom: 30,
      marginTop: 16,
      grid: false,
      x: {
        label: null,
        tickSize: 0,
        tickFormat: tickText,
        nice: true,
        ticks: Math.round(width / 110),
      },
      y: {
        label: null,
        tickSize: 0,
        tickFormat: tickText,
        nice: true,
        ticks: 6,
      },
      marks: [
        Plot.gridX(grid),
        Plot.gridY(grid),
        Plot.dot(dots, {
          x: "x",
          y: "y",
          r: 4.5,
          ...filledDot,
          strokeWidth: 1,
        }),
        ...(sheet.isStill === true
          ? []
          : [
              Plot.tip(
                dots,
                Plot.pointer({ x: "x", y: "y", title: "about", ...anywhere, ...tipStyle }),
              ),
            ]),
      ],
    }),
  );
}

const colorOf = (at: number): string => `var(--line-${(at % colorCount) + 1})`;
