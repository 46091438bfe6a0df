import { useLocation } from "@remix-run/react";
import type { ReactNode } from "react";

interface MoreMenuProps {
  /** `More`, or what a screen reader says for the three dots. */
  label: string;
  /** Whether three dots replace the label. */
  isShort?: boolean;
  /** Links and buttons, under each other. */
  children: ReactNode;
}

/** Everything that is seldom needed, under one button; it closes when the page changes. */
export function MoreMenu({ label, isShort = false, children }: MoreMenuProps) {
  const { key } = useLocation();
  return (
    <details key={key} className="push relative more-menu screen-only">
      <summary className="button button--secondary button--small">
        {isShort ? (
          <>
            <span aria-hidden="true">…</span>
            <span className="visually-hidden">{label}</span>
          </>
        ) : (
          label
        )}
      </summary>
      <div className="box more-menu__items">{children}</div>
    </details>
  );
}
