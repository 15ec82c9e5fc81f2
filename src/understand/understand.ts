/** Reads a question in somebody's own words: dates, phrases, places, then variables in what is left. */

import type { MeaningOptions } from "../adapters/edge/endpoint.ts";
import { answered } from "../adapters/edge/rpc-error.ts";
import { describeArgument } from "../errors/excerpts.ts";
import { Governor, type RequestLimits } from "../options/governor.ts";
import { understandRows } from "../options/request-rows.ts";
import { requireOptions, withDefaults } from "../options/required-options.ts";
import { meaning } from "../search/meaning.ts";
import { subjectsOf } from "../search/subjects.ts";
import { searchWordsOf } from "../search/words.ts";
import type { WantedDate } from "../tables/table-question.ts";
import type { World } from "../world/world.ts";
import { answerOf } from "./answer.ts";
import { type ReadDate, readDates } from "./asked-dates.ts";
import { type ReadPhrase, readPhrases } from "./asked-phrases.ts";
import { PlaceReader } from "./asked-places.ts";
import { isFiller } from "./asked-runs.ts";
import { Spelling } from "./asked-spelling.ts";
import { AskedText } from "./asked-text.ts";
import { isNamed, isPerCapita, VariableReader } from "./asked-variables.ts";
import { assumedPlaces, placesWithin } from "./assumed-places.ts";
import { withoutExcepted } from "./excepted-places.ts";
import { isAmountOf } from "./explained-words.ts";
import { exceptPhrases, fastWords, proportion } from "./phrases.ts";
import type {
  Corrections,
  IntentKind,
  Span,
  Understanding,
  UnderstandOptions,
  UnderstoodDate,
  UnderstoodIntent,
  UnderstoodPlace,
  UnderstoodVariable,
} from "./understanding.ts";

/**
 * @throws CommonsError (rejects) at a limit
 * @throws TypeError (rejects) for what is no text, and for options that there are not
 */
export async function understand(
  world: World,
  text: string,
  given: UnderstandOptions,
  limits: RequestLimits & MeaningOptions,
): Promise<Understanding> {
  requireOptions<UnderstandOptions>("understand", given, understandRows);
  if (typeof text !== "string") {
    throw new TypeError(`understand: 'text' is a text, not ${describeArgument(text)}`);
  }
  const options = withDefaults(given, limits);
  options.signal?.throwIfAborted();
  // In a page, the first question would be read without meanings otherwise.
  if (options.meaning !== false) await orAborted(meaning.load(), options.signal);
  try {
    return understood(world, text, options, new Governor(options));
  } catch (error) {
    throw answered(error);
  }
}

/** Waits no longer than until the signal aborts. */
async function orAborted(loading: Promise<void>, signal: AbortSignal | undefined): Promise<void> {
  if (signal === undefined) return await loading;
  let abort = (): void => {};
  const aborted = new Promise<never>((_, reject) => {
    abort = () => reject(signal.reason);
    signal.addEventListener("abort", abort);
  });
  await Promise.race([loading, aborted]).finally(() => signal.removeEventListener("abort", abort));
}

function understood(
  world: World,
  text: string,
  options: UnderstandOptions,
  governor: Governor,
): Understanding {
  governor.look();
  const subjects = subjectsOf(world, governor);
  const isSubjectWord = (word: string) =>
    [...searchWordsOf(word)].some((one) => subjects.words.has(one));
  const variableReader = new VariableReader(world, options.meaning, governor);
  const spelling = new Spelling(world, subjects, governor);
  const isNode = (word: string) => world.graph.dictionary.nodeOf(word) !== undefined;
  const asked = new AskedText(text, (word) => spelling.mended(word), isNode);
  const readDate = readDates(asked);
  const isInName = variableReader.namesIn(asked);
  const placeReader = new PlaceReader(world, isSubjectWord, isInName, governor);
  const { places: readPlaces, excepted } = placeReader.read(asked);
  const phrases = readPhrases(asked, isInName);
  // Another place than the one that is asked for would be a wrong answer.
  const unknown = unknownPlaces(asked, isSubjectWord, readPlaces.length > 0);
  const about = phrases.find((phrase) => phrase.about !== undefined)?.about;
  const variables =
    options.variables?.map((dcid) => variableReader.variableOf(dcid)) ??
    variableReader.read(asked, phrases, about);
  const conditions =
    options.intent === undefined ? conditionsOf(phrases, readPlaces, variables) : [];
  const intents = phrases.filter((phrase) => !conditions.includes(phrase));
  const said = intentOf(intents, readPlaces, variables, options);
  // "Where did it fall most" compares places, too.
  const isOfMany = phrases.some(({ speed }) => speed !== undefined);
  const kind = isOfMany ? "ranking" : said.kind;
  const named =
    options.places?.map((entities) => placeReader.placeOf(entities)) ??
    compared(world, readPlaces, variables, kind, placeReader);
  const left = [...unreadIn(asked), ...conditions.map(({ span }) => span)];
  const unexplained = left.filter((span) => !isCorrected(span, text, options));
  // A word that nothing explains may be a place.
  const isPlaced = named.length + unknown.length + unexplained.length > 0;
  const wanted = isPlaced ? named : assumed(world, variables, kind, placeReader, governor);
  const places = options.places === undefined ? withoutExcepted(world, wanted, excepted) : wanted;
  const { intent, unranked } = rankedOf(said, places, variables, options);
  const date = dateOf(readDate, phrases, { variables, kind: intent.kind }, world, options);
  const whole = variables.filter((one) => !isAmountOf(world, one));
  const perCapita = perCapitaOf(asked, phrases, whole, options);
  const { denominator } = variableReader;
  const read = {
    ...{ places, variables, date, intent },
    ...(denominator !== undefined && { denominator }),
    ...(perCapita !== undefined && { perCapita }),
  };
  const isUndivided = perCapita === undefined && whole.length > 0 && !whole.some(isPerCapita);
  const undivided = isUndivided ? perCapitaSaid(phrases) : [];
  // What is left out of one place, or of an assumed one, is no place that was asked for.
  const notLeftOut = places.some(({ without }) => without !== undefined)
    ? []
    : excepted.map(({ span }) => span);
  const unread = [...left, ...unknown, ...undivided, ...unranked, ...notLeftOut].sort(
    (a, b) => a.start - b.start,
  );
  // A number about less than was asked would be one about something else.
  const isRead = unexplained.length === 0 && !lacksPlaces(unknown, readPlaces, options);
  const nearest =
    variables.length > 0
      ? variableReader.near(variables, isRead)
      : variableReader.nearest(asked, phrases);
  const isAnswered = places.length > 0 && variables.length > 0 && isRead;
  const answer = isAnswered
    ? { answer: answerOf(world, { ...read, isForced: whole.length > 0 }, governor) }
    : {};
  return { text, ...read, unread, nearest, ...answer };
}

/** "More women than men" of several places asks in which of them it is so, and "fewer people than Ohio", too. */
function conditionsOf(
  phrases: readonly ReadPhrase[],
  places: readonly UnderstoodPlace[],
  variables: readonly UnderstoodVariable[],
): readonly ReadPhrase[] {
  const conditions = phrases.filter(({ isCondition }) => isCondition === true);
  const isOne = variables.length > 1 || conditions.some(({ span }) => /^than$/i.test(span.text));
  return isOne && places.some(({ isSet }) => isSet) ? conditions : [];
}

/** @param whole variables that cannot be divided by people */
function perCapitaOf(
  asked: AskedText,
  phrases: readonly ReadPhrase[],
  whole: readonly UnderstoodVariable[],
  { perCapita }: Corrections,
): Span | undefined {
  if (perCapita === false) return undefined;
  const said = phrases.find((phrase) => phrase.perCapita === true)?.span;
  if (perCapita === true) return said ?? asked.span(0, 0);
  return whole.length > 0 ? undefined : said;
}

const perCapitaSaid = (phrases: readonly ReadPhrase[]): Span[] =>
  phrases.flatMap(({ perCapita, span }) => (perCapita === true ? [span] : []));

function assumed(
  world: World,
  [variable]: readonly UnderstoodVariable[],
  kind: IntentKind,
  reader: PlaceReader,
  governor: Governor,
): readonly UnderstoodPlace[] {
  const entities =
    variable === undefined ? undefined : assumedPlaces(world, variable.dcid, kind, governor);
  return entities === undefined ? [] : [{ ...reader.placeOf(entities), isAssumed: true }];
}

/** Of one place, those within it where several are to be compared. */
function compared(
  world: World,
  places: readonly UnderstoodPlace[],
  variables: readonly UnderstoodVariable[],
  kind: IntentKind,
  reader: PlaceReader,
): readonly UnderstoodPlace[] {
  const [place, ...others] = places.map((one) => reader.withValues(one, variables));
  const [variable] = variables;
  if (place === undefined || others.length > 0 || place.isSet || variable === undefined)
    return place === undefined ? [] : [place, ...others];
  const within = placesWithin(world, variable.dcid, place.entities, kind);
  if (within === undefined) return [place];
  return [{ ...place, ...reader.placeOf(within) }];
}

function intentOf(
  phrases: readonly ReadPhrase[],
  places: readonly UnderstoodPlace[],
  variables: readonly UnderstoodVariable[],
  corrected: Corrections,
): UnderstoodIntent {
  const { kind: read, phrase } = kindOf(phrases, places, variables);
  const kind = corrected.intent ?? read;
  const order = corrected.order ?? orderOf(kind, phrases);
  const limit = corrected.limit ?? phrases.find((one) => one.limit !== undefined)?.limit;
  return {
    kind,
    ...(phrase !== undefined && { span: phrase.span }),
    ...(order !== undefined && { order }),
    ...(limit !== undefined && { limit }),
    ...(kind === "change" && isOfAmount(phrases, variables) && { ofAmount: true as const }),
    ...(kind === "change" && isOneWay(phrases, corrected) && { isOneWay: true as const }),
  };
}

/** One place has no rank: words of a ranking are not read then, unless the variable has them in its name ("minimum wage"). */
function rankedOf(
  said: UnderstoodIntent,
  places: readonly UnderstoodPlace[],
  [variable]: readonly UnderstoodVariable[],
  corrected: Corrections,
): { readonly intent: UnderstoodIntent; readonly unranked: readonly Span[] } {
  const isOfOne = places.length === 1 && places[0]?.isSet === false;
  if (said.kind !== "ranking" || !isOfOne || corrected.intent !== undefined)
    return { intent: said, unranked: [] };
  const { span } = said;
  const isRead = span === undefined || (variable !== undefined && isNamed(span.text, variable));
  return { intent: { kind: "value" }, unranked: isRead ? [] : [span] };
}

/** The kind that words say, of several the first of these; and the one that several places or variables have. */
function kindOf(
  phrases: readonly ReadPhrase[],
  places: readonly UnderstoodPlace[],
  variables: readonly UnderstoodVariable[],
): { readonly kind: IntentKind; readonly phrase?: ReadPhrase | undefined } {
  const of = (kind: IntentKind) => phrases.find((phrase) => phrase.kind === kind);
  const isPaired = variables.length > 1;
  const hasSet = places.some(({ isSet }) => isSet);
  const both = of("correlation") ?? (hasSet ? of("comparison") : undefined);
  if (of("change") !== undefined) return { kind: "change", phrase: of("change") };
  if (isPaired && both !== undefined) return { kind: "correlation", phrase: both };
  for (const kind of ["ranking", "map"] as const) {
    if (of(kind) !== undefined) return { kind, phrase: of(kind) };
  }
  const phrase = of("comparison") ?? of("correlation");
  const isCompared = phrase !== undefined || isPaired || places.length > 1;
  return { kind: isCompared ? "comparison" : "value", phrase };
}

/** Rates rise by points: 3 % of a rate of 2 % is no large change. */
const isOfAmount = (
  phrases: readonly ReadPhrase[],
  [variable]: readonly UnderstoodVariable[],
): boolean =>
  proportion.test(`${variable?.dcid} ${variable?.name}`) ||
  (phrases.some(({ ofAmount }) => ofAmount === true) &&
    !phrases.some(({ span }) => fastWords.has(span.text.toLowerCase())));

/** "Grew slowest" leaves nothing out. */
const isOneWay = (phrases: readonly ReadPhrase[], { order }: Corrections): boolean =>
  order === undefined &&
  phrases.some(({ isVerb }) => isVerb === true) &&
  !phrases.some(({ speed }) => speed === "opposite");

function orderOf(kind: IntentKind, phrases: readonly ReadPhrase[]): UnderstoodIntent["order"] {
  const said = phrases.find(({ order }) => order !== undefined)?.order;
  if (kind === "ranking") return said ?? "highest";
  if (kind !== "change") return undefined;
  const own = phrases.find((phrase) => phrase.kind === "change")?.order;
  const speed = phrases.find((phrase) => phrase.speed !== undefined)?.speed;
  if (speed !== "opposite") return own ?? (speed === undefined ? undefined : "highest");
  return own === "lowest" ? "highest" : "lowest";
}

function dateOf(
  read: ReadDate | undefined,
  phrases: readonly ReadPhrase[],
  { variables, kind }: Pick<Understanding, "variables"> & { readonly kind: IntentKind },
  world: World,
  { date: corrected }: Corrections,
): UnderstoodDate {
  if (corrected !== undefined) return { date: corrected };
  const long = phrases.find(({ isLong }) => isLong === true);
  if (read === undefined)
    return long === undefined ? { date: "latest" } : { date: "all", span: long.span };
  const { date, span } = read;
  if (typeof date === "object" && "years" in date) {
    const last = lastOf(world, variables);
    // Three years have three values. A change over three years begins one before, and a month may be the last one.
    const isOneMore = kind === "change" || date.years === 1 || /^since\b/i.test(span.text);
    const first = Number(last.slice(0, 4)) - date.years + (isOneMore || last.length > 4 ? 0 : 1);
    return { date: { from: String(first) }, span };
  }
  return { date: date as WantedDate, span };
}

/** The last date of the variables. */
function lastOf({ graph, observations }: World, variables: readonly UnderstoodVariable[]): string {
  let last = "";
  for (const node of variables.flatMap(({ dcid }) => graph.dictionary.nodeOf(dcid) ?? [])) {
    const { start, end } = observations.seriesOfVariable(node);
    for (let series = start; series < end; series++) {
      const date = observations.dateOfCode(observations.lastDateOf(series));
      if (date > last) last = date;
    }
  }
  return last;
}

const placing = new Set(["in", "of", "for", "at", "near", "around", "within", "across"]);

/**
 * Names that are no places of the world, and no words of its variables: after such as "in", and beside known places after
 * "and" and "except".
 */
function unknownPlaces(
  asked: AskedText,
  isSubjectWord: (word: string) => boolean,
  isBesideOthers: boolean,
): Span[] {
  const isName = (at: number) =>
    asked.isFree(at) &&
    /^\p{Lu}/u.test(asked.span(at, at + 1).text) &&
    !isSubjectWord(asked.plainAt(at));
  const spans: Span[] = [];
  for (let at = 1; at < asked.words.length; at++) {
    const before = asked.plainAt(at - 1);
    const isLeftOut = isBesideOthers && exceptPhrases.has(before) && asked.isFree(at - 1);
    const isJoined = before === "and" && at > 1 && !asked.isFree(at - 2);
    const isPlaced = isBesideOthers ? isLeftOut || isJoined : placing.has(before);
    let end = at;
    while (isName(end)) end++;
    if (end === at || !isPlaced) continue;
    const start = isLeftOut ? at - 1 : at;
    spans.push(asked.span(start, end));
    asked.take(start, end);
  }
  return spans;
}

/** Whether a correction replaces a word: those of variables all, those of places the words after such as "in". */
const isCorrected = ({ start }: Span, text: string, { places, variables }: Corrections): boolean =>
  variables !== undefined || (places !== undefined && placedBefore.test(text.slice(0, start)));

const placedBefore = /\b(?:in|within|across|around|near|of|for)(?: the)?(?: [\p{L}-]+)? $/iu;

/** Whether places are asked for that nobody knows, beside known ones. */
function lacksPlaces(
  unknown: readonly Span[],
  known: readonly UnderstoodPlace[],
  { places }: Corrections,
): boolean {
  return unknown.length > 0 && known.length > 0 && places === undefined;
}

function unreadIn(asked: AskedText): Span[] {
  const spans: Span[] = [];
  for (const at of asked.words.keys()) {
    if (asked.isFree(at) && !isFiller(asked.plainAt(at))) spans.push(asked.span(at, at + 1));
  }
  return spans;
}
