import { ulid } from "ulid";

/** A new `_id`: 26 characters, sorts by creation, and its 80 random bits cannot be guessed (decisions, section 3). */
export function newId(now: Date): string {
  return ulid(now.getTime());
}
