import type { ReactNode } from "react";
import builtScript from "../../../build/elements/check-in-place.js?url";
import { FieldError } from "./fields";

const script = import.meta.env.DEV ? "/app/ui/elements/check-in-place.ts" : builtScript;

/** A plain form whose fields are checked when they are left; `checks` is the address of a module that does it. */
export function CheckInPlace({ checks, children }: { checks: string; children: ReactNode }) {
  return (
    <check-in-place class="grid" data-checks={checks}>
      {children}
      <template>
        <FieldError />
      </template>
      <script type="module" src={script} />
    </check-in-place>
  );
}
