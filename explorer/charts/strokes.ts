/** How lines differ: eight colours, and a dash for each round of them. */
export const colorCount = 8;

const dashes = ["", "7 4", "2 3", "10 3 2 3"] as const;
export const strokeCount = colorCount * dashes.length;

/** The pattern of a line; undefined for one without gaps. */
export const dashOf = (at: number): string | undefined =>
  dashes[Math.floor(at / colorCount) % dashes.length] || undefined;

/** An entry of a legend. */
export interface Key {
  readonly name: string;
  readonly color: string;
  /** Of a line: its pattern. Undefined for an area. */
  readonly dash?: string;
}

/** What each line looks like. */
export const lineKeys = (names: readonly string[]): readonly Key[] =>
  names.map((name, at) => ({
    name,
    color: `var(--line-${(at % colorCount) + 1})`,
    dash: dashOf(at) ?? "none",
  }));
