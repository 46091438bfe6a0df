import type { FormEvent } from "react";
import { Notice } from "~/ui/layout/notice";

interface ListFailureProps {
  title?: string;
  /** The heading's level. */
  level?: 2 | 3;
  message?: string;
  /** The URL to retry. */
  url: string;
}

/**
 * The error of a list that could not be loaded. Retry is a plain form, so it works
 * without script.
 */
export function ListFailure({ title = "Error loading vehicles", level = 3, message, url }: ListFailureProps) {
  const [path, query] = url.split("?");
  const Heading = level === 2 ? "h2" : "h3";
  return (
    <Notice tone="error" title={<Heading>{title}</Heading>} role="alert">
      {message ? <p>{message}</p> : null}
      <form method="get" action={path} onSubmit={reload}>
        {[...new URLSearchParams(query)].map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <button className="button" type="submit">
          Retry
        </button>
      </form>
    </Notice>
  );
}

function reload(event: FormEvent) {
  event.preventDefault();
  window.location.reload();
}
