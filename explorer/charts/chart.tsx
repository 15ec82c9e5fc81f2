/** A picture as wide as there is room; what draws it is loaded first. */
import { useEffect, useRef, useState } from "preact/hooks";
import { Failed, Waiting } from "../parts/states.tsx";
import { SavePicture } from "../saving/save-picture.tsx";
import type { Draw, PictureTexts } from "./picture.ts";
import { lineKeys } from "./strokes.ts";

type Plots = typeof import("./plots.ts");

let loading: Promise<Plots> | undefined;

/** A screen that will show a picture calls it while it waits for the values. */
export function loadPlots(): Promise<Plots> {
  loading ??= import("./plots.ts");
  loading.catch(() => undefined);
  return loading;
}

interface ChartProps {
  /** It is drawn again when this changes. */
  readonly drawn: string;
  readonly draw: Draw;
  /** Of its file. */
  readonly texts: PictureTexts;
}

export function Chart({ drawn, draw, texts }: ChartProps) {
  const place = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  const [plots, setPlots] = useState<Plots>();
  const [failure, setFailure] = useState("");
  useEffect(() => {
    loadPlots().then(
      (module) => setPlots(module),
      () => setFailure("The pictures could not be loaded"),
    );
    const watcher = new ResizeObserver(([entry]) =>
      setWidth(Math.floor(entry?.contentRect.width ?? 0)),
    );
    if (place.current !== null) watcher.observe(place.current);
    return () => watcher.disconnect();
  }, []);
  useEffect(() => {
    if (plots === undefined || width === 0) return;
    const top = (place.current?.getBoundingClientRect().top ?? 0) + window.scrollY;
    const picture = draw(plots, { width, room: Math.floor(window.innerHeight - top - 16) });
    picture.setAttribute("role", "img");
    // A picture has one name; those of its parts would be none's.
    for (const part of picture.querySelectorAll("[aria-label]")) {
      part.setAttribute("data-mark", part.getAttribute("aria-label") ?? "");
      part.removeAttribute("aria-label");
    }
    place.current?.replaceChildren(picture);
  }, [plots, width, drawn]);
  return (
    <>
      {texts.axes !== undefined && <p class="axis-name">↑ {texts.axes.y}</p>}
      <div ref={place} class="chart" />
      {texts.axes !== undefined && (
        <p class="axis-name" data-axis="x">
          {texts.axes.x} →
        </p>
      )}
      {plots === undefined && failure === "" && <Waiting what="the picture" />}
      {failure !== "" && <Failed message={failure} />}
      <Cited sources={texts.sources} />
      {plots !== undefined && <SavePicture {...{ draw, texts }} />}
    </>
  );
}

/** Where the numbers of a picture come from, below it. */
export function Cited({ sources }: { readonly sources: readonly string[] }) {
  return sources.map((source) => (
    <p key={source} class="cited">
      Source: <bdi>{source}</bdi>
    </p>
  ));
}

/** The lines that a legend hides. */
export function useHidden(): Pick<LegendProps, "hidden" | "onToggle"> {
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const onToggle = (name: string) =>
    setHidden(
      (last) => new Set(last.has(name) ? [...last].filter((one) => one !== name) : [...last, name]),
    );
  return { hidden, onToggle };
}

interface LegendProps {
  readonly names: readonly string[];
  /** Lines that are not drawn. */
  readonly hidden: ReadonlySet<string>;
  readonly onToggle: (name: string) => void;
}

/** Which colour and dash is which line; a click hides one or brings it back. */
export function Legend({ names, hidden, onToggle }: LegendProps) {
  return (
    <ul class="legend" aria-label="Lines">
      {lineKeys(names).map(({ name, color, dash }) => (
        <li key={name}>
          <button
            type="button"
            class="legend-line"
            aria-pressed={!hidden.has(name)}
            onClick={() => onToggle(name)}
          >
            <svg viewBox="0 0 26 4" width="26" height="4" aria-hidden="true">
              <line
                x1="0"
                x2="26"
                y1="2"
                y2="2"
                stroke={color}
                stroke-width="3"
                stroke-dasharray={dash}
              />
            </svg>
            <bdi>{name}</bdi>
          </button>
        </li>
      ))}
    </ul>
  );
}
