/**
 * The forms of an observation's date that the official tool accepts (behaviour: inputs 2.8). Dates
 * are only checked: one in another form is loaded as written and reported.
 */

import { textOf } from "../bytes/index.ts";
import { type Finding, shown } from "../report/index.ts";

const MONTH = "(?:0[1-9]|1[0-2])";
const DAY = "(?:0[1-9]|[12]\\d|3[01])";
const CLOCK = "(?:[01]\\d|2[0-3]):[0-5]\\d";

const FORMS: readonly string[] = [
  // One digit is enough for a month or a day between dashes.
  `(?:-(?:[1-9]|${MONTH})(?:-(?:[1-9]|${DAY}))?)?`,
  // Without dashes, seven digits leave open which of the two has one.
  `(?:[1-9]|${MONTH}|${MONTH}[1-9]|[1-9]${DAY}|${MONTH}${DAY})`,
  `-${MONTH}-${DAY}T${CLOCK}(?::[0-5]\\d(?:\\.\\d{3}(?:Z|[+-]${CLOCK})?)?)?`,
];

const DATE = new RegExp(`^\\d{4}(?:${FORMS.join("|")})$`);

/** Says whether a date is in an accepted form; whether its month has such a day is not asked. */
export function isAcceptedDate(text: string): boolean {
  return DATE.test(text);
}

/** @param place what a message says after the problem, if anything. */
export function oddDate(text: string, line: number, place = ""): Finding {
  const message = () =>
    `the date ${shown(text)} is in no known form, such as 2020, 2020-07 or 2020-07-31; ` +
    `it is loaded as written${place}`;
  return { level: "warning", counter: "Sanity_InvalidObsDate", line, message };
}

const UNKNOWN = 0;
const ACCEPTED = 1;
const ODD = 2;

// One byte per date; ids beyond are checked whenever they come up.
const REMEMBERED_MAX = 2 ** 20;

/** Which dates of a table are odd, by id: each is read once, however many rows have it. */
export class DateChecks {
  #states = new Uint8Array(1024);

  /** @param id of the date in bytes [start, end). */
  isOdd(id: number, bytes: Uint8Array, start: number, end: number): boolean {
    const state = this.#states[id] ?? UNKNOWN;
    return state === UNKNOWN ? this.#check(id, bytes, start, end) : state === ODD;
  }

  #check(id: number, bytes: Uint8Array, start: number, end: number): boolean {
    const isOdd = !isAcceptedDate(textOf(bytes, start, end));
    if (id < REMEMBERED_MAX) {
      if (id >= this.#states.length) this.#grow(id);
      this.#states[id] = isOdd ? ODD : ACCEPTED;
    }
    return isOdd;
  }

  #grow(id: number): void {
    const states = new Uint8Array(Math.min(2 * id, REMEMBERED_MAX));
    states.set(this.#states);
    this.#states = states;
  }
}
