/** Sets of small numbers, and what was made of each. */

/** One set, filled line by line. Emptying it costs nothing. */
export class Marks {
  readonly #rounds: Uint32Array;
  readonly #members: Uint32Array;
  #round = 1;
  #count = 0;
  /** The same for the same members, in whatever order they came; seldom the same for others. */
  #hash = 0;

  /** @param count the numbers are below this */
  constructor(count: number) {
    this.#rounds = new Uint32Array(count);
    this.#members = new Uint32Array(count);
  }

  get hash(): number {
    return this.#hash;
  }

  clear(): void {
    this.#round++;
    this.#count = 0;
    this.#hash = 0;
  }

  add(number: number): void {
    if (this.#rounds[number] === this.#round) return;
    this.#rounds[number] = this.#round;
    this.#members[this.#count++] = number;
    this.#hash = (this.#hash + Math.imul(number + 1, 0x9e37_79b1)) | 0;
  }

  /** Are these its members? */
  equals(numbers: Uint32Array): boolean {
    if (numbers.length !== this.#count) return false;
    for (let at = 0; at < numbers.length; at++) {
      if (this.#rounds[numbers[at]!] !== this.#round) return false;
    }
    return true;
  }

  /** Its members, ascending. */
  members(): Uint32Array {
    return this.#members.slice(0, this.#count).sort();
  }
}

/** What is made of the members of a set, made once for sets of the same members. */
export class MadeOfMarks<Made> {
  readonly #make: (members: Uint32Array) => Made;
  readonly #known = new Map<number, { readonly members: Uint32Array; readonly made: Made }[]>();

  constructor(make: (members: Uint32Array) => Made) {
    this.#make = make;
  }

  of(marks: Marks): Made {
    const alike = this.#known.get(marks.hash) ?? [];
    for (const { members, made } of alike) if (marks.equals(members)) return made;
    const members = marks.members();
    const made = this.#make(members);
    alike.push({ members, made });
    this.#known.set(marks.hash, alike);
    return made;
  }
}
