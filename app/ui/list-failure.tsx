import type { FormEvent } from "react";
import { Notice } from "./notice";

interface ListFailureProps {
  title?: string;
  /** The heading that it stands under has the level above. */
  level?: 2 | 3;
  message?: string;
  /** The address to try again. */
  address: string;
}

/**
 * Where a list could not be loaded (specification, sections 2 and 8). Retry reloads the page; as a plain form it
 * does so without script too.
 */
export function ListFailure({
  title = "Error loading vehicles",
  level = 3,
  message,
  address,
}: ListFailureProps) {
  const [path, query] = address.split("?");
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
