/** Files that a user drops on the page or chooses: this browser opens them, and sends them nowhere. */
import { useEffect, useRef, useState } from "preact/hooks";
import { keepWorld, showWorld } from "../backend/ask.ts";
import type { Files } from "../backend/messages.ts";
import { diagnostics, forget } from "../backend/world.ts";
import { Failed, Waiting } from "../parts/states.tsx";
import { goTo, linkTo } from "../shell/route.ts";
import { chosenFiles, droppedFiles } from "./dropped.ts";
import { KeptFiles } from "./kept-files.tsx";
import {
  keptName,
  namesIn,
  namesShown,
  type Own,
  tablesAmong,
  withoutCommand,
  worldOf,
} from "./own-world.ts";

type Form = typeof import("./table-form.tsx").TableForm;

interface State {
  readonly kind: "shown" | "over" | "opening" | "keeping" | "failed";
  readonly message?: string;
}

/** Tables that say nothing of their columns: the first one is asked about. */
interface Asked {
  readonly files: Files;
  readonly names: readonly string[];
}

const shown: State = { kind: "shown" };

export interface OwnFilesState {
  readonly state: State;
  /** Undefined: the world with which the page began. */
  readonly own: Own | undefined;
  readonly asked: Asked | undefined;
  /** Another number with each world that was opened. */
  readonly world: number;
  readonly take: (files: Files | Promise<Files>) => void;
  readonly show: (own: Own | undefined) => void;
  /** Keeps what is shown in this browser. */
  readonly keep: (own: Own) => void;
  /** Without a world the table is left out; `link` leads to its first picture. */
  readonly answerTable: (own?: Own, link?: () => Promise<string>) => void;
}

export function useOwnFiles(): OwnFilesState {
  const [state, setState] = useState<State>(shown);
  const [own, setOwn] = useState<Own>();
  const [world, setWorld] = useState(0);
  const [asked, setAsked] = useState<Asked>();
  const current = useRef<Own>();
  const last = useRef(0);
  /** The one that began last decides what is said. */
  const doing = async (act: () => Promise<void>, kind: State["kind"] = "opening") => {
    last.current += 1;
    const turn = last.current;
    setState({ kind });
    try {
      await act();
      if (turn === last.current) setState(shown);
    } catch (error) {
      const message = withoutCommand(messageOf(error));
      if (turn === last.current) setState({ kind: "failed", message });
    }
  };
  const change = async (next: Own | undefined): Promise<void> => {
    const opened = next && (await worldOf(next));
    if (next !== undefined && opened === undefined) throw new Error("there is no world below");
    await showWorld(opened);
    forget();
    current.current = next;
    setOwn(next);
    setWorld((count) => count + 1);
  };
  const open = async (given: Files | Promise<Files>): Promise<void> => {
    const files = await given;
    const names = Object.keys(files);
    if (names.length === 0) throw new Error("no files were dropped");
    const tables = tablesAmong(files);
    setAsked(undefined);
    try {
      await change({ layer: { files }, before: current.current, isOver: false });
    } catch (error) {
      const isUnknown = messageOf(error).includes("there is nothing to load");
      if (tables.length === 0 || (tables.length < names.length && !isUnknown)) throw error;
      setAsked({ files, names: tables });
      return;
    }
    const unread = await unreadAmong(tables);
    if (unread.length > 0) setAsked({ files, names: unread });
    else goTo(linkTo("home"));
  };
  // Who goes to another screen leaves the form.
  useEffect(() => {
    const leave = () => setAsked(undefined);
    addEventListener("hashchange", leave);
    return () => removeEventListener("hashchange", leave);
  }, []);
  const take = (given: Files | Promise<Files>) => void doing(() => open(given));
  const show = (next: Own | undefined) => {
    setAsked(undefined);
    void doing(() => change(next));
  };
  const keep = (shownOwn: Own) => {
    const keeping = async () => {
      await keepWorld(keptName(shownOwn));
      const kept = { ...shownOwn, isKept: true };
      if (current.current === shownOwn) {
        current.current = kept;
        setOwn(kept);
      }
    };
    void doing(keeping, "keeping");
  };
  const answerTable: OwnFilesState["answerTable"] = (next, link) => {
    const names = asked?.names.slice(1) ?? [];
    const rest = asked !== undefined && names.length > 0 ? { ...asked, names } : undefined;
    if (next === undefined) setAsked(rest);
    else {
      void doing(async () => {
        await change(next);
        setAsked(rest);
        if (rest === undefined && link !== undefined) goTo(await link());
      });
    }
  };
  useDrops(take, (isOver) =>
    setState((now) => (now.kind === "opening" ? now : isOver ? { kind: "over" } : shown)),
  );
  return { state, own, asked, world, take, show, keep, answerTable };
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : `${error}`);

/** Tables whose columns mean nothing to the loader. */
async function unreadAmong(tables: readonly string[]): Promise<readonly string[]> {
  if (tables.length === 0) return [];
  const { counters } = await diagnostics();
  const files = counters
    .filter(({ counter }) => counter === "Source_UnrecognisedFile")
    // A sheet of a workbook is called `book.xlsx#Sheet`.
    .flatMap(({ examples }) => examples.map(({ file }) => file.split("#")[0]));
  return tables.filter((name) => files.includes(name));
}

/** Drops of files anywhere on the page; texts are dragged as ever. */
function useDrops(take: OwnFilesState["take"], onOver: (isOver: boolean) => void): void {
  const act = useRef({ take, onOver });
  act.current = { take, onOver };
  useEffect(() => {
    const abort = new AbortController();
    const { signal } = abort;
    const watch = (type: "dragover" | "dragleave" | "drop", then: (event: DragEvent) => void) =>
      addEventListener(type, (event) => isOfFiles(event) && then(event), { signal });
    watch("dragover", (event) => {
      event.preventDefault();
      act.current.onOver(true);
    });
    // Only what leaves the page has nothing it goes to.
    watch("dragleave", ({ relatedTarget }) => {
      if (relatedTarget === null) act.current.onOver(false);
    });
    watch("drop", (event) => {
      event.preventDefault();
      if (event.dataTransfer !== null) act.current.take(droppedFiles(event.dataTransfer));
    });
    return () => abort.abort();
  }, []);
}

const isOfFiles = ({ dataTransfer }: DragEvent): boolean =>
  dataTransfer?.types.includes("Files") === true;

type BarProps = Pick<OwnFilesState, "state" | "own" | "show" | "keep">;

export function OwnFiles({ state, own, show, keep }: BarProps) {
  return (
    <>
      {state.kind === "over" && (
        <p class="drop-here">Drop files or a folder: this browser opens them</p>
      )}
      {state.kind === "opening" && (
        <p class="waiting" role="status">
          Opening your files …
        </p>
      )}
      {state.kind === "keeping" && (
        <p class="waiting" role="status">
          Keeping your files …
        </p>
      )}
      {state.kind === "failed" && <Failed message={state.message ?? ""} />}
      {own !== undefined && state.kind !== "opening" && <OwnBar {...{ own, show, keep }} />}
    </>
  );
}

function OwnBar({ own, show, keep }: Omit<BarProps, "state" | "own"> & { readonly own: Own }) {
  const names = namesIn(own);
  const before = own.before === undefined ? "the world before" : namesIn(own.before)[0];
  return (
    <p class="own-files own-bar">
      <span>
        <span class="quiet">
          {own.isKept === true ? "Opened in this browser:" : "Open until this page is reloaded:"}
        </span>{" "}
        <bdi>{names.slice(0, namesShown).join(", ")}</bdi>
        {names.length > namesShown && ` and ${names.length - namesShown} more`}
        {own.isOver && (
          <span class="quiet">
            {" "}
            over <bdi>{before}</bdi>
          </span>
        )}
      </span>
      {own.layer.columns === undefined && (
        <button
          type="button"
          class="button"
          onClick={() => show({ ...own, isOver: !own.isOver, isKept: false })}
        >
          <bdi>{own.isOver ? "Show alone" : `Lay over ${before}`}</bdi>
        </button>
      )}
      <button type="button" class="button" onClick={() => show(own.before)}>
        <bdi>Back to {before}</bdi>
      </button>
      {own.isKept === true ? (
        <span class="quiet">Kept in this browser</span>
      ) : (
        <button type="button" class="button" onClick={() => keep(own)}>
          Keep in this browser
        </button>
      )}
    </p>
  );
}

/** The form for a table, which is loaded with the first one. */
export function AskedTable({ own, asked, answerTable }: OwnFilesState) {
  const [loaded, setLoaded] = useState<{ readonly Form: Form }>();
  useEffect(() => {
    void import("./table-form.tsx").then(({ TableForm }) => setLoaded({ Form: TableForm }));
  }, []);
  const [name = ""] = asked?.names ?? [];
  const file = asked?.files[name];
  if (file === undefined) return null;
  if (loaded === undefined) return <Waiting what="the form" />;
  return <loaded.Form key={name} {...{ name, file, own, answerTable }} />;
}

/** For Home: the way without a mouse. */
export function Chooser({ take }: Pick<OwnFilesState, "take">) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <p class="own-files">
        <span class="quiet">
          Or look at your own data: drop a CSV, workbook, MCF or snapshot here
        </span>{" "}
        <button type="button" class="button" onClick={() => input.current?.click()}>
          Open files
        </button>
        <input
          ref={input}
          type="file"
          multiple
          hidden
          aria-label="Files to open"
          onChange={({ currentTarget }) => {
            if (currentTarget.files !== null) take(chosenFiles(currentTarget.files));
            currentTarget.value = "";
          }}
        />
      </p>
      <KeptFiles take={take} />
    </>
  );
}
