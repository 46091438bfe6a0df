type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/**
 * Remembers what somebody types or chooses while the page's script is still on its way; the answer tells it to the script
 * once that has come, as if it were done then. It listens to the visitor alone: what a browser puts back into a form when
 * somebody returns to it is no choice made now.
 */
export function watchTyping(): () => void {
  const typed = new Map<Field, string>();
  const watching = new AbortController();
  const remember = ({ target }: Event) => {
    if (isField(target)) typed.set(target, target.value);
  };
  addEventListener("input", remember, { capture: true, signal: watching.signal });
  return () => {
    watching.abort();
    for (const [field, value] of typed) {
      // A file cannot be put back, and need not be: nothing takes it away.
      if (field.type !== "file" && field.value !== value) field.value = value;
      field.dispatchEvent(new Event("input", { bubbles: true }));
      field.dispatchEvent(new Event("change", { bubbles: true }));
    }
    typed.clear();
  };
}

function isField(target: EventTarget | null): target is Field {
  return (
    target instanceof HTMLInputElement ||
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement
  );
}
