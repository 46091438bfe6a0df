import { expect, test } from "vitest";
import { requireUsable } from "~/db/postgres/engine.server";

test("a PostgreSQL older than those that are tested is refused by its version", async () => {
  const answers = (version: number) => async () => ({ rows: [{ version, encoding: "UTF8" }] });
  await expect(requireUsable("postgres://db/yard", answers(14))).rejects.toThrow(
    "DATABASE_URL: postgres://db/yard is on PostgreSQL 14, and the site needs 15 or newer.",
  );
  await expect(requireUsable("postgres://db/yard", answers(15))).resolves.toBeUndefined();
});
