import { useState } from "react";

/**
 * A key that changes with each answer to a form, so that its fields show what the answer says. The location's key changes only once the
 * page's data has been read again, and would clear what was typed in the meantime.
 */
export function useAnswerKey(answer: unknown): number {
  const [last, setLast] = useState({ answer, key: 0 });
  if (last.answer === answer) return last.key;
  setLast({ answer, key: last.key + 1 });
  return last.key + 1;
}
