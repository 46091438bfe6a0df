import { Link } from "@remix-run/react";
import { pageWindow } from "~/lists/window";

interface PaginationProps {
  page: number;
  pages: number;
  /** The URL of a page with the same filters. */
  urlFor: (page: number) => string;
}

/** Links to the pages of a list, if there are several. */
export function Pagination({ page, pages, urlFor }: PaginationProps) {
  if (pages <= 1) return null;
  return (
    <nav className="screen-only pagination" aria-label="Pages">
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
