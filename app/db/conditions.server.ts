import { type RawBuilder, sql } from "kysely";

/** A condition of a `where` clause. */
export type Condition = RawBuilder<boolean>;

/** All conditions joined with `and`; true for every row when there are none. */
export function allOf(conditions: readonly Condition[]): Condition {
  if (conditions.length === 0) return sql<boolean>`1 = 1`;
  return sql<boolean>`${sql.join(conditions, sql` and `)}`;
}

/** One comparison, or none when `value` is undefined. */
export function compareColumn(
  column: string,
  operator: "=" | ">=" | "<=",
  value: string | number | undefined,
): Condition[] {
  if (value === undefined) return [];
  return [sql<boolean>`${sql.ref(column)} ${sql.raw(operator)} ${value}`];
}

/** True for rows whose column is like one of the SQL patterns, which may contain letters, digits, spaces and wildcards. */
export function columnIsLike(column: string, patterns: readonly string[]): Condition {
  const conditions = patterns.map((pattern) => sql<boolean>`${sql.ref(column)} like ${pattern}`);
  return sql<boolean>`(${sql.join(conditions, sql` or `)})`;
}

/** True for rows whose column contains the text, whatever is in it. */
export function columnContains(column: string, text: string): Condition {
  const pattern = `%${text.replace(/[\\%_]/g, "\\$&")}%`;
  return sql<boolean>`${sql.ref(column)} like ${pattern} escape ${sql.lit("\\")}`;
}
