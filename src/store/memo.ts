/** What questions derive from graphs and worlds is remembered here and nowhere else. */

/**
 * `make`, called at most once for each owner, by the first question that needs what it makes. That
 * lives as long as its owner.
 */
export function derived<Owner extends object, Made extends NonNullable<unknown>>(
  make: (owner: Owner) => Made,
): (owner: Owner) => Made {
  const known = new WeakMap<Owner, Made>();
  return (owner) => {
    const before = known.get(owner);
    if (before !== undefined) return before;
    const made = make(owner);
    known.set(owner, made);
    return made;
  };
}
