/** What every line of a list begins with. */
export interface Named {
  readonly dcid: string;
  readonly name?: string;
}

export const nameOf = ({ dcid, name }: Named): Named =>
  name === undefined ? { dcid } : { dcid, name };

/** In the order of the texts that are shown. */
export const byName = (a: Named, b: Named): number =>
  (a.name ?? a.dcid) < (b.name ?? b.dcid) ? -1 : 1;
