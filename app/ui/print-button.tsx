import type { ReactNode } from "react";
import { Icon } from "./icon";
import { useScripted } from "./scripted";

/** Only a browser with script can be told to print; any browser has a command of its own for it. */
export function PrintButton({ children, className }: { children: ReactNode; className: string }) {
  if (!useScripted()) return null;
  return (
    <button type="button" className={className} onClick={() => window.print()}>
      <Icon name="printer" size={20} /> {children}
    </button>
  );
}
