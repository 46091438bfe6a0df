import type { ReactNode } from "react";
import { Icon } from "~/ui/layout/icon";

const MENU_ID = "site-menu";

/** The footer's navigation, which replaces the menu in browsers without popovers. */
export const FOOTER_MENU_ID = "footer-menu";

/** Opens the menu without script; in browsers without popovers it is a link to the footer's navigation. */
export function SiteMenuButton() {
  const content = (
    <>
      <Icon name="menu" size={28} />
      <span className="visually-hidden--phone">Menu</span>
    </>
  );
  return (
    <>
      <button
        type="button"
        className="until-1024 site-header__menu site-header__menu--button"
        aria-haspopup="dialog"
        {...{ popovertarget: MENU_ID }}
      >
        {content}
      </button>{" "}
      <a className="until-1024 site-header__menu site-header__menu--link" href={`#${FOOTER_MENU_ID}`}>
        {content}
      </a>
    </>
  );
}

/**
 * A popover that slides in from the side; the browser opens it, and closes it on Escape or a tap outside. React 18 does not
 * know the popover attributes, so they are spread in their HTML spelling.
 */
export function SiteMenu({ children }: { children: ReactNode }) {
  return (
    <dialog id={MENU_ID} className="site-menu" aria-label="Menu" {...{ popover: "auto" }}>
      <div className="site-menu__panel">
        <button
          type="button"
          className="icon-button site-menu__close"
          aria-label="Close menu"
          // biome-ignore lint/a11y/noAutofocus: where the focus goes when the menu opens
          autoFocus
          {...{ popovertarget: MENU_ID, popovertargetaction: "hide" }}
        >
          <Icon name="close" size={28} />
        </button>
        {children}
      </div>
    </dialog>
  );
}
