import { beforeAll, expect, test, vi } from "vitest";
import { db, sqlite } from "~/db/connection.server";
import { migrate } from "~/db/migrate.server";
import { keepHouse } from "~/housekeeping.server";
import { HELD_FORM_LIFETIME_MS, holdForm } from "~/models/held-form.server";
import { answeredBefore, KEY_LIFETIME_MS, submitOnce } from "~/models/submit-once.server";
import { administrator } from "../support/staff";

beforeAll(async () => {
  await migrate({ sqlite, db });
});

test("what is kept for a day goes although nothing else comes, and what is younger stays", async () => {
  const now = Date.now();
  const submission = (key: string) => ({ key, scope: "partRequest", body: "{}" });
  const young = new Date(now - 60_000);
  await submitOnce(submission("young"), young, async () => ({ name: "Ann" }));
  await submitOnce(submission("old"), new Date(now - KEY_LIFETIME_MS - 1), async () => ({ name: "Bob" }));
  const { id: administratorId } = await administrator();
  const form = { administratorId, address: "/admin", fields: [["notes", "typed"]] as [string, string][] };
  const kept = await holdForm(form, young);
  await holdForm(form, new Date(now - HELD_FORM_LIFETIME_MS - 1));

  const stop = keepHouse();
  await vi.waitFor(async () => {
    expect(await db.selectFrom("submittedOnce").select("id").execute()).toHaveLength(1);
    expect(await db.selectFrom("heldForms").select("id").execute()).toEqual([{ id: kept }]);
  });
  stop();
  expect(await answeredBefore(submission("young"), new Date(now))).toEqual({
    outcome: "again",
    answer: '{"name":"Ann"}',
  });
});
