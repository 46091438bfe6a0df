import { type RawBuilder, sql } from "kysely";

/** A condition of a `where` clause. */
export type Condition = RawBuilder<boolean>;

/** All conditions joined with `and`; true for every row when there are none. */
export function allOf(conditions: readonly Condition[]): Condition {
  if (conditions.length === 0) return sql<boolean>`1 = 1`;
  return sql<boolean>`${sql.join(conditions, sql` and `)}`;
}

/** True for rows that meet one of the conditions; for no row when there are none. */
export function anyOf(conditions: readonly Condition[]): Condition {
  return conditions.length === 0 ? sql<boolean>`1 = 0` : sql<boolean>`(${sql.join(conditions, sql` or `)})`;
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

/**
 * True for rows whose column is like one of the SQL patterns, which may contain letters, digits, spaces and wildcards; for no row
 * when there are none.
 */
export function columnIsLike(column: string, patterns: readonly string[]): Condition {
  return anyOf(patterns.map((pattern) => sql<boolean>`${sql.ref(column)} like ${pattern}`));
}

/** True for rows whose column, which is folded, contains the text literally. */
export function columnContains(column: string, text: string): Condition {
  const pattern = `%${text.replace(/[\\%_]/g, "\\$&")}%`;
  return sql<boolean>`${sql.ref(column)} like ${pattern} escape ${sql.lit("\\")}`;
}
