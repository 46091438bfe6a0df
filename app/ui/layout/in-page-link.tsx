import type { ComponentProps } from "react";

interface InPageLinkProps extends Omit<ComponentProps<"a">, "href" | "onClick"> {
  /** The id of the element. */
  to: string;
}

/**
 * A link to an element of the same page. Script goes there without a navigation, with which the router would drop the answer to a form
 * that was sent, and all that was typed in it.
 */
export function InPageLink({ to, ...link }: InPageLinkProps) {
  return (
    <a
      {...link}
      href={`#${to}`}
      onClick={(event) => {
        event.preventDefault();
        const target = document.getElementById(to);
        target?.scrollIntoView();
        if (target) moveFocus(target);
      }}
    />
  );
}

function moveFocus(target: HTMLElement): void {
  if (target.tabIndex < 0 && !target.hasAttribute("tabindex")) {
    // As the browser does with the target of a link: Tab goes on from there, and a click in it focuses nothing.
    target.tabIndex = -1;
    target.addEventListener("blur", () => target.removeAttribute("tabindex"), { once: true });
  }
  target.focus({ preventScroll: true });
}
