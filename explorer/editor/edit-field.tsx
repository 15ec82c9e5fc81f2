/** The editor as a part of a form; a plain field until it is there, and where it cannot be loaded. */
import { useEffect, useRef, useState } from "preact/hooks";
import { completionsOf } from "./completions.ts";
import type { Editor, Language } from "./editor.ts";

type EditorModule = typeof import("./editor.ts");

let loading: Promise<EditorModule> | undefined;

interface EditFieldProps {
  readonly language: Language;
  readonly label: string;
  /** What the editor holds now. */
  readonly text: string;
  /** What it is given from outside: it takes the place of the text when it changes. */
  readonly given: string;
  readonly onChange: (text: string) => void;
  readonly onRun: () => void;
}

export function EditField(props: EditFieldProps) {
  const { language, label, text, given, onChange } = props;
  const host = useRef<HTMLDivElement>(null);
  const editor = useRef<Editor>();
  const latest = useRef(props);
  latest.current = props;
  const [isThere, setThere] = useState(false);
  useEffect(() => {
    let isGone = false;
    loading ??= import("./editor.ts");
    loading.then(
      ({ makeEditor }) => {
        if (isGone || host.current === null) return;
        editor.current = makeEditor({
          host: host.current,
          language,
          label,
          text: latest.current.text,
          onChange: (changed) => latest.current.onChange(changed),
          onRun: () => latest.current.onRun(),
          complete: (before, word) => completionsOf(language, before, word),
        });
        setThere(true);
      },
      // The plain field stays.
      () => undefined,
    );
    return () => {
      isGone = true;
      editor.current?.remove();
      editor.current = undefined;
      setThere(false);
    };
  }, [language, label]);
  // Not when the text changes: a slow page would take back what was typed meanwhile.
  useEffect(() => editor.current?.setText(given), [given]);
  return (
    <div class="editor">
      <div ref={host} hidden={!isThere} />
      {!isThere && (
        <textarea
          class="plain-editor"
          aria-label={label}
          rows={language === "relation" ? 1 : 6}
          spellcheck={false}
          value={text}
          onInput={({ currentTarget }) => onChange(currentTarget.value)}
        />
      )}
    </div>
  );
}
