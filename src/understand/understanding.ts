/** What a question in somebody's own words means, and what answers it: plain data. */

import type { MeaningOptions } from "../adapters/edge/endpoint.ts";
import type { RequestLimits } from "../options/governor.ts";
import type { Facet } from "../stats/facet-fields.ts";
import type { TableQuestion, WantedDate } from "../tables/table-question.ts";

/** Part of the text, in UTF-16 code units as `slice` takes them. */
export interface Span {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** A node that part of the text may mean. */
export interface Meant {
  readonly dcid: string;
  /** Left out where it has none. */
  readonly name?: string;
  /** Of a place its dominant type. */
  readonly type?: string;
  /** Of a variable, from 0 to 1. */
  readonly score?: number;
}

/** A place, or all places of a type: "counties in California". */
export interface UnderstoodPlace {
  /** Left out where nobody named it: see `isAssumed`. */
  readonly span?: Span;
  /** Dcid of the place; or an expression for all of a type, such as `geoId/06<-containedInPlace+{typeOf:County}`. */
  readonly entities: string;
  /** "California", "County in California", "every Country". */
  readonly name: string;
  /** Of all places of a type: the type. Of one place its dominant type. */
  readonly type?: string;
  /** Whether these are all places of the type. */
  readonly isSet: boolean;
  /** Of all places of a type: the place that they lie in. */
  readonly within?: Meant;
  /** Of all places of a type: those that are left out, with all that lies in them. */
  readonly without?: readonly Meant[];
  /** Other places that the same words may mean, the best first. */
  readonly others: readonly Meant[];
  /** Whether it was chosen because no place was named. */
  readonly isAssumed: boolean;
}

/** That a variable is about a part of people or things: women, those of an age. */
export interface ConstraintValue {
  /** "gender" */
  readonly property: string;
  /** Dcid of the value. */
  readonly value: string;
  readonly name: string;
}

/** A variable: the best one, and others that the same words may mean. */
export interface UnderstoodVariable {
  /** Left out where nobody named it. */
  readonly span?: Span;
  readonly dcid: string;
  readonly name?: string;
  /** How similar it is to the words, from 0 to 1. */
  readonly score: number;
  /** The best first. */
  readonly others: readonly Meant[];
  /**
   * The parts that the variable is about, though no word says so: others of them fit the words as well, and no variable
   * that was found has the total. Left out where there are none.
   */
  readonly only?: readonly ConstraintValue[];
}

/** When. */
export interface UnderstoodDate {
  /** Left out where nobody named a date. */
  readonly span?: Span;
  /** As tables take it. */
  readonly date: WantedDate;
}

/**
 * What is wanted of the values. `value`: the values themselves. `ranking`: the highest or lowest first. `comparison`:
 * those of several places or variables. `correlation`: one variable against another. `change`: from
 * the first date to the last. `map`: of all places of a type.
 */
export type IntentKind = "value" | "ranking" | "comparison" | "correlation" | "change" | "map";

/** What is wanted, how it is sorted, and how much of it. */
export interface UnderstoodIntent {
  /** Left out where no word says it. */
  readonly span?: Span;
  readonly kind: IntentKind;
  /** Of a ranking and of changes of many places. */
  readonly order?: "highest" | "lowest";
  /** How many are asked for: "top 5". */
  readonly limit?: number;
  /** Of changes: sorted by how much they are, as in "lost the most people", not by their share of the value before. */
  readonly ofAmount?: true;
  /** Of changes of many places: those the other way are left out, as in "states that shrank". */
  readonly isOneWay?: true;
}

/** A row of an answer: an observation. */
export interface AnswerRow {
  readonly entity: string;
  readonly entityName?: string;
  readonly variable: string;
  readonly date: string;
  /** Per person, or divided by `denominator`, where that was asked. */
  readonly value: number;
  /** Key of `facets`. */
  readonly facetId: string;
  /** What the value was divided by: the number of the same year, or else of the nearest date. */
  readonly denominator?: { readonly date: string; readonly value: number };
  /** Of a change: the first observation, and how much more the last one is. */
  readonly before?: { readonly date: string; readonly value: number };
  readonly change?: number;
  /** The change as a part of the value before; left out where that is 0. */
  readonly changeShare?: number;
  /** Of a correlation: the second variable about the same entity. */
  readonly against?: { readonly date: string; readonly value: number; readonly facetId: string };
}

/** What answers a question. */
export interface UnderstoodAnswer {
  /** `commons.table(question)` has the rows, and all columns. */
  readonly question: TableQuestion;
  /** In the order that the intent wants. */
  readonly rows: readonly AnswerRow[];
  /** How many there are; `rows` has at most as many as the intent asks for, or 5000. */
  readonly rowCount: number;
  /** Of a ranking: of the rows that it leaves out, how many have the value of the last one; left out where none has. */
  readonly tiedCount?: number;
  /** Places asked for that have no value, or of a change none at both dates, where others have one; left out where none is missing. */
  readonly missingCount?: number;
  /** Of changes one way ("grew"): places that changed the other way or not at all, and have no row; left out where none did. */
  readonly otherWayCount?: number;
  readonly facets: Readonly<Record<string, Facet>>;
  /** Of a correlation: Pearson's coefficient; left out where it has none. */
  readonly coefficient?: number;
}

/** How a question was read, part by part, and what answers it. */
export interface Understanding {
  readonly text: string;
  readonly places: readonly UnderstoodPlace[];
  readonly variables: readonly UnderstoodVariable[];
  readonly date: UnderstoodDate;
  readonly intent: UnderstoodIntent;
  /** What the values are divided by, as in "people per household"; left out where they are not. */
  readonly denominator?: UnderstoodVariable;
  /** The words that ask for values per person; left out where there are none. */
  readonly perCapita?: Span;
  /** Words that nothing explains: a content word among them leaves the question without an answer. */
  readonly unread: readonly Span[];
  /** Where no variable was found, one about a part alone (`only`), or one that lacks a word: those that are nearest. */
  readonly nearest: readonly Meant[];
  /** Left out where no variable or no place was found, and where a content word is not read. */
  readonly answer?: UnderstoodAnswer;
}

/** Corrections: what the reader of the text got wrong. Each replaces what was read. */
export interface Corrections {
  /** Dcids of places, or expressions for places of a type. */
  readonly places?: readonly string[] | undefined;
  /** Dcids of variables. */
  readonly variables?: readonly string[] | undefined;
  /** As tables take it. */
  readonly date?: WantedDate | undefined;
  /** What is wanted of the values. */
  readonly intent?: IntentKind | undefined;
  /** Which come first. */
  readonly order?: "highest" | "lowest" | undefined;
  /** Rows of the answer at most, whatever number the text says. */
  readonly limit?: number | undefined;
  /** Whether values are divided by `Count_Person`. */
  readonly perCapita?: boolean | undefined;
}

/** How a question is read. */
export interface UnderstandOptions extends Corrections, RequestLimits, MeaningOptions {}
