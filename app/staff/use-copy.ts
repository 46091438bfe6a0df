import { type RefObject, useState } from "react";

/**
 * Copies what a field holds. Where a browser doesn't let it, as on plain http, the field is left selected, to be copied by hand.
 * @returns what has come of it, for a `role="status"`
 */
export function useCopy(field: RefObject<HTMLInputElement | HTMLTextAreaElement>): {
  said: string;
  copy: () => Promise<void>;
} {
  const [said, setSaid] = useState("");
  const copy = async () => {
    field.current?.select();
    try {
      await navigator.clipboard.writeText(field.current?.value ?? "");
      setSaid("Copied");
    } catch {
      setSaid("Couldn't copy it. It's selected for you to copy.");
    }
  };
  return { said, copy };
}
