import Database, { type Statement } from "better-sqlite3";

/** Prepares each statement once for each connection: a test that does the same ones thousands of times spends a third of its time on it. */
export function prepareOnce(): void {
  const { prepare } = Database.prototype;
  const prepared = new WeakMap<object, Map<string, Statement>>();
  Database.prototype.prepare = function prepareOrReuse(this: Database.Database, source: string) {
    const known = prepared.get(this) ?? new Map<string, Statement>();
    prepared.set(this, known);
    const statement = known.get(source) ?? (prepare.call(this, source) as Statement);
    known.set(source, statement);
    return statement;
  } as typeof prepare;
}
