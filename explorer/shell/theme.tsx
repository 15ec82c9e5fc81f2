/** Light and dark: as the system says, until somebody chooses. */
import { useState } from "preact/hooks";

type Theme = "light" | "dark";

const memory = "pocket-commons-theme";

function remembered(): Theme | undefined {
  try {
    const text = localStorage.getItem(memory);
    return text === "light" || text === "dark" ? text : undefined;
  } catch {
    // A browser may keep nothing.
    return undefined;
  }
}

const systemTheme = (): Theme =>
  matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";

function show(theme: Theme): void {
  document.documentElement.dataset["theme"] = theme;
}

export function showRemembered(): void {
  const theme = remembered();
  if (theme !== undefined) show(theme);
}

export function ThemeButton() {
  const [theme, setTheme] = useState<Theme>(remembered() ?? systemTheme());
  const other = theme === "dark" ? "light" : "dark";
  const change = () => {
    show(other);
    setTheme(other);
    try {
      localStorage.setItem(memory, other);
    } catch {
      // It holds until the page is left.
    }
  };
  return (
    <button type="button" class="icon-button" aria-label={`Use ${other} colours`} onClick={change}>
      <svg viewBox="0 0 20 20" width="18" height="18" aria-hidden="true">
        <circle cx="10" cy="10" r="6.5" fill="none" stroke="currentColor" stroke-width="1.5" />
        <path d="M10 3.5a6.5 6.5 0 0 1 0 13z" fill="currentColor" />
      </svg>
    </button>
  );
}
