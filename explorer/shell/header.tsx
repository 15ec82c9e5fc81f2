/** What stands above every screen. */
import { FindBox } from "../parts/find-box.tsx";
import { goTo, linkTo, type Screen } from "./route.ts";
import { ThemeButton } from "./theme.tsx";

const tabs: readonly (readonly [Screen, string])[] = [
  ["home", "Home"],
  ["timeline", "Timeline"],
  ["map", "Map"],
  ["query", "Query"],
  ["check", "Check"],
];

export function Header({ screen }: { readonly screen: Screen }) {
  return (
    <header class="header">
      <a class="brand" href={linkTo("home")} aria-label="Pocket Commons">
        <svg viewBox="0 0 32 32" width="24" height="24" aria-hidden="true">
          <rect width="32" height="32" rx="8" fill="var(--accent)" />
          <path class="brand-bars" d="M7 22v-7M13 22V9M19 22v-9M25 22v-4" />
        </svg>
        <span class="brand-name">Pocket Commons</span>
      </a>
      <nav class="tabs" aria-label="Screens">
        {tabs.map(([name, label]) => (
          <a key={name} href={linkTo(name)} aria-current={name === screen ? "page" : undefined}>
            {label}
          </a>
        ))}
      </nav>
      <div class="header-tools">
        <FindBox
          label="Search places and variables, or ask"
          isHidden
          onChoose={({ dcid }) => goTo(linkTo("node", { dcid }))}
          onAsk={(q) => goTo(linkTo("ask", { q }))}
        />
        <ThemeButton />
      </div>
    </header>
  );
}
