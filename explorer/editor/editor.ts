/** An editor with completion. This module brings CodeMirror, and is loaded with the first editor. */
import {
  autocompletion,
  type CompletionContext,
  type CompletionResult,
  closeBrackets,
  completionKeymap,
} from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import {
  bracketMatching,
  HighlightStyle,
  StreamLanguage,
  syntaxHighlighting,
} from "@codemirror/language";
import { sparql } from "@codemirror/legacy-modes/mode/sparql";
import { EditorState, type Extension } from "@codemirror/state";
import { EditorView, keymap, placeholder } from "@codemirror/view";
import { tags } from "@lezer/highlight";

export type Language = "relation" | "sparql" | "rest";

export interface Suggestion {
  readonly label: string;
  readonly detail?: string;
}

export interface EditorOptions {
  /** The editor is put into its shadow: there its style is a sheet, which needs no inline style. */
  readonly host: HTMLElement;
  readonly language: Language;
  readonly label: string;
  readonly text: string;
  readonly onChange: (text: string) => void;
  readonly onRun: () => void;
  /** @param before the text before the word */
  readonly complete: (before: string, word: string) => Promise<readonly Suggestion[]>;
}

export interface Editor {
  readonly setText: (text: string) => void;
  readonly remove: () => void;
}

const colours = HighlightStyle.define([
  { tag: [tags.keyword, tags.operatorKeyword], color: "var(--accent-text)", fontWeight: "600" },
  { tag: [tags.string, tags.special(tags.string)], color: "var(--code-string)" },
  { tag: [tags.variableName, tags.special(tags.variableName)], color: "var(--code-name)" },
  { tag: tags.comment, color: "var(--quiet)" },
  { tag: tags.number, color: "var(--code-string)" },
]);

const look = EditorView.theme({
  "&": { fontSize: "13.5px", color: "var(--text)", backgroundColor: "transparent" },
  "&.cm-focused": { outline: "2px solid var(--accent)", outlineOffset: "1px", borderRadius: "8px" },
  ".cm-content": {
    fontFamily: "var(--mono)",
    padding: "12px 4px",
    caretColor: "var(--text)",
    lineHeight: "1.6",
  },
  ".cm-line": { padding: "0 10px" },
  ".cm-placeholder": { color: "var(--quiet)" },
  ".cm-tooltip": {
    backgroundColor: "var(--surface)",
    border: "1px solid var(--line-strong)",
    borderRadius: "8px",
    boxShadow: "var(--shadow)",
    overflow: "hidden",
  },
  ".cm-tooltip.cm-tooltip-autocomplete > ul": { fontFamily: "inherit", maxHeight: "16em" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul > li": { padding: "4px 10px", color: "var(--text)" },
  ".cm-tooltip-autocomplete ul li[aria-selected]": {
    background: "var(--accent-soft)",
    color: "var(--text)",
  },
  ".cm-completionLabel": { fontFamily: "var(--mono)", fontSize: "12.5px" },
  ".cm-completionMatchedText": { textDecoration: "none", fontWeight: "700" },
  ".cm-completionDetail": { color: "var(--quiet)", fontStyle: "normal" },
  "&.cm-focused .cm-matchingBracket": { backgroundColor: "var(--accent-soft)" },
});

export function makeEditor(options: EditorOptions): Editor {
  const { host, language, label, text, onChange, onRun } = options;
  const root = host.shadowRoot ?? host.attachShadow({ mode: "open" });
  const place = document.createElement("div");
  root.replaceChildren(place);
  const view = new EditorView({
    parent: place,
    root,
    state: EditorState.create({
      doc: text,
      extensions: [
        history(),
        closeBrackets(),
        bracketMatching(),
        autocompletion({ override: [sourceOf(options)], icons: false, activateOnTyping: true }),
        keymap.of([
          runKey(onRun),
          ...completionKeymap,
          ...defaultKeymap.filter(({ key }) => key !== "Mod-Enter"),
          ...historyKeymap,
        ]),
        EditorView.lineWrapping,
        EditorView.contentAttributes.of({ "aria-label": label }),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) onChange(update.state.doc.toString());
        }),
        placeholder(label),
        look,
        ...languageOf(language),
      ],
    }),
  });
  return {
    setText: (changed) => {
      if (changed === view.state.doc.toString()) return;
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: changed } });
    },
    remove: () => view.destroy(),
  };
}

const runKey = (onRun: () => void) => ({
  key: "Mod-Enter",
  preventDefault: true,
  run: () => {
    onRun();
    return true;
  },
});

const languageOf = (language: Language): Extension[] =>
  language === "sparql"
    ? [StreamLanguage.define(sparql), syntaxHighlighting(colours)]
    : [syntaxHighlighting(colours)];

function sourceOf({ complete }: EditorOptions) {
  return async (context: CompletionContext): Promise<CompletionResult | null> => {
    const found = context.matchBefore(/[\w/.-]*/u);
    const from = found?.from ?? context.pos;
    if (from === context.pos && !context.explicit && !isExpected(context)) return null;
    const options = await complete(context.state.sliceDoc(0, from), found?.text ?? "");
    return options.length === 0 ? null : { from, options: [...options], filter: false };
  };
}

/** After these, a name is all that can follow. */
const isExpected = ({ state, pos }: CompletionContext): boolean =>
  /(?:->|<-|\[|\{|:)$/.test(state.sliceDoc(Math.max(0, pos - 2), pos));
