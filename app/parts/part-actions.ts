import type { PartStatus } from "./part";

/** How long a part is held, in hours; an empty one has no end. */
export const HOLD_CHOICES = {
  "24": "24 hours",
  "48": "48 hours",
  "168": "A week",
  none: "Until it's released",
} as const;
export const DEFAULT_HOLD = "48";

/** What can be done to a part, by the value of its button. */
export const PART_ACTIONS = {
  hold: "Hold",
  sell: "Sold Elsewhere",
  move: "Move",
  scrap: "Scrap",
  release: "Make Available",
} as const;
export type PartAction = keyof typeof PART_ACTIONS;

/** What can be done to a part in this status, most likely first. */
export function actionsFor(status: PartStatus): PartAction[] {
  if (status === "Available") return ["sell", "hold", "move", "scrap"];
  if (status === "On hold") return ["sell", "release", "move", "scrap"];
  return ["release", "move"];
}

/** When a hold of so many hours ends. */
export function holdEnd(hours: string, now: Date): Date | undefined {
  return hours === "none" ? undefined : new Date(now.getTime() + Number(hours) * 3_600_000);
}
