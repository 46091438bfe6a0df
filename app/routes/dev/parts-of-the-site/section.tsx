import type { ReactNode } from "react";

/** A family of parts under its own heading. */
export function Section({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section className="section stack" id={id} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{title}</h2>
      {children}
    </section>
  );
}

/** One part in one state, with the state's name above it. */
export function State({ name, wide, children }: { name: string; wide?: boolean; children: ReactNode }) {
  return (
    <figure className={wide ? "state state--wide" : "state"}>
      <figcaption>{name}</figcaption>
      {children}
    </figure>
  );
}

/** States beside each other. */
export function States({ children }: { children: ReactNode }) {
  return <div className="states">{children}</div>;
}
