/** Types beside which others say more: a state before an area. Pages need this and nothing of the engine. */

export const isVague = (type: string): boolean =>
  /^(?:AdministrativeArea\d|Place|Thing)$/.test(type);

/** Those that say most come first. */
export const tellingFirst = (types: readonly string[]): string[] =>
  types.toSorted((a, b) => Number(isVague(a)) - Number(isVague(b)));
