import type { ReactNode } from "react";

interface PageSectionProps {
  id: string;
  title: string;
  /** A line of text under the title. */
  lead?: string;
  /** Has a tinted background. */
  tint?: boolean;
  className?: string;
  children: ReactNode;
}

/** A full-width section of a page with a heading. */
export function PageSection({ id, title, lead, tint, className, children }: PageSectionProps) {
  const classes = ["section", tint && "section--tint", className].filter(Boolean);
  return (
    <section className={classes.join(" ")} aria-labelledby={id}>
      <div className="page">
        <div className="section__head">
          <h2 id={id}>{title}</h2>
          {lead ? <p className="lead">{lead}</p> : null}
        </div>
        {children}
      </div>
    </section>
  );
}
