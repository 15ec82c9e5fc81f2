/**
 * Regular expressions whose time grows with the length of the text and not beyond: JavaScript's own
 * backtrack, and a hostile pattern would keep a process busy for hours. Known: literals, `.`,
 * classes, `\d \w \s` and their opposites, `\b`, groups, `|`, `*`, `+`, `?`, `{m,n}`, `^` and `$`;
 * flags `i`, `s` and `m`.
 */

export class RegexSyntaxError extends Error {}

/** Steps that a pattern may have once its repetitions are written out. */
const stepsMax = 2000;
const repeatMax = 100;
const depthMax = 50;

type CharacterTest = (character: string) => boolean;

/** What a pattern can ask for between two characters. */
type Assertion = "start" | "end" | "boundary" | "noBoundary";

type Step =
  | { readonly kind: "character"; readonly accepts: CharacterTest }
  | { readonly kind: "assert"; readonly assertion: Assertion }
  /** Goes on at both places. */
  | { readonly kind: "split"; other: number; next: number }
  | { readonly kind: "match" };

export class LinearRegex {
  /** How much work the last test was. */
  stepsOfLastTest = 0;
  readonly #steps: readonly Step[];
  readonly #ignoresCase: boolean;
  readonly #isMultiline: boolean;

  /** Throws RegexSyntaxError. */
  constructor(pattern: string, flags: string) {
    if (/[^ism]/.test(flags)) throw new RegexSyntaxError(`flags "${flags.slice(0, 10)}"`);
    this.#ignoresCase = flags.includes("i");
    this.#isMultiline = flags.includes("m");
    const compiler = new RegexCompiler(pattern, this.#ignoresCase, flags.includes("s"));
    this.#steps = compiler.compile();
  }

  /** Does the pattern occur in the text? All places of the pattern are followed side by side. */
  test(text: string): boolean {
    const characters = [...(this.#ignoresCase ? text.toLowerCase() : text)];
    let current = new Set<number>();
    this.stepsOfLastTest = 0;
    for (let at = 0; at <= characters.length; at++) {
      if (this.#enter(0, current, characters, at)) return true;
      const next = new Set<number>();
      const character = characters[at];
      if (character === undefined) break;
      this.stepsOfLastTest += current.size;
      for (const place of current) {
        const step = this.#steps[place] as Step;
        if (step.kind !== "character" || !step.accepts(character)) continue;
        if (this.#enter(place + 1, next, characters, at + 1)) return true;
      }
      current = next;
    }
    return false;
  }

  /** Adds a place and all that follow from it without a character; true at the match. */
  #enter(place: number, places: Set<number>, characters: readonly string[], at: number): boolean {
    const waiting = [place];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      if (places.has(next)) continue;
      places.add(next);
      const step = this.#steps[next] as Step;
      if (step.kind === "match") return true;
      if (step.kind === "split") waiting.push(step.other, step.next);
      if (step.kind === "assert" && this.#holds(step.assertion, characters, at)) {
        waiting.push(next + 1);
      }
    }
    return false;
  }

  #holds(assertion: Assertion, characters: readonly string[], at: number): boolean {
    const before = characters[at - 1];
    const after = characters[at];
    switch (assertion) {
      case "start":
        return before === undefined || (this.#isMultiline && before === "\n");
      case "end":
        return after === undefined || (this.#isMultiline && after === "\n");
      case "boundary":
        return isWord(before) !== isWord(after);
      case "noBoundary":
        return isWord(before) === isWord(after);
    }
  }
}

/** Writes a pattern's steps while reading it, from left to right. */
class RegexCompiler {
  readonly #pattern: readonly string[];
  readonly #ignoresCase: boolean;
  readonly #dotAll: boolean;
  #at = 0;
  #depth = 0;
  #steps: Step[] = [];

  constructor(pattern: string, ignoresCase: boolean, dotAll: boolean) {
    this.#pattern = [...pattern];
    this.#ignoresCase = ignoresCase;
    this.#dotAll = dotAll;
  }

  compile(): Step[] {
    this.#alternatives();
    if (this.#at < this.#pattern.length) throw new RegexSyntaxError("unmatched )");
    this.#add({ kind: "match" });
    return this.#steps;
  }

  #alternatives(): void {
    if (++this.#depth > depthMax) throw new RegexSyntaxError("groups nest too deep");
    const branches = [this.#written(() => this.#sequence())];
    while (this.#take("|")) branches.push(this.#written(() => this.#sequence()));
    this.#depth--;
    this.#addEither(branches);
  }

  #sequence(): void {
    while (this.#at < this.#pattern.length && !this.#is("|") && !this.#is(")")) this.#repeated();
  }

  #repeated(): void {
    const steps = this.#written(() => this.#atom());
    const [least, most] = this.#quantifier();
    // A lazy quantifier finds other matches, but not in other texts.
    this.#take("?");
    if (this.#is("*") || this.#is("+") || this.#is("?"))
      throw new RegexSyntaxError("nothing to repeat");
    for (let time = 0; time < least; time++) this.#addAll(steps);
    if (most === Number.POSITIVE_INFINITY) {
      const start = this.#steps.length;
      this.#add({ kind: "split", next: start + 1, other: start + steps.length + 2 });
      this.#addAll(steps);
      this.#add({ kind: "split", next: start, other: start });
      return;
    }
    for (let time = least; time < most; time++) {
      const start = this.#steps.length;
      this.#add({ kind: "split", next: start + 1, other: start + steps.length + 1 });
      this.#addAll(steps);
    }
  }

  #quantifier(): [least: number, most: number] {
    if (this.#take("*")) return [0, Number.POSITIVE_INFINITY];
    if (this.#take("+")) return [1, Number.POSITIVE_INFINITY];
    if (this.#take("?")) return [0, 1];
    if (!this.#is("{")) return [1, 1];
    const end = this.#pattern.indexOf("}", this.#at);
    const text = this.#pattern.slice(this.#at, end + 1).join("");
    const match = /^\{(\d{1,4})(,(\d{1,4})?)?\}$/.exec(text);
    if (match === null) throw new RegexSyntaxError("{ without a count");
    this.#at = end + 1;
    const least = Number(match[1]);
    const most = match[2] === undefined ? least : Number(match[3] ?? Number.POSITIVE_INFINITY);
    if (least > repeatMax || (most !== Number.POSITIVE_INFINITY && most > repeatMax)) {
      throw new RegexSyntaxError(`more than ${repeatMax} repetitions`);
    }
    return [least, most];
  }

  #atom(): void {
    const character = this.#pattern[this.#at++] as string;
    switch (character) {
      case "(":
        if (this.#take("?") && !this.#take(":")) throw new RegexSyntaxError("(?");
        this.#alternatives();
        if (!this.#take(")")) throw new RegexSyntaxError("unmatched (");
        return;
      case "[":
        this.#add({ kind: "character", accepts: this.#class() });
        return;
      case ".":
        this.#add({ kind: "character", accepts: (one) => this.#dotAll || one !== "\n" });
        return;
      case "^":
        this.#add({ kind: "assert", assertion: "start" });
        return;
      case "$":
        this.#add({ kind: "assert", assertion: "end" });
        return;
      case "\\":
        this.#escape();
        return;
      case "*":
      case "+":
      case "?":
        throw new RegexSyntaxError("nothing to repeat");
      default:
        this.#add({ kind: "character", accepts: this.#literal(character) });
    }
  }

  #escape(): void {
    const character = this.#pattern[this.#at++];
    if (character === "b" || character === "B") {
      const assertion = character === "b" ? "boundary" : "noBoundary";
      this.#add({ kind: "assert", assertion });
      return;
    }
    this.#add({ kind: "character", accepts: this.#escaped(character) });
  }

  /** `\d` and its like, `\n` and its like, or a character that would mean something. */
  #escaped(character: string | undefined): CharacterTest {
    if (character === undefined) throw new RegexSyntaxError("\\ at the end");
    const shorthand = shorthands.get(character.toLowerCase());
    if (shorthand !== undefined) {
      const isOpposite = character !== character.toLowerCase();
      return (one) => shorthand(one) !== isOpposite;
    }
    const control = controls.get(character);
    if (control !== undefined) return (one) => one === control;
    if (/[\p{L}\p{N}]/u.test(character)) throw new RegexSyntaxError(`\\${character}`);
    return (one) => one === character;
  }

  #class(): CharacterTest {
    const isOpposite = this.#take("^");
    const tests: CharacterTest[] = [];
    do tests.push(this.#classMember());
    while (!this.#is("]"));
    this.#at++;
    return (one) => tests.some((test) => test(one)) !== isOpposite;
  }

  #classMember(): CharacterTest {
    const character = this.#pattern[this.#at++];
    if (character === undefined) throw new RegexSyntaxError("unmatched [");
    if (character === "\\") return this.#escaped(this.#pattern[this.#at++]);
    const to = this.#pattern[this.#at + 1];
    if (!this.#is("-") || to === undefined || to === "]") return this.#literal(character);
    this.#at += 2;
    if (to === "\\" || codeOf(to) < codeOf(character)) throw new RegexSyntaxError("class range");
    const isWithin: CharacterTest = (one) =>
      codeOf(one) >= codeOf(character) && codeOf(one) <= codeOf(to);
    if (!this.#ignoresCase) return isWithin;
    // The text is in lower case.
    return (one) => isWithin(one) || isWithin(one.toUpperCase());
  }

  #literal(character: string): CharacterTest {
    const wanted = this.#ignoresCase ? character.toLowerCase() : character;
    return (one) => one === wanted;
  }

  /** The steps that some reading writes, counted from their own start. */
  #written(read: () => void): Step[] {
    const outer = this.#steps;
    this.#steps = [];
    read();
    const steps = this.#steps;
    this.#steps = outer;
    return steps;
  }

  #addEither(branches: readonly Step[][]): void {
    const sizes = branches.map((branch, at) => branch.length + (at < branches.length - 1 ? 2 : 0));
    const end = this.#steps.length + sizes.reduce((sum, one) => sum + one, 0);
    for (const [at, branch] of branches.entries()) {
      if (at === branches.length - 1) {
        this.#addAll(branch);
        return;
      }
      const start = this.#steps.length;
      this.#add({ kind: "split", next: start + 1, other: start + branch.length + 2 });
      this.#addAll(branch);
      this.#add({ kind: "split", next: end, other: end });
    }
  }

  /** Appends steps that count from their own start. */
  #addAll(steps: readonly Step[]): void {
    const start = this.#steps.length;
    for (const step of steps) {
      const isSplit = step.kind === "split";
      this.#add(isSplit ? { ...step, next: step.next + start, other: step.other + start } : step);
    }
  }

  #add(step: Step): void {
    if (this.#steps.push(step) > stepsMax) throw new RegexSyntaxError("it is too long");
  }

  #is(character: string): boolean {
    return this.#pattern[this.#at] === character;
  }

  #take(character: string): boolean {
    const isIt = this.#is(character);
    if (isIt) this.#at++;
    return isIt;
  }
}

const shorthands: ReadonlyMap<string, CharacterTest> = new Map([
  ["d", (one: string) => /\p{Nd}/u.test(one)],
  ["w", isWord],
  ["s", (one: string) => /\s/u.test(one)],
]);

const controls: ReadonlyMap<string, string> = new Map([
  ["n", "\n"],
  ["r", "\r"],
  ["t", "\t"],
]);

function isWord(character: string | undefined): boolean {
  return character !== undefined && /[\p{L}\p{M}\p{N}_]/u.test(character);
}

function codeOf(character: string): number {
  return character.codePointAt(0) as number;
}
