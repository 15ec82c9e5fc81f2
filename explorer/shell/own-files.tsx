/** Files that a user drops on the page or chooses: this browser opens them, and sends them nowhere. */
import { useEffect, useRef, useState } from "preact/hooks";
import { openFiles } from "../backend/ask.ts";
import { forget } from "../backend/world.ts";
import { Failed } from "../parts/states.tsx";
import { chosenFiles, droppedFiles, type Files } from "./dropped.ts";
import { goTo, linkTo } from "./route.ts";

type State =
  | { readonly kind: "none" | "over" | "opening" }
  | { readonly kind: "open"; readonly names: readonly string[] }
  | { readonly kind: "failed"; readonly message: string };

export interface Own {
  readonly state: State;
  /** Another number with each world that was opened. */
  readonly world: number;
  readonly take: (files: Files | Promise<Files>) => void;
}

export function useOwnFiles(): Own {
  const [state, setState] = useState<State>({ kind: "none" });
  const [world, setWorld] = useState(0);
  const opened = useRef<State>({ kind: "none" });
  const last = useRef(0);
  const open = async (given: Files | Promise<Files>): Promise<void> => {
    last.current += 1;
    const turn = last.current;
    setState({ kind: "opening" });
    try {
      const files = await given;
      const names = Object.keys(files);
      if (names.length === 0) throw new Error("no files were dropped");
      await openFiles(files);
      forget();
      opened.current = { kind: "open", names };
      setWorld((count) => count + 1);
      if (turn === last.current) setState(opened.current);
      goTo(linkTo("home"));
    } catch (error) {
      const message = error instanceof Error ? error.message : `${error}`;
      if (turn === last.current) setState({ kind: "failed", message });
    }
  };
  const take = (given: Files | Promise<Files>) => void open(given);
  useDrops(take, (isOver) =>
    setState((now) => {
      if (now.kind === "opening") return now;
      return isOver ? { kind: "over" } : opened.current;
    }),
  );
  return { state, world, take };
}

/** Drops of files anywhere on the page; texts are dragged as ever. */
function useDrops(take: Own["take"], onOver: (isOver: boolean) => void): void {
  useEffect(() => {
    const abort = new AbortController();
    const { signal } = abort;
    const watch = (type: "dragover" | "dragleave" | "drop", act: (event: DragEvent) => void) =>
      addEventListener(type, (event) => isOfFiles(event) && act(event), { signal });
    watch("dragover", (event) => {
      event.preventDefault();
      onOver(true);
    });
    // Only what leaves the page has nothing it goes to.
    watch("dragleave", ({ relatedTarget }) => {
      if (relatedTarget === null) onOver(false);
    });
    watch("drop", (event) => {
      event.preventDefault();
      if (event.dataTransfer !== null) take(droppedFiles(event.dataTransfer));
    });
    return () => abort.abort();
  }, []);
}

const isOfFiles = ({ dataTransfer }: DragEvent): boolean =>
  dataTransfer?.types.includes("Files") === true;

const namesShown = 3;

export function OwnFiles({ state }: Pick<Own, "state">) {
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
      {state.kind === "failed" && <Failed message={state.message} />}
      {state.kind === "open" && (
        <p class="own-files">
          <span class="quiet">Opened in this browser:</span>{" "}
          <bdi>{state.names.slice(0, namesShown).join(", ")}</bdi>
          {state.names.length > namesShown && ` and ${state.names.length - namesShown} more`}
        </p>
      )}
    </>
  );
}

/** For Home: the way without a mouse. */
export function Chooser({ take }: Pick<Own, "take">) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <p class="own-files">
      <span class="quiet">Drop a snapshot, MCF or CSV files on this page, or</span>{" "}
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
  );
}
