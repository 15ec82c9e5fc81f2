/** The page: a header, and the screen that the URL names. */
import type { VNode } from "preact";
import { useEffect } from "preact/hooks";
import { MapScreen } from "../map/map.tsx";
import { AskedTable, Chooser, OwnFiles, useOwnFiles } from "../own/own-files.tsx";
import { Shown as Loaded } from "../parts/states.tsx";
import { QueryScreen } from "../query/query.tsx";
import { CheckScreen } from "../screens/check.tsx";
import { HomeScreen } from "../screens/home.tsx";
import { NodeScreen } from "../screens/node.tsx";
import { TimelineScreen } from "../screens/timeline.tsx";
import { useAnswer } from "./answered.ts";
import { Header } from "./header.tsx";
import { type Route, type Screen, useRoute } from "./route.ts";

const titles: Readonly<Record<Screen, string>> = {
  home: "Pocket Commons",
  ask: "Answer",
  node: "Node",
  timeline: "Timeline",
  map: "Map",
  flows: "Flows",
  query: "Query",
  check: "Check",
};

export function App() {
  const route = useRoute();
  const { screen } = route;
  const own = useOwnFiles();
  useEffect(() => {
    document.title = screen === "home" ? "Pocket Commons" : `${titles[screen]} · Pocket Commons`;
    scrollTo(0, 0);
  }, [screen]);
  return (
    <>
      {/* biome-ignore lint/a11y/useValidAnchor: it leads to a place of the page, as a link does. */}
      <a class="skip" href="#content" onClick={toContent}>
        Skip to content
      </a>
      <Header screen={screen} />
      <main id="content" class="content" tabIndex={-1}>
        {route.unknown !== "" && (
          <div class="failed" role="alert">
            <strong>
              There is no view <bdi>“{route.unknown}”</bdi>
            </strong>
            <p>The address may be cut or of another version. This is Home.</p>
          </div>
        )}
        <OwnFiles {...own} />
        {own.asked === undefined ? (
          // Another world is another page.
          <Shown key={own.world} route={route} chooser={<Chooser take={own.take} />} />
        ) : (
          <AskedTable {...own} />
        )}
      </main>
    </>
  );
}

/** The hash is the route: it must not become the name of an element. */
function toContent(event: Event): void {
  event.preventDefault();
  document.getElementById("content")?.focus();
}

function Shown({ route: { screen, fields }, chooser }: { route: Route; chooser: VNode }) {
  switch (screen) {
    case "home":
      return <HomeScreen fields={fields} chooser={chooser} />;
    case "ask":
      return <AskScreen fields={fields} />;
    case "node":
      return <NodeScreen fields={fields} />;
    case "timeline":
      return <TimelineScreen fields={fields} />;
    case "map":
      return <MapScreen fields={fields} />;
    case "flows":
      return <FlowsScreen fields={fields} />;
    case "query":
      return <QueryScreen fields={fields} />;
    case "check":
      return <CheckScreen />;
  }
}

/** Loaded with the first question. */
function AskScreen({ fields }: { readonly fields: URLSearchParams }) {
  const answered = useAnswer("", () => import("../ask/ask.tsx"));
  return (
    <Loaded answered={answered} what="the screen">
      {({ Ask }) => <Ask fields={fields} />}
    </Loaded>
  );
}

/** Loaded with the first one: few worlds have observations about several entities. */
function FlowsScreen({ fields }: { readonly fields: URLSearchParams }) {
  const answered = useAnswer("", () => import("../flows/flows.tsx"));
  return (
    <Loaded answered={answered} what="the screen">
      {({ Flows }) => <Flows fields={fields} />}
    </Loaded>
  );
}
