/** What every line of a list begins with. */
export interface Named {
  readonly dcid: string;
  readonly name?: string;
}

export const nameOf = ({ dcid, name }: Named): Named =>
  name === undefined ? { dcid } : { dcid, name };
