import { useRef } from "react";
import { useCopy } from "./use-copy";

interface CopyAreaProps {
  id: string;
  label: string;
  hint?: string;
  /** What the button says. */
  button?: string;
  text: string;
  rows: number;
}

/** A text to take elsewhere, whole and with a button that copies it; without script it is copied by hand. */
export function CopyArea({ id, label, hint, button = "Copy", text, rows }: CopyAreaProps) {
  const area = useRef<HTMLTextAreaElement>(null);
  const { said, copy } = useCopy(area);
  return (
    <div className="stack gap-2">
      <label className="field__label" htmlFor={id}>
        {label}
      </label>
      {hint ? (
        <p className="field__hint" id={`${id}-hint`}>
          {hint}
        </p>
      ) : null}
      <textarea
        className="input input--area breaks"
        id={id}
        rows={rows}
        readOnly
        value={text}
        ref={area}
        aria-describedby={hint ? `${id}-hint` : undefined}
      />
      <p className="cluster gap-2 gap-x-3 script-only">
        <button type="button" className="button button--secondary" onClick={copy}>
          {button}
        </button>
        <span role="status">{said}</span>
      </p>
    </div>
  );
}
