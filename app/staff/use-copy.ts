import { type RefObject, useState } from "react";

/**
 * Copies what a field holds: on plain http, as in the yard's own network, by the older command, since there is no clipboard. If a browser
 * doesn't allow that, the field is left selected, to be copied by hand.
 * @returns what has come of it, for a `role="status"`
 */
export function useCopy(field: RefObject<HTMLInputElement | HTMLTextAreaElement>): {
  said: string;
  copy: () => Promise<void>;
} {
  const [said, setSaid] = useState("");
  const copy = async () => {
    field.current?.select();
    const isCopied = await write(field.current?.value ?? "");
    setSaid(isCopied ? "Copied" : "Couldn't copy it. It's selected for you to copy.");
  };
  return { said, copy };
}

/** Whether a text, which is selected, has been copied. */
async function write(text: string): Promise<boolean> {
  if (!window.isSecureContext) return document.execCommand("copy");
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
