import { type ModelLink, modelNumbers } from "~/parts/models";

/** Links to the pages of models or generations, with what there is of each. */
export function ModelLinks({ title, links }: { title: string; links: readonly ModelLink[] }) {
  if (links.length === 0) return null;
  return (
    <nav className="stack gap-3 below-6" aria-labelledby="model-links">
      <h2 id="model-links">{title}</h2>
      <ul className="grid gap-3 model-links__list">
        {links.map((link) => (
          <li key={link.path}>
            <a className="panel link-tile block model-links__link" href={link.path}>
              {link.name} <span className="note block">{modelNumbers(link)}</span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
