/**
 * V8 forgets how the objects of a class are laid out, and the code that was compiled for them, once a
 * collection of garbage finds none of them alive. After the seventh object it also decides how many
 * members lie in the object itself: none, if all others are gone. Loads are long and rare, so both would
 * happen to each class that their loops use. Therefore one object of each is kept.
 */
const kept = new Map<unknown, object | undefined>();

/**
 * To be called by the constructor of a class that loops use.
 * @param make an object of the class that holds nothing large
 */
export function keepOne(kind: unknown, make: () => object): void {
  if (kept.has(kind)) return;
  // The constructor calls this again.
  kept.set(kind, undefined);
  kept.set(kind, make());
}
