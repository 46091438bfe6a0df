import { Link } from "@remix-run/react";

interface PaginationProps {
  page: number;
  pages: number;
  /** The URL of a page with the same filters. */
  urlFor: (page: number) => string;
}

/** How many pages on each side of the current one have a link. */
const NEIGHBORS = 2;

/** Links to the pages of a list, if there are several. */
export function Pagination({ page, pages, urlFor }: PaginationProps) {
  if (pages <= 1) return null;
  return (
    <nav className="pagination" aria-label="Pages">
      <ul className="cluster gap-2">
        {page > 1 ? (
          <li>
            <Link to={urlFor(page - 1)} rel="prev">
              Previous<span className="visually-hidden"> page</span>
            </Link>
          </li>
        ) : null}
        {pageWindow(page, pages).map((number, position) =>
          number === undefined ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: a gap has no other key
            <li key={`gap-${position}`} className="pagination__gap" aria-hidden="true">
              <span>…</span>
            </li>
          ) : (
            <li key={number}>
              <Link to={urlFor(number)} aria-current={number === page ? "page" : undefined}>
                <span className="visually-hidden">Page </span>
                {number}
              </Link>
            </li>
          ),
        )}
        {page < pages ? (
          <li>
            <Link to={urlFor(page + 1)} rel="next">
              Next<span className="visually-hidden"> page</span>
            </Link>
          </li>
        ) : null}
      </ul>
    </nav>
  );
}

/** The pages that get a link: the first, the last, and those around the current one; undefined is a gap. */
export function pageWindow(page: number, pages: number): (number | undefined)[] {
  const linked = Array.from({ length: pages }, (_, index) => index + 1).filter(
    (one) => one === 1 || one === pages || Math.abs(one - page) <= NEIGHBORS,
  );
  return linked.flatMap((one, index) => {
    const gap = one - (linked[index - 1] ?? 0) - 1;
    // A gap of one page is as wide as that page's link.
    return gap === 0 ? [one] : gap === 1 ? [one - 1, one] : [undefined, one];
  });
}
