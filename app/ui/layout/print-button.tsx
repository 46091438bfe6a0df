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

const HOW_TO_PRINT = "how-to-print";

/** A link that prints the page; without script it leads to `<HowToPrint>`. */
export function PrintLink({ children, className }: { children: ReactNode; className: string }) {
  return (
    <print-page>
      <a href={`#${HOW_TO_PRINT}`} className={className}>
        <Icon name="printer" size={20} /> {children}
      </a>
    </print-page>
  );
}

/** What a page with a `<PrintLink>` says where that link leads. */
export function HowToPrint() {
  return (
    <p id={HOW_TO_PRINT} className="notice screen-only if-target">
      To print this page, use Print in your browser's menu, or press Ctrl+P (⌘P on a Mac).
    </p>
  );
}
