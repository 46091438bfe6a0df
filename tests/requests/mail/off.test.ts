import { expect, test } from "vitest";
import { apiOf } from "../../support/api";
import { startSite, textOf } from "../../support/site";
import { signedIn } from "../../support/staff";

test("without SMTP_URL nothing is queued, and the page says how to turn mail on", async () => {
  const site = await startSite();
  const answer = await apiOf(site).post("/part-requests", {
    vin: "1HGCM82633A004352",
    partDetails: { system: "Exterior", component: "Hood - Hood Latch" },
    customerInfo: { name: "Jane Doe", phone: "5555550142", email: "jane@example.com" },
  });
  expect(answer.status).toBe(201);
  expect(await site.db.selectFrom("outbox").select("id").execute()).toEqual([]);
  const { cookie } = await signedIn();
  const words = await textOf(await site.fetch("/admin/mail", { headers: { Cookie: cookie } }));
  expect(words).toContain(
    "Mail is off To turn it on, set SMTP_URL, MAIL_FROM and NOTIFY_EMAIL (see the README) and restart the site.",
  );
  expect(words).toContain("There are no messages.");
});
