import type { FormEvent } from "react";

interface ListFailureProps {
  title?: string;
  message?: string;
  /** The address to try again. */
  address: string;
}

/**
 * Where a list could not be loaded (specification, sections 2 and 8). Retry reloads the page; as a plain form it
 * does so without script too.
 */
export function ListFailure({ title = "Error loading vehicles", message, address }: ListFailureProps) {
  const [path, query] = address.split("?");
  return (
    <div className="notice notice--error" role="alert">
      <h3 className="notice__title">{title}</h3>
      {message ? <p>{message}</p> : null}
      <form method="get" action={path} onSubmit={reload}>
        {[...new URLSearchParams(query)].map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <button className="button" type="submit">
          Retry
        </button>
      </form>
    </div>
  );
}

function reload(event: FormEvent) {
  event.preventDefault();
  window.location.reload();
}
