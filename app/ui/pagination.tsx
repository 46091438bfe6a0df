import { Link } from "@remix-run/react";

interface PaginationProps {
  page: number;
  pages: number;
  /** The address of a page, filters kept. */
  addressOf: (page: number) => string;
}

/** Pages on either side of the present one that have a link of their own. */
const NEIGHBOURS = 2;

/** Links to the other pages of a list; nothing where there is one page. */
export function Pagination({ page, pages, addressOf }: PaginationProps) {
  if (pages <= 1) return null;
  return (
    <nav className="pagination" aria-label="Pages">
      <ul>
        {page > 1 ? (
          <li>
            <Link to={addressOf(page - 1)} rel="prev">
              Previous<span className="visually-hidden"> page</span>
            </Link>
          </li>
        ) : null}
        {pageWindow(page, pages).map((shown, position) =>
          shown === undefined ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: a gap has nothing but its place
            <li key={`gap-${position}`} className="pagination__gap" aria-hidden="true">
              <span>…</span>
            </li>
          ) : (
            <li key={shown}>
              <Link to={addressOf(shown)} aria-current={shown === page ? "page" : undefined}>
                <span className="visually-hidden">Page </span>
                {shown}
              </Link>
            </li>
          ),
        )}
        {page < pages ? (
          <li>
            <Link to={addressOf(page + 1)} rel="next">
              Next<span className="visually-hidden"> page</span>
            </Link>
          </li>
        ) : null}
      </ul>
    </nav>
  );
}

/** The pages that get a link: the ends and those around the present one; undefined stands for a gap. */
export function pageWindow(page: number, pages: number): (number | undefined)[] {
  const shown = Array.from({ length: pages }, (_, index) => index + 1).filter(
    (one) => one === 1 || one === pages || Math.abs(one - page) <= NEIGHBOURS,
  );
  return shown.flatMap((one, index) => {
    const gap = one - (shown[index - 1] ?? 0) - 1;
    // A gap of one page is as wide as that page's link.
    return gap === 0 ? [one] : gap === 1 ? [one - 1, one] : [undefined, one];
  });
}
