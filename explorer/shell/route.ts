/** Where the page is: the fragment of the URL. So any web server can serve the page. */
import { useSyncExternalStore } from "preact/compat";

export const screens = [
  "home",
  "ask",
  "node",
  "timeline",
  "map",
  "flows",
  "query",
  "check",
] as const;

export type Screen = (typeof screens)[number];

export interface Route {
  readonly screen: Screen;
  readonly fields: URLSearchParams;
  /** What the address names, where there is no such screen: Home is shown. */
  readonly unknown: string;
}

/** Fields by name; lists repeat, and what is empty is left out. */
export type RouteFields = Readonly<Record<string, string | readonly string[] | undefined>>;

export function routeOf(hash: string): Route {
  const [path = "", query = ""] = hash.replace(/^#\/?/, "").split(/\?(.*)/su);
  const screen = screens.find((one) => one === path);
  const unknown = screen === undefined ? path : "";
  return { screen: screen ?? "home", fields: new URLSearchParams(query), unknown };
}

export function linkTo(screen: Screen, fields: RouteFields = {}): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) {
    for (const text of typeof value === "string" ? [value] : (value ?? [])) {
      if (text !== "") query.append(name, text);
    }
  }
  const text = `${query}`;
  return `#/${screen === "home" ? "" : screen}${text === "" ? "" : `?${text}`}`;
}

/** Goes to another place; `replace` leaves no step to go back to. */
export function goTo(link: string, { replace = false } = {}): void {
  if (location.hash === link) return;
  if (!replace) {
    location.hash = link;
    return;
  }
  history.replaceState(null, "", link);
  dispatchEvent(new HashChangeEvent("hashchange"));
}

function subscribe(onChange: () => void): () => void {
  addEventListener("hashchange", onChange);
  return () => removeEventListener("hashchange", onChange);
}

let last = { hash: "", route: routeOf("") };

function currentRoute(): Route {
  if (last.hash !== location.hash) last = { hash: location.hash, route: routeOf(location.hash) };
  return last.route;
}

export const useRoute = (): Route => useSyncExternalStore(subscribe, currentRoute);
