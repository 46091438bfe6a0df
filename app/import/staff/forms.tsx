import { Form } from "@remix-run/react";
import type { ReactNode } from "react";

/** Deletes an import; the records that it has stored stay. */
export function DiscardForm({ label }: { label: string }) {
  return (
    <IntentForm intent="discard">
      <button type="submit" className="button button--secondary">
        {label}
      </button>
    </IntentForm>
  );
}

/** A form with one button. */
export function IntentForm({ intent, children }: { intent: string; children: ReactNode }) {
  return (
    <Form method="post">
      <input type="hidden" name="intent" value={intent} />
      {children}
    </Form>
  );
}
