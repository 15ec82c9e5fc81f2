/** A field that finds places and variables while somebody types. */
import { useId, useRef, useState } from "preact/hooks";
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
  readonly onChoose: (found: Found) => void;
}

export function FindBox({ label, isHidden = false, kind, type, onChoose }: FindBoxProps) {
  const id = useId();
  const box = useRef<HTMLInputElement>(null);
  const [text, setText] = useState("");
  const [isOpen, setOpen] = useState(false);
  const [at, setAt] = useState(0);
  const calm = useCalm(text);
  const hasSuggestions = kind !== undefined && isOpen;
  const wanted = calm.trim() !== "" || hasSuggestions;
  const key = JSON.stringify([calm, kind, type, wanted]);
  const answered = useAnswer<FoundPage>(key, async (signal) =>
    wanted
      ? await search({ q: calm, limit: 12, ...(kind && { kind }), ...(type && { type }) }, signal)
      : nothing,
  );
  const page = answered.state === "failed" ? nothing : (answered.value ?? nothing);
  const { lines } = page;
  const isShown = isOpen && wanted && (lines.length > 0 || answered.state === "there");
  const choose = (line: Found | undefined) => {
    if (line === undefined) return;
    onChoose(line);
    setText("");
    setOpen(false);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      setOpen(true);
      setAt((last) => Math.max(0, Math.min(lines.length - 1, last + (isShown ? step : 0))));
    } else if (event.key === "Enter" && isShown) {
      event.preventDefault();
      choose(lines[at]);
    } else if (event.key === "Escape") setOpen(false);
  };
  return (
    <div class="find" onFocusOut={(event) => leave(event, () => setOpen(false))}>
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
        aria-activedescendant={isShown && lines.length > 0 ? `${id}-${at}` : undefined}
        autocomplete="off"
        spellcheck={false}
        placeholder={isHidden ? "Search" : "Name or dcid"}
        value={text}
        onInput={({ currentTarget }) => {
          setText(currentTarget.value);
          setAt(0);
          setOpen(true);
        }}
        onFocus={() => setOpen(true)}
        onClick={() => setOpen(true)}
        onKeyDown={onKeyDown}
      />
      <FoundList {...{ id, label, page, at, isShown }} onChoose={choose} />
    </div>
  );
}

function leave(event: FocusEvent, close: () => void): void {
  const { currentTarget, relatedTarget } = event;
  const isInside =
    relatedTarget instanceof Node && (currentTarget as HTMLElement).contains(relatedTarget);
  if (!isInside) close();
}

interface FoundListProps {
  readonly id: string;
  readonly label: string;
  readonly page: FoundPage;
  readonly at: number;
  readonly isShown: boolean;
  readonly onChoose: (line: Found) => void;
}

function FoundList({ id, label, page, at, isShown, onChoose }: FoundListProps) {
  const { lines } = page;
  return (
    <div class="found" hidden={!isShown}>
      <div id={`${id}-list`} role="listbox" aria-label={label}>
        {isShown &&
          lines.map((line, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field takes the keys of the list.
            <div
              key={line.dcid}
              id={`${id}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === at}
              class="found-line"
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => onChoose(line)}
            >
              <bdi class="found-name">{line.name ?? line.dcid}</bdi>
              <span class="found-about">
                <bdi class="mono">{line.dcid}</bdi>
                <span>{aboutOf(line)}</span>
              </span>
            </div>
          ))}
      </div>
      {isShown && page.searched > 0 && <p class="found-none">{searchedText(page)}</p>}
    </div>
  );
}

/** What was searched; which words nothing has, and which were read as others. */
function searchedText({ lines, searched, left, words }: FoundPage): string {
  const quoted = (all: readonly string[]) => all.map((one) => `“${one}”`).join(", ");
  const unknown = words.filter(({ found }) => found.length === 0).map(({ asked }) => asked);
  const slips = words.filter(({ found, isSlip }) => isSlip && found.length > 0);
  return [
    ...(lines.length === 0 ? ["Nothing found."] : []),
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
