/** The colours of a picture in a file: those of the page in its light theme, by the names that drawings use. */
export const colors: Readonly<Record<string, string>> = {
  text: "#1b2230",
  quiet: "#5b6576",
  surface: "#ffffff",
  line: "#e6e9ee",
  "line-strong": "#c9cfd8",
  accent: "#2f62b0",
  missing: "#e3e6eb",
  "line-1": "#2f62b0",
  "line-2": "#c2571a",
  "line-3": "#1f8a70",
  "line-4": "#8b4aa8",
  "line-5": "#b8860b",
  "line-6": "#b3325b",
  "line-7": "#4d7c2a",
  "line-8": "#5a6472",
  "step-0": "#dbe7f7",
  "step-1": "#b6cfee",
  "step-2": "#89b0e0",
  "step-3": "#5b8dcb",
  "step-4": "#3466ad",
  "step-5": "#1c437c",
  "below-0": "#f6dcc9",
  "below-1": "#e5a271",
  "below-2": "#b9561c",
};

/** A drawing that needs no style sheet. */
export const inPlainColors = (text: string): string =>
  text.replace(/var\(--([\w-]+)\)/g, (all, name: string) => colors[name] ?? all);
