import type { ReactNode } from "react";

export type BadgeTone = "green" | "yellow" | "red" | "grey";

/** Where something stands, in a word; the colour only repeats it. */
export function Badge({ tone, children }: { tone: BadgeTone; children: ReactNode }) {
  return <span className={`badge badge--${tone}`}>{children}</span>;
}

/** Figures as on a number plate: a stock number, or a price, which is larger. */
export function Plate({ price = false, children }: { price?: boolean; children: ReactNode }) {
  return <span className={price ? "plate plate--price" : "plate"}>{children}</span>;
}
