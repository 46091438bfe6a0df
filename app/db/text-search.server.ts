import { type RawBuilder, sql } from "kysely";
import { sqlite } from "./connection.server";

/** Columns one after another, a space between them; those that are empty are left out. */
export function joinedText(parts: readonly RawBuilder<unknown>[]): RawBuilder<string> {
  return sql<string>`concat_ws(' ', ${sql.join(parts)})`;
}

/**
 * Teaches SQL to find a folded word in a text that is kept as it was written. SQLite's own `lower` knows ASCII only, and
 * calling `fold` for every row would cost ten times as much: it is called where the `free` part of the text holds
 * other letters.
 * @param name of the function in SQL
 */
export function foldedSearch(name: string, fold: (text: string) => string) {
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
