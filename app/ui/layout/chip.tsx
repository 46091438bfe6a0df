import type { ReactNode } from "react";

export type BadgeTone = "green" | "yellow" | "red" | "gray" | "blue" | "violet";

/** A status as text; the color only repeats it. */
export function Badge({ tone, children }: { tone: BadgeTone; children: ReactNode }) {
  return <span className={`badge badge--${tone}`}>{children}</span>;
}

/** A stock number or, larger, a price, styled like a license plate. */
export function Plate({ price = false, children }: { price?: boolean; children: ReactNode }) {
  return <span className={price ? "plate plate--price" : "plate"}>{children}</span>;
}
