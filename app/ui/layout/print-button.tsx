import type { ReactNode } from "react";
import { Icon } from "./icon";

/** Prints the page; its space is reserved until script has loaded, and without script it is absent. */
export function PrintButton({ children, className }: { children: ReactNode; className: string }) {
  return (
    <print-page class="script-only">
      <button type="button" className={className}>
        <Icon name="printer" size={20} /> {children}
      </button>
    </print-page>
  );
}
