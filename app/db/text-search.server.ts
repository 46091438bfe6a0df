import { type RawBuilder, sql } from "kysely";
import { sqlite } from "./connection.server";

/** The expressions joined with spaces; nulls are left out. */
export function concatText(parts: readonly RawBuilder<unknown>[]): RawBuilder<string> {
  return sql<string>`concat_ws(' ', ${sql.join(parts)})`;
}

/**
 * Registers `fold` as a SQL function and returns a condition that finds a folded word in unfolded text. SQLite's `lower`
 * handles only ASCII, and calling `fold` for every row takes ten times as long, so it runs only where the `free` part of the
 * text has non-ASCII characters.
 * @param name the SQL function's name
 */
export function createFoldedSearch(name: string, fold: (text: string) => string) {
  sqlite.function(name, { deterministic: true }, (text: unknown) =>
    typeof text === "string" ? fold(text) : null,
  );
  return (
    { text, free }: { text: RawBuilder<string>; free: RawBuilder<string> },
    word: string,
  ): RawBuilder<boolean> =>
    sql<boolean>`(instr(lower(${text}), ${word}) > 0 or
      octet_length(${free}) > length(${free}) and instr(${sql.raw(name)}(${text}), ${word}) > 0)`;
}
