import { findUrl } from "~/parts/finder";
import type { Shelf, ShelfSystem } from "~/parts/shelf";
import { PageSection } from "~/site/layout/page-section";
import { formatCount } from "~/values/format";
import { PartCard, PartDrawing } from "./part-card";

/** What is on the shelf, by system, and what came in last; what there is nothing of is left out. */
export function ShelfSections({ shelf: { systems, newest } }: { shelf: Shelf }) {
  if (newest.length === 0) return null;
  return (
    <>
      <nav className="page systems" aria-label="Parts by system">
        <SystemLinks systems={systems} />
      </nav>
      <PageSection id="just-in" title="Just In: Parts" className="newest">
        <ul className="cards">
          {newest.map((part) => (
            <li key={part._id}>
              <PartCard part={part} position={1} />
            </li>
          ))}
        </ul>
      </PageSection>
    </>
  );
}

/** Links to what is on the shelf of each system. */
export function SystemLinks({ systems }: Pick<Shelf, "systems">) {
  return (
    <ul className="grid gap-3 systems__list">
      {systems.map((system) => (
        <li key={system.id}>
          <SystemLink system={system} />
        </li>
      ))}
    </ul>
  );
}

function SystemLink({ system: { id, name, drawing, count } }: { system: ShelfSystem }) {
  return (
    <a className="panel link-tile systems__link" href={findUrl({ category: id })}>
      <PartDrawing name={drawing} />
      <span>
        {name} <span className="note block">{formatCount(count)}</span>
      </span>
    </a>
  );
}
