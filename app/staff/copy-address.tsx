import { useRef } from "react";
import { useCopy } from "./use-copy";

/** An address to take elsewhere, and a button that copies it. */
export function CopyAddress({ title, url }: { title: string; url: string }) {
  const input = useRef<HTMLInputElement>(null);
  const { said, copy } = useCopy(input);
  return (
    <div className="grid gap-1">
      <label className="grid gap-1">
        <span className="field__label">
          Address<span className="visually-hidden"> of {title}</span>
        </span>
        <input
          className="input"
          type="url"
          readOnly
          value={url}
          ref={input}
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
      </label>
      <p className="cluster gap-2 gap-x-3 script-only">
        <button type="button" className="button button--secondary button--small" onClick={copy}>
          Copy address<span className="visually-hidden"> of {title}</span>
        </button>
        <span role="status">{said}</span>
      </p>
    </div>
  );
}
