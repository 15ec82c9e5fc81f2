/** A field that finds places and variables while somebody types. */
import { useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import { type Found, type FoundPage, search } from "../backend/world.ts";
import { useAnswer, useCalm } from "../shell/answered.ts";
import { counted, numberText } from "./format.ts";

const nothing: FoundPage = { lines: [], searched: 0, left: 0, words: [] };

export interface FindBoxProps {
  readonly label: string;
  /** Whether the label is for screen readers alone. */
  readonly isHidden?: boolean;
  readonly kind?: "variable" | "place";
  /** Nodes of a type; variables about such nodes. */
  readonly type?: string;
  /** What stands in the field at first. */
  readonly initial?: string;
  readonly onChoose: (found: Found) => void;
  /** Takes what was typed as a question. Default: only what is found can be chosen. */
  readonly onAsk?: ((text: string) => void) | undefined;
}

export function FindBox(props: FindBoxProps) {
  const { label, isHidden = false, initial = "", onChoose, onAsk } = props;
  const id = useId();
  const box = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(initial);
  const [isOpen, setOpen] = useState(false);
  /** Where the arrows went. */
  const [chosen, setAt] = useState<number>();
  /** Enter waits for the list of what was typed. */
  const [isEntered, setEntered] = useState(false);
  const { page, isWanted, isPresent, isThere } = useFound(text, props, isOpen);
  const { lines } = page;
  const question = onAsk === undefined ? "" : text.trim();
  const options: readonly (Found | string)[] = question === "" ? lines : [question, ...lines];
  const isShown = isOpen && isWanted && (options.length > 0 || isThere);
  const at = Math.min(chosen ?? (isBeginning(question, lines[0]) ? 1 : 0), options.length - 1);
  const close = () => {
    setOpen(false);
    setEntered(false);
  };
  const choose = (option: Found | string | undefined) => {
    if (option === undefined) return;
    close();
    // Where the question is shown, it stays.
    if (typeof option !== "string" || initial === "") setText("");
    if (typeof option === "string") return onAsk?.(option);
    return onChoose(option);
  };
  useLayoutEffect(() => {
    if (!isEntered || !isPresent) return;
    setEntered(false);
    choose(options[at]);
  }, [isEntered, isPresent]);
  const enter = () => {
    // A question needs no list.
    const isAsked = question !== "" && (!isOpen || (!isPresent && chosen === undefined));
    if (isAsked) choose(question);
    else setEntered(true);
  };
  const hasEntry = isOpen ? isWanted || text !== "" : question !== "";
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      setOpen(true);
      setAt(Math.max(0, at + (isShown ? step : 0)));
    } else if (event.key === "Enter" && hasEntry) {
      event.preventDefault();
      enter();
    } else if (event.key === "Escape") close();
  };
  return (
    <div class="find" onFocusOut={(event) => leave(event, close)}>
      <label class={isHidden ? "unseen" : "field-label"} for={id}>
        {label}
      </label>
      <input
        ref={box}
        id={id}
        class="find-input"
        type="text"
        role="combobox"
        aria-expanded={isShown}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={
          isShown && isPresent && options.length > 0 ? `${id}-${at}` : undefined
        }
        autocomplete="off"
        spellcheck={false}
        placeholder={placeholderOf(props)}
        value={text}
        onInput={({ currentTarget }) => {
          setText(currentTarget.value);
          setAt(undefined);
          setEntered(false);
          setOpen(true);
        }}
        onFocus={() => setOpen(true)}
        onClick={() => setOpen(true)}
        onKeyDown={onKeyDown}
      />
      <FoundList
        {...{ id, label, page, options, isShown }}
        at={isPresent ? at : undefined}
        onChoose={choose}
      />
    </div>
  );
}

/** What is found for a text that is typed; until then, what was found before. */
function useFound(text: string, { kind, type }: FindBoxProps, isOpen: boolean) {
  const calm = useCalm(text);
  const isWanted = calm.trim() !== "" || (kind !== undefined && isOpen);
  const key = JSON.stringify([calm, kind, type, isWanted]);
  const answered = useAnswer<FoundPage>(key, async (signal) =>
    isWanted
      ? await search({ q: calm, limit: 12, ...(kind && { kind }), ...(type && { type }) }, signal)
      : nothing,
  );
  return {
    page: answered.state === "failed" ? nothing : (answered.value ?? nothing),
    isWanted,
    isPresent: text === calm && answered.state !== "waiting",
    isThere: answered.state === "there",
  };
}

function placeholderOf({ isHidden, onAsk }: FindBoxProps): string {
  if (onAsk !== undefined) return "Search or ask";
  return isHidden === true ? "Search" : "Name or dcid";
}

/** A place or another node is opened by the beginning of its name; about a variable one asks. */
function isBeginning(question: string, line: Found | undefined): boolean {
  if (question === "" || line === undefined || line.kind === "variable") return false;
  const names = [line.name ?? "", line.dcid].map((name) => name.toLowerCase());
  return names.some((name) => name.startsWith(question.toLowerCase()));
}

function leave(event: FocusEvent, close: () => void): void {
  const { currentTarget, relatedTarget } = event;
  const isInside =
    relatedTarget instanceof Node && (currentTarget as HTMLElement).contains(relatedTarget);
  if (!isInside) close();
}

const windowMargin = 8;

/** A list is wider than its field: below a field at the right it moves to the left. */
function intoWindow(list: HTMLElement | null): void {
  if (list === null) return;
  list.style.translate = "";
  const { right } = list.getBoundingClientRect();
  const beyond = right - (document.documentElement.clientWidth - windowMargin);
  if (beyond > 0) list.style.translate = `${-beyond}px`;
}

interface FoundListProps {
  readonly id: string;
  readonly label: string;
  readonly page: FoundPage;
  /** The question first, if there is one. */
  readonly options: readonly (Found | string)[];
  /** None is chosen in a list of what was typed before. */
  readonly at: number | undefined;
  readonly isShown: boolean;
  readonly onChoose: (option: Found | string) => void;
}

function FoundList({ id, label, page, options, at, isShown, onChoose }: FoundListProps) {
  const list = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (isShown) intoWindow(list.current);
  }, [isShown]);
  return (
    <div ref={list} class="found" hidden={!isShown}>
      <div id={`${id}-list`} role="listbox" aria-label={label}>
        {isShown &&
          options.map((option, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field takes the keys of the list.
            <div
              key={typeof option === "string" ? "" : option.dcid}
              id={`${id}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === at}
              class="found-line"
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => onChoose(option)}
            >
              {typeof option === "string" ? (
                <span class="found-name">
                  Answer “<bdi>{option}</bdi>”
                </span>
              ) : (
                <FoundLine line={option} />
              )}
            </div>
          ))}
      </div>
      {isShown && page.searched > 0 && <p class="found-none">{searchedText(page)}</p>}
    </div>
  );
}

export function FoundLine({ line }: { readonly line: Found }) {
  return <FoundText name={line.name ?? line.dcid} dcid={line.dcid} about={aboutOf(line)} />;
}

interface FoundTextProps {
  readonly name: string;
  readonly dcid: string;
  readonly about: string;
}

export function FoundText({ name, dcid, about }: FoundTextProps) {
  return (
    <>
      <bdi class="found-name">{name}</bdi>
      <span class="found-about">
        <bdi class="mono">{dcid}</bdi>
        <span>{about}</span>
      </span>
    </>
  );
}

/** What was searched; which words nothing has, and which were read as others. */
export function searchedText(
  { lines, searched, left, words }: FoundPage,
  isFound = lines.length > 0,
): string {
  const quoted = (all: readonly string[]) => all.map((one) => `“${one}”`).join(", ");
  const unknown = words.filter(({ found }) => found.length === 0).map(({ asked }) => asked);
  const slips = words.filter(({ found, isSlip }) => isSlip && found.length > 0);
  return [
    ...(isFound ? [] : ["Nothing found."]),
    ...slips.map(({ asked, found }) => `“${asked}” was read as ${quoted(found)}.`),
    ...(unknown.length > 0 ? [`Nothing has ${quoted(unknown)}.`] : []),
    `Searched: names, other names, descriptions and dcids of ${counted(searched, "node")}${left > 0 ? `, not of ${numberText(left)} others` : ""}.`,
  ].join(" ");
}

function aboutOf({ kind, types, observed }: Found): string {
  if (kind === "variable") return `variable · ${counted(observed, "place")}`;
  const type = types[0] ?? "node";
  return observed > 0 ? `${type} · ${counted(observed, "variable")}` : type;
}
