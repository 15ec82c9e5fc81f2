/** Prefixes of ids: `dcid:`, and those that a custom folder's own data use, as `who:`. */

const NAMESPACE = /^[A-Za-z0-9_-]+:(?!\/\/)/;

export function hasNamespace(id: string): boolean {
  return NAMESPACE.test(id);
}

/** Drops the prefix of an id, as the official importer does; a URL stays whole. */
export function withoutNamespace(id: string): string {
  const [prefix] = NAMESPACE.exec(id) ?? [""];
  return id.slice(prefix.length).trim();
}
