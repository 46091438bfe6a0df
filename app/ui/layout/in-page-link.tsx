import type { ComponentProps } from "react";

interface InPageLinkProps extends Omit<ComponentProps<"a">, "href" | "onClick"> {
  /** The id of the element, which can have the focus. */
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
        target?.focus({ preventScroll: true });
      }}
    />
  );
}
