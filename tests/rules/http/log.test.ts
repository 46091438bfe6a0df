import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { db, engine, transaction } from "~/db/connection.server";
import { migrate } from "~/db/migrate.server";
import { serializeError } from "~/http/logged-error";

describe("an error in the log", () => {
  test("has its message, code and stack, and those of what caused it", () => {
    const cause = Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });
    expect(serializeError(new TypeError("fetch failed", { cause }))).toEqual({
      name: "TypeError",
      message: "fetch failed",
      stack: expect.stringMatching(/^TypeError: fetch failed\n +at /),
      cause: {
        name: "Error",
        message: "connect ECONNREFUSED",
        code: "ECONNREFUSED",
        stack: expect.stringMatching(/ at /),
      },
    });
  });

  test("of JSON that cannot be read quotes none of it", () => {
    for (const text of ['{"customerName":"Ann Lee"', "Ann Lee", '{"a":"Ann\nLee']) {
      let thrown: unknown;
      try {
        JSON.parse(text);
      } catch (error) {
        thrown = error;
      }
      const logged = serializeError(thrown);
      expect(logged.name).toBe("SyntaxError");
      expect(JSON.stringify(logged)).not.toMatch(/customerName|Ann|Lee/);
    }
  });

  test("of the database names columns and no values, and is the first one where SQLite has rolled back itself", async () => {
    await migrate(engine);
    await sql`create trigger full before insert on repairRequests begin select raise(rollback, 'database or disk is full'); end`.execute(
      db,
    );
    const store = transaction(() =>
      db
        .insertInto("idempotencyKeys")
        .values({ id: "Ann Lee", bodyHash: "x", response: "{}", createdAt: "2026" })
        .execute()
        .then(() => sql`insert into repairRequests (id, customerName) values ('1', 'Ann Lee')`.execute(db)),
    );
    const logged = serializeError(await store.catch((error: unknown) => error));
    expect(logged).toMatchObject({ name: "SqliteError", message: "database or disk is full" });
    expect(JSON.stringify(logged)).not.toContain("Ann Lee");
    await sql`drop trigger full`.execute(db);
    await db
      .insertInto("idempotencyKeys")
      .values({ id: "Ann Lee", bodyHash: "x", response: "{}", createdAt: "2026" })
      .execute();
    const again = db
      .insertInto("idempotencyKeys")
      .values({ id: "Ann Lee", bodyHash: "y", response: "{}", createdAt: "2026" })
      .execute();
    const second = serializeError(await again.catch((error: unknown) => error));
    expect(second).toMatchObject({ code: "SQLITE_CONSTRAINT_PRIMARYKEY" });
    expect(JSON.stringify(second)).not.toContain("Ann Lee");
  });
});
