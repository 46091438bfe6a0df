import { randomInt } from "node:crypto";

// 31 characters without lookalikes.
const READABLE = "abcdefghjkmnpqrstuvwxyz23456789";

/** Random characters that are easy to read and to type, in groups with hyphens between: 4.95 bits each. */
export function randomReadable({ groups, length }: { groups: number; length: number }): string {
  const group = () => Array.from({ length }, () => READABLE[randomInt(READABLE.length)]).join("");
  return Array.from({ length: groups }, group).join("-");
}
