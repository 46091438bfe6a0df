import { beforeAll, expect, it, vi } from "vitest";
import { db, engine } from "~/db/connection.server";
import { migrate } from "~/db/migrate.server";
import { voidSale } from "~/sales/complete.server";
import { toReceipt } from "~/sales/receipt.server";
import { mailReceipt } from "~/sales/receipt-mail.server";
import { findSale } from "~/sales/sale.server";
import type { Sale } from "~/sales/sales";
import { as } from "../../support/act";
import { shelfPart } from "../../support/builders";
import { CLERK, completedSale } from "../../support/sales";

vi.hoisted(() => {
  // Nothing is sent: what is queued is read.
  process.env.SMTP_URL = "smtp://127.0.0.1:9";
  process.env.MAIL_FROM = "office@yard.example";
});

beforeAll(() => migrate(engine));

async function mailed(id: string) {
  const sale = (await findSale(id))?.item as Sale;
  expect(await as(CLERK, () => mailReceipt(sale))).toBe(true);
  const queued = db.selectFrom("outbox").select(["subject", "text"]).orderBy("id", "desc").limit(1);
  return { ...(await queued.executeTakeFirstOrThrow()), number: sale.number };
}

it("a voided sale's email says so first, and neither it nor the paper promises the core charge back", async () => {
  const part = await shelfPart({ price: 80, coreCharge: 20 });
  const lines = [
    { kind: "part", part: part._id },
    { kind: "core", part: part._id },
  ];
  const { _id } = await completedSale({ lines, customerEmail: "ann@example.com" });
  const before = await mailed(_id);
  expect(before.subject).toMatch(/^Receipt S-/);
  expect(before.text).toContain(`This is your receipt ${before.number} of Dec 20, 2026`);
  expect(before.text).toContain("Bring the old part back");
  await as(CLERK, () => voidSale(_id, "Wrong part"));
  const after = await mailed(_id);
  expect(after.subject).toMatch(/^Voided: Receipt S-/);
  expect(after.text).toMatch(
    /^Voided on Dec 20, 2026, .*: this is your receipt S-\d+ of Dec 20, 2026, .*, which no longer counts\./,
  );
  expect(after.text).not.toContain("Bring the old part back");
  expect(toReceipt((await findSale(_id))?.item as Sale).notes).toEqual([]);
});
