import type { ReactNode } from "react";
import builtScript from "../../../build/elements/list-in-place.js?url";

const script = import.meta.env.DEV ? "/app/ui/elements/list-in-place.ts" : builtScript;

interface ListInPlaceProps {
  /** The message if the list couldn't be loaded. */
  failure: string;
  /** How often it is asked for. */
  attempts?: number;
  children: ReactNode;
}

/** The filters of a public list, the list, and what is next to it; with script, filters load no page. */
export function ListInPlace({ failure, attempts = 1, children }: ListInPlaceProps) {
  return (
    <list-in-place
      class="page grid gap-6 start results"
      data-attempts={attempts}
      data-loading="Loading vehicles..."
      data-title="Error loading vehicles"
      data-failure={failure}
    >
      {children}
      <script type="module" src={script} />
    </list-in-place>
  );
}
