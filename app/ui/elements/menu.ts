/** From this width the header shows the navigation (site/layout/site-header.css). */
const DESKTOP = matchMedia("(min-width: 1024px)");

/**
 * The menu is a popover that opens and closes without script (site/layout/site-menu.tsx). Script keeps the focus inside and
 * closes the menu when a link is followed or the window grows.
 */
const menu = document.getElementById("site-menu");

// Before it closes, because closing returns the focus to the menu button.
menu?.addEventListener("beforetoggle", (event) => {
  const opens = (event as ToggleEvent).newState === "open";
  for (const part of document.querySelectorAll<HTMLElement>(
    ".skip-link, .site-header__main, main, .site-footer",
  ))
    part.inert = opens;
});
menu?.addEventListener("click", ({ target }) => {
  if (target instanceof Element && target.closest("a")) close();
});
DESKTOP.addEventListener("change", close);

function close(): void {
  menu?.hidePopover?.();
}
