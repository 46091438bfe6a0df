import type { ReactNode } from "react";

interface SidePanelProps {
  id: string;
  title: string;
  /** Shows the title as a sign, for more emphasis. */
  sign?: boolean;
  children: ReactNode;
}

/** A panel next to the main content with an alternative to it. */
export function SidePanel({ id, title, sign = false, children }: SidePanelProps) {
  return (
    <aside className="panel stack side-panel" aria-labelledby={id}>
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
