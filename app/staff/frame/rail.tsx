import { Link, useLocation } from "@remix-run/react";
import { useEffect, useState } from "react";
import { SEARCH_PAGE } from "~/search/search";
import { useMayOpen } from "~/staff/use-may-open";
import { Icon } from "~/ui/layout/icon";
import { useHydrated } from "~/ui/layout/use-hydrated";
import { STAFF_HOME, TODAY_PAGE } from "~/values/return-path";
import { FRAME_GROUPS, type FrameGroup, type FramePage } from "./pages";

/** The cookie of a browser in which the rail is narrow. */
export const NARROW_RAIL = "narrow-rail=1";

const MENU_ID = "staff-menu";
const NEW_ID = "staff-new";

/** The visitors' home page, which doesn't have the frame. */
const SITE = "/";

const YEAR_SECONDS = 365 * 24 * 60 * 60;

interface RailProps {
  /** The collections that have no place among the frame's pages. */
  lists: readonly FramePage[];
  /** Whether the user can add anything. */
  hasNew: boolean;
  isNarrow: boolean;
  /** How much waits on the page Today. */
  waiting: number;
}

/**
 * Everything on the staff's side: a rail on a wide screen, where it can be narrowed to icons, and what More opens on a phone. The browser
 * opens it as a popover, without script; React 18 does not know the popover attributes, so they are spread in their HTML spelling.
 */
export function Rail({ lists, hasNew, isNarrow, waiting }: RailProps) {
  const [narrow, setNarrow] = useState(isNarrow);
  const { key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a popover stays open when the page changes without a reload
  useEffect(() => {
    for (const id of [MENU_ID, NEW_ID]) {
      const popover = document.getElementById(id);
      if (!popover || !("hidePopover" in popover) || !popover.matches(":popover-open")) continue;
      popover.hidePopover();
      // It gives the focus back to its button, from where a keyboard would have the whole frame before the page.
      document.getElementById("main")?.focus({ preventScroll: true });
    }
  }, [key]);
  const isHydrated = useHydrated();
  const mayOpen = useMayOpen();
  const groups: readonly FrameGroup[] = [
    ...FRAME_GROUPS,
    ...lists.map((page) => ({ label: page.label, icon: "document" as const, pages: [page] })),
  ].map((group) => ({ ...group, pages: group.pages.filter(({ to }) => to === SITE || mayOpen(to)) }));
  return (
    <nav
      className={`rail screen-only${narrow ? " rail--narrow" : ""}`}
      id={MENU_ID}
      aria-label="Staff pages"
      {...{ popover: "auto" }}
    >
      <div className="rail__top">
        <button type="button" className="rail__item rail__open" {...{ popovertarget: MENU_ID }}>
          <Icon name="menu" size={20} /> <span className="visually-hidden">Menu</span>
        </button>{" "}
        {hasNew ? (
          <button
            type="button"
            className="button button--secondary button--small from-768 rail__new"
            {...{ popovertarget: NEW_ID }}
          >
            <Icon name="plus" size={20} /> <span className="rail__label">New</span>
          </button>
        ) : null}
      </div>
      <ul className="gap-x-3 rail__groups">
        {groups.map((group) => (
          <Group key={group.label} group={group} waiting={group.label === "Today" ? waiting : 0} />
        ))}
      </ul>
      {isHydrated ? (
        <button
          type="button"
          className="rail__item rail__narrow"
          aria-pressed={narrow}
          onClick={() => {
            // biome-ignore lint/suspicious/noDocumentCookie: older browsers know no other way
            document.cookie = `${NARROW_RAIL}; path=${STAFF_HOME}; max-age=${narrow ? 0 : YEAR_SECONDS}; samesite=lax`;
            setNarrow(!narrow);
          }}
        >
          <Icon name={narrow ? "chevron-right" : "chevron-left"} size={20} />{" "}
          <span className="rail__label">Narrow menu</span>
        </button>
      ) : null}
    </nav>
  );
}

function Group({ group: { label, icon, pages }, waiting }: { group: FrameGroup; waiting: number }) {
  const [first, ...rest] = pages;
  const currentOf = useCurrent();
  if (!first) return null;
  return (
    <li className="rail__group">
      <Link
        className="rail__item"
        to={first.to}
        reloadDocument={first.to === SITE}
        title={label}
        aria-current={rest.length === 0 ? currentOf(first) : undefined}
      >
        <Icon name={icon} size={20} /> <span className="rail__label">{label}</span>{" "}
        {waiting > 0 ? (
          <span className="count">
            {waiting}
            <span className="visually-hidden"> waiting</span>
          </span>
        ) : null}
      </Link>
      {rest.length > 0 ? (
        <ul className="rail__pages" aria-label={label}>
          {pages.map((page) => (
            <li key={page.to}>
              <Link
                className="small rail__page"
                to={page.to}
                reloadDocument={page.to === SITE}
                aria-current={currentOf(page)}
              >
                {page.label}
              </Link>
            </li>
          ))}
        </ul>
      ) : null}
    </li>
  );
}

/** The bar under the thumb on a phone. */
export function BottomBar({ hasNew }: Pick<RailProps, "hasNew">) {
  const currentOf = useCurrent();
  const link = (page: FramePage, icon: FrameGroup["icon"]) => (
    <Link className="bottom-bar__item" to={page.to} aria-current={currentOf(page)}>
      <Icon name={icon} size={24} /> {page.label}
    </Link>
  );
  return (
    <nav className="bottom-bar until-768 screen-only" aria-label="Shortcuts">
      {link({ to: TODAY_PAGE, label: "Today" }, "calendar")}{" "}
      {link({ to: SEARCH_PAGE, label: "Search" }, "search")}{" "}
      {hasNew ? (
        <button type="button" className="bottom-bar__item" {...{ popovertarget: NEW_ID }}>
          <Icon name="plus" size={24} /> New
        </button>
      ) : null}
      {link({ to: STAFF_HOME, label: "Yard" }, "recycle")}{" "}
      <button type="button" className="bottom-bar__item" {...{ popovertarget: MENU_ID }}>
        <Icon name="menu" size={24} /> More
      </button>
    </nav>
  );
}

/** What New opens: the form for each kind of record. */
export function NewMenu({ pages }: { pages: readonly FramePage[] }) {
  return (
    <nav className="box new-menu screen-only" id={NEW_ID} aria-label="New" {...{ popover: "auto" }}>
      <ul className="grid gap-0">
        {pages.map(({ to, label }) => (
          <li key={to}>
            <Link className="rail__item" to={to}>
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

const PAGES = FRAME_GROUPS.flatMap(({ pages }) => pages);

/** What the addresses of a page's records begin with. */
const recordsOf = ({ to, records = to }: FramePage) => records;

/** `page` for the page that is open; `true` for the closest list above an open record or page. */
function useCurrent(): (page: FramePage) => "page" | "true" | undefined {
  const { pathname, search } = useLocation();
  const open = PAGES.find(({ to }) => to === pathname + search) ?? PAGES.find(({ to }) => to === pathname);
  const [above] = PAGES.filter((page) => pathname.startsWith(`${recordsOf(page)}/`)).sort(
    (one, other) => recordsOf(other).length - recordsOf(one).length,
  );
  return ({ to }) => (to === open?.to ? "page" : !open && to === above?.to ? "true" : undefined);
}
