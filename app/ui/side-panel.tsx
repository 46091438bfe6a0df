import type { ReactNode } from "react";

interface SidePanelProps {
  id: string;
  title: string;
  /** The title stands on a sign, where this is what the page wants visitors to see next. */
  sign?: boolean;
  children: ReactNode;
}

/** Beside what a page is about: another way to the same. */
export function SidePanel({ id, title, sign = false, children }: SidePanelProps) {
  return (
    <aside className="side-panel" aria-labelledby={id}>
      {sign ? (
        <div className="sign">
          <h2 id={id}>{title}</h2>
        </div>
      ) : (
        <h2 className="card__title" id={id}>
          {title}
        </h2>
      )}
      {children}
    </aside>
  );
}
