import { expect, test, vi } from "vitest";
import { dismantledVehicle } from "../../support/builders";
import { startSite, textOf } from "../../support/site";
import { signedIn } from "../../support/staff";

// Mail is set up, but its links could not name this site.
vi.hoisted(() => {
  process.env.SMTP_URL = "smtp://127.0.0.1:9";
  process.env.MAIL_FROM = "office@yard.example";
});

test("without PUBLIC_URL there is no form and no page, and staff read how to turn alerts on", async () => {
  const site = await startSite();
  await dismantledVehicle();
  expect(await (await site.fetch("/parts?q=nothinglikethis")).text()).not.toContain('action="/alerts"');
  for (const path of ["/alerts", "/your-alert?key=x"]) {
    expect((await site.fetch(path)).status).toBe(404);
    expect((await site.form(path, { email: "ann@example.com" })).status).toBe(404);
  }
  const { cookie } = await signedIn();
  const words = await textOf(await site.fetch("/admin/alerts", { headers: { Cookie: cookie } }));
  expect(words).toContain(
    "Alerts are off They need email, which is set up in Settings, and the address of your site in PUBLIC_URL",
  );
  expect(words).toContain("Nobody is waiting for a vehicle.");
});
