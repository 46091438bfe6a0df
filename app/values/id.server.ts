import { ulid } from "ulid";

/** A new `_id`: a ULID, 26 characters that sort by creation time, with 80 random bits. */
export function newId(now: Date): string {
  return ulid(now.getTime());
}
