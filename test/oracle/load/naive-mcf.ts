/** The obvious reading of resolved MCF text: slow, short and plainly right. */

export type NaiveKind = "reference" | "text" | "number" | "complex";

export interface NaiveTriple {
  readonly subject: string;
  readonly property: string;
  readonly kind: NaiveKind;
  readonly value: string;
}

export interface NaiveReading {
  readonly triples: readonly NaiveTriple[];
  /** Dcid lines, which are identity and no triples. */
  readonly dcidValues: number;
  readonly blocks: number;
  /** Property lines without any value, and lines that are no property. */
  readonly lostLines: readonly number[];
}

const referenceProperties =
  "typeOf subClassOf subPropertyOf rangeIncludes domainIncludes specializationOf memberOf location variableMeasured observationAbout observedNode containedInPlace containedIn populationType measuredProperty populationGroup constraintProperties measurementMethod measurementDenominator measurementQualifier statType unit observationProperties".split(
    " ",
  );

/** Blank and control characters of ASCII only. */
const trim = (text: string): string => text.replace(/^[\0-\x20]+|[\0-\x20]+$/g, "");

/** The values of a line; undefined if its quotes do not pair. */
export function naiveValues(text: string): string[] | undefined {
  const piece = /(?:\\.|\\$|"(?:\\.|[^"\\])*"|[^",\\])+/gs;
  // What no piece covers can only be commas.
  if (/[^,]/.test(text.replace(piece, ""))) return undefined;
  const pieces = text.match(piece) ?? [];
  return pieces
    .map(trim)
    .filter((value) => value !== "")
    .map((value) => value.split('"').map(halved).join('"'));
}

/** Of the backslashes before a quote, half stay; after the last quote all do. */
function halved(part: string, at: number, parts: readonly string[]): string {
  if (at === parts.length - 1) return part;
  let end = part.length;
  while (part[end - 1] === "\\") end--;
  return part.slice(0, end) + "\\".repeat(Math.floor((part.length - end) / 2));
}

export function naiveType(property: string, piece: string): { kind: NaiveKind; value: string } {
  const isReference = referenceProperties.includes(property);
  const inner = /^".*"$/s.test(piece) && piece.length > 1 ? piece.slice(1, -1) : piece;
  if (piece.startsWith('"') && !isReference) return { kind: "text", value: inner };
  const prefixed = /^(?:dcid|dcs|schema):(.*)$/s.exec(inner);
  if (inner.startsWith("[")) return { kind: "complex", value: inner };
  if (prefixed?.[1] !== undefined) return { kind: "reference", value: prefixed[1] };
  if (isReference) return { kind: "reference", value: inner };
  const isNumber = inner !== "" && !/\s/.test(inner) && !Number.isNaN(Number(inner));
  return { kind: isNumber || /^(true|false)$/i.test(inner) ? "number" : "text", value: inner };
}

interface NaiveBlock {
  readonly name: string;
  readonly lines: [property: string, value: string, line: number][];
}

/** Local names and local references are not known here. */
export function naiveMcf(text: string): NaiveReading {
  const blocks: NaiveBlock[] = [];
  const lostLines: number[] = [];
  for (const [index, raw] of text.split("\n").entries()) {
    const line = trim(raw);
    if (line === "" || line.startsWith("#") || line.startsWith("//")) continue;
    const [property, ...rest] = line.split(":");
    const value = trim(rest.join(":"));
    if (trim(property!) === "Node") blocks.push({ name: value, lines: [] });
    else if (rest.length > 0 && property !== "" && blocks.length > 0) {
      blocks.at(-1)!.lines.push([trim(property!), value, index + 1]);
    } else lostLines.push(index + 1);
  }
  const triples: NaiveTriple[] = [];
  let dcidValues = 0;
  for (const { name, lines } of blocks) {
    let subject = /^(?:dcid|dcs|schema):(.*)$/s.exec(name)?.[1];
    const own: Omit<NaiveTriple, "subject">[] = [];
    for (const [property, value, line] of lines) {
      const pieces = naiveValues(value);
      if (pieces === undefined || pieces.length === 0) lostLines.push(line);
      for (const piece of pieces ?? []) {
        const typed = naiveType(property, piece);
        if (property !== "dcid") own.push({ property, ...typed });
        else {
          subject = typed.value;
          dcidValues += 1;
        }
      }
    }
    if (subject !== undefined) triples.push(...own.map((triple) => ({ subject, ...triple })));
  }
  return { triples, dcidValues, blocks: blocks.length, lostLines };
}
