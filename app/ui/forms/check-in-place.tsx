import type { ReactNode } from "react";
import builtScript from "../../../build/elements/check-in-place.js?url";
import { ErrorSummaryCard, FieldError } from "./fields";

const script = import.meta.env.DEV ? "/app/ui/elements/check-in-place.ts" : builtScript;

interface CheckInPlaceProps {
  formId: string;
  /** The address of a module that checks the form. */
  checks: string;
  children: ReactNode;
}

/** A plain form whose fields are checked when they are left, and all of them when it is sent. */
export function CheckInPlace({ formId, checks, children }: CheckInPlaceProps) {
  return (
    <check-in-place class="grid" data-checks={checks}>
      {children}
      {/* Without words: text browsers show what is in a template. */}
      <template>
        <FieldError />
        <ErrorSummaryCard form={{ id: formId, errorId: `${formId}-error` }} fields={[]} title="" />
      </template>
      <script type="module" src={script} />
    </check-in-place>
  );
}
