import { vi } from "vitest";
import { engine } from "~/db/connection.server";

/** How many queries something asks of the database. */
export async function countQueries(run: () => Promise<unknown>): Promise<number> {
  const executor = Object.getPrototypeOf(engine.db.getExecutor());
  const asked = vi.spyOn(executor, "executeQuery");
  try {
    await run();
    return asked.mock.calls.length;
  } finally {
    asked.mockRestore();
  }
}
