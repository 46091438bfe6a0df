import { useLayoutEffect } from "react";

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** What is carried over, by the field's id; only for as long as it takes to replace one form with another. */
let carried:
  | ReadonlyMap<string, { sent: string; typed: string; caret: number | null | undefined }>
  | undefined;

/**
 * Keeps what is typed between the press of a button and its answer, which puts a new form in the old one's place. It goes into each
 * field that the answer leaves as it was sent, and the focus with it.
 * @param formId of both forms
 */
export function useCarryTyped(formId: string): void {
  useLayoutEffect(() => {
    const form = document.getElementById(formId) as HTMLFormElement;
    for (const field of fieldsOf(form)) takeOver(field);
    let sent: ReadonlyMap<string, string> | undefined;
    const remember = () => {
      sent = new Map(fieldsOf(form).map((field) => [field.id, stateOf(field)]));
    };
    form.addEventListener("submit", remember);
    return () => {
      form.removeEventListener("submit", remember);
      if (!sent) return;
      const before = sent;
      carried = new Map(
        fieldsOf(form).flatMap((field) => {
          const [was, typed] = [before.get(field.id), stateOf(field)];
          const caret = document.activeElement === field ? caretOf(field) : undefined;
          return was === undefined || was === typed ? [] : [[field.id, { sent: was, typed, caret }]];
        }),
      );
      queueMicrotask(() => {
        carried = undefined;
      });
    };
  }, [formId]);
}

function takeOver(field: Field): void {
  const last = carried?.get(field.id);
  // What is looked for is not stored, so that a search begins empty.
  if (!last || (stateOf(field) !== last.sent && field.type !== "search")) return;
  if (isChecked(field)) field.checked = last.typed === "true";
  else field.value = last.typed;
  field.dispatchEvent(new Event("input", { bubbles: true }));
  if (last.caret === undefined) return;
  field.focus({ preventScroll: true });
  if (last.caret !== null) (field as HTMLInputElement).setSelectionRange(last.caret, last.caret);
}

function fieldsOf(form: HTMLFormElement): Field[] {
  return [...form.elements].filter(
    (element): element is Field =>
      element.matches("input:not([type=hidden], [type=file]), select, textarea") && element.id !== "",
  );
}

function stateOf(field: Field): string {
  return isChecked(field) ? String(field.checked) : field.value;
}

function isChecked(field: Field): field is HTMLInputElement {
  return field.matches("[type=checkbox], [type=radio]");
}

/** Null where a field has none, such as a list or an email address. */
function caretOf(field: Field): number | null {
  return field instanceof HTMLSelectElement ? null : field.selectionEnd;
}
