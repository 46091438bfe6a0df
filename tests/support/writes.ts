import { type CompiledQuery, DefaultQueryExecutor } from "kysely";

/**
 * Calls a function right after a write of so many, whatever the program writes: mostly between two of one step, which only a transaction
 * keeps together.
 * @returns what ends it
 */
export function afterWrites(writes: number, then: () => void): () => void {
  const { executeQuery } = DefaultQueryExecutor.prototype;
  let left = writes;
  DefaultQueryExecutor.prototype.executeQuery = async function <Row>(query: CompiledQuery<Row>) {
    const result = await executeQuery.call(this, query);
    if (/^(insert|update|delete)/.test(query.sql) && --left === 0) then();
    return result as never;
  };
  return () => {
    DefaultQueryExecutor.prototype.executeQuery = executeQuery;
  };
}

/** A step that completes a sale has about so many. */
export const MOST_WRITES = 12;
