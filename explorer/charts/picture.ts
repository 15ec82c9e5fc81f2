/**
 * A chart as a file that explains itself: title, units and dates, legend, the chart, notes and sources. The
 * page saves such files, and so does the command, which has no document and takes a plain one.
 */
import { inPlainColors } from "./colors.ts";
import { escaped } from "./escaped.ts";
import { linePoints } from "./gaps.ts";
import * as plots from "./plots.ts";
import { type Key, lineKeys } from "./strokes.ts";

export type Draw = (module: typeof plots, sheet: plots.Sheet) => Element;

export interface PictureTexts {
  readonly title: string;
  /** Units, places, dates. */
  readonly about: string;
  readonly keys?: readonly Key[];
  /** Names of axes. */
  readonly axes?: { readonly x: string; readonly y: string };
  readonly notes?: readonly string[];
  readonly sources: readonly string[];
}

const width = 960;
const margin = 32;
const inner = width - 2 * margin;
/** Of a map, where the chart may be as high as it likes. */
const room = 620;

/** The chart of a page as SVG. */
export function pictureOf(draw: Draw, texts: PictureTexts): string {
  const chart = draw(plots, { width: inner, room, isStill: true });
  return inPlainColors(composed(chart, new XMLSerializer().serializeToString(chart), texts));
}

/**
 * The same without a browser.
 *
 * @param paint gets names of colours, such as `var(--text)`. Default: those of the light theme
 */
export async function plainPicture(
  draw: Draw,
  texts: PictureTexts,
  paint: typeof inPlainColors = inPlainColors,
): Promise<string> {
  const { plainDocument } = await import("./plain-document.ts");
  const paper = plainDocument() as unknown as Document;
  const chart = draw(plots, { width: inner, room, isStill: true, document: paper });
  return paint(composed(chart, chart.outerHTML, texts));
}

/** Numbers of a table by lines, as the command has them. */
export interface TablePicture extends PictureTexts {
  readonly series: readonly {
    readonly name: string;
    readonly points: readonly { readonly date: string; readonly value: number }[];
  }[];
}

/** Lines over dates, or bars where each series has one number. */
export async function tablePicture(
  { series, ...texts }: TablePicture,
  paint?: typeof inPlainColors,
): Promise<string> {
  const { title } = texts;
  const names = series.map(({ name }) => name);
  if (series.every(({ points }) => points.length === 1)) {
    const isDated = new Set(series.map(({ points }) => points[0]?.date)).size > 1;
    const given = series.map(({ name, points: [point] }) => ({
      name,
      value: point?.value ?? 0,
      about: "",
      date: isDated ? (point?.date ?? "") : "",
    }));
    return await plainPicture((kinds, sheet) => kinds.bars(given, sheet, title), texts, paint);
  }
  const points = series.flatMap(({ name, points: own }) => linePoints(name, own));
  const draw: Draw = (kinds, sheet) =>
    kinds.lines(points, sheet, { names, label: "", about: title });
  return await plainPicture(draw, { ...texts, keys: lineKeys(names) }, paint);
}

/** Blocks of the file from top to bottom: each is drawn at its place, and says how high it is. */
interface Block {
  readonly height: number;
  readonly text: string;
}

function composed(chart: Element, drawn: string, texts: PictureTexts): string {
  const { title, about, keys = [], axes, notes = [], sources } = texts;
  const chartHeight = Number(chart.getAttribute("height"));
  const blocks: readonly Block[] = [
    paragraph(title, { size: 20, color: "text", weight: 650 }),
    paragraph(about, { size: 14, color: "quiet" }),
    legend(keys),
    gap(10),
    ...(axes === undefined ? [] : [paragraph(`↑ ${axes.y}`, { size: 12.5, color: "quiet" })]),
    { height: chartHeight, text: drawn },
    ...(axes === undefined
      ? []
      : [paragraph(`${axes.x} →`, { size: 12.5, color: "quiet", isAtEnd: true })]),
    gap(10),
    ...notes.map((note) => paragraph(note, { size: 12.5, color: "text" })),
    ...sources.map((source) => paragraph(`Source: ${source}`, { size: 12.5, color: "quiet" })),
  ];
  let top = margin;
  const placed = blocks.map(({ height, text }) => {
    const at = top;
    top += height;
    return `<g transform="translate(${margin},${at})">${text}</g>`;
  });
  const height = Math.ceil(top + margin - 8);
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" ` +
    `viewBox="0 0 ${width} ${height}" color="var(--quiet)" font-family="${fonts}" role="img">` +
    `<title>${escaped(title)}</title>` +
    `<rect width="${width}" height="${height}" fill="var(--surface)"/>${placed.join("")}</svg>\n`
  );
}

const fonts = "system-ui, 'Segoe UI', Roboto, 'Noto Sans', sans-serif";

const gap = (height: number): Block => ({ height, text: "" });

interface TextStyle {
  readonly size: number;
  readonly color: string;
  readonly weight?: number;
  readonly isAtEnd?: boolean;
}

/** Letters are about so wide, in parts of their size. */
const letter = 0.56;

/** A text in as many lines as it needs. */
function paragraph(text: string, { size, color, weight = 400, isAtEnd = false }: TextStyle): Block {
  if (text === "") return gap(0);
  const rows = wrapped(text, Math.floor(inner / (size * letter)));
  const step = size * 1.4;
  const style = `font-size="${size}" font-weight="${weight}" fill="var(--${color})"`;
  const place = isAtEnd ? `x="${inner}" text-anchor="end"` : "";
  const drawn = rows.map(
    (row, at) => `<text y="${at * step + size}" ${place} ${style}>${escaped(row)}</text>`,
  );
  return { height: rows.length * step + 2, text: drawn.join("") };
}

function wrapped(text: string, most: number): readonly string[] {
  const rows: string[] = [];
  let row = "";
  for (const word of text.split(" ")) {
    if (row !== "" && row.length + word.length >= most) {
      rows.push(row);
      row = "";
    }
    row = row === "" ? word : `${row} ${word}`;
  }
  return [...rows, row];
}

const keySize = 13;

function legend(keys: readonly Key[]): Block {
  let [left, top] = [0, 0];
  const drawn = keys.map(({ name, color, dash }) => {
    const length = 34 + name.length * keySize * letter + 18;
    if (left > 0 && left + length > inner) [left, top] = [0, top + 22];
    const mark =
      dash === undefined
        ? `<rect y="3" width="26" height="12" rx="2" fill="${color}"/>`
        : `<path d="M0 9h26" stroke="${color}" stroke-width="3" stroke-dasharray="${dash}"/>`;
    const text = `<text x="34" y="13.5" font-size="${keySize}" fill="var(--text)">${escaped(name)}</text>`;
    const place = `translate(${Math.round(left)},${top + 8})`;
    left += length;
    return `<g transform="${place}">${mark}${text}</g>`;
  });
  return { height: keys.length === 0 ? 0 : top + 36, text: drawn.join("") };
}
