import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { recordsOf } from "../../support/api";
import { type Site, startSite } from "../../support/site";
import { administrator, PASSWORD } from "../../support/staff";
import { canRun, openTextBrowser } from "../../support/text-browser";

let site: Site;

beforeAll(async () => {
  site = await startSite();
  await administrator("olga");
});

beforeEach(async () => {
  for (const table of ["partRequests", "repairRequests", "sessions"] as const) {
    await site.db.deleteFrom(table).execute();
  }
});

// They send neither `Origin` nor `Sec-Fetch-Site`, and run no script.
describe.each(["Lynx", "w3m"] as const)("in %s", (name) => {
  const testIfInstalled = (title: string, run: () => Promise<void>) =>
    test.skipIf(!canRun(name))(title, run, 180_000);

  testIfInstalled("a part is requested, step by step", async () => {
    const visitor = await openTextBrowser(name, `${site.url}/partsrequest`);
    await visitor.sees("Vehicle Identification Number");
    await visitor.fillIn("Vehicle Identification Number", "1HGCM82633A004352");
    await visitor.press("Continue");
    await visitor.sees("Search for a part");
    await visitor.fillIn("Search for a part", "alternator");
    await visitor.press("Search");
    await visitor.sees("parts found");
    await visitor.press("Alternator");
    await visitor.sees("Part selected successfully");
    await visitor.press("Continue");
    await visitor.sees("Email");
    await visitor.fillIn("Name", "Ann Lee");
    await visitor.fillIn("Phone", "5555550101");
    await visitor.fillIn("Email", "ann@example.com");
    await visitor.press("Continue");
    await visitor.sees("Submit Request");
    await visitor.press("Submit Request");
    await visitor.sees("Part request submitted successfully!");
    expect(await recordsOf(site, "part-requests")).toMatchObject([
      { customerInfo: { name: "Ann Lee" }, vehicleInfo: { model: "Accord" } },
    ]);
  });

  testIfInstalled("staff sign in, and log out", async () => {
    const visitor = await openTextBrowser(name, `${site.url}/login`);
    await visitor.sees("Admin Login");
    await visitor.fillIn("Username", "olga");
    await visitor.fillIn("Password", PASSWORD);
    await visitor.press("Login");
    await visitor.sees("Admin Dashboard");
    await visitor.press("Logout");
    await visitor.sees("Admin Login");
    // This browser has lost its cookie, so it can't tell that the session has ended too.
    expect(await site.db.selectFrom("sessions").select("id").execute()).toEqual([]);
  });

  testIfInstalled("a callback is requested", async () => {
    const visitor = await openTextBrowser(name, `${site.url}/repair`);
    await visitor.sees("Request a Callback");
    expect(await visitor.words()).not.toMatch(/There is a problem|Failed to submit/);
    await visitor.fillIn("Name", "Ann Lee");
    await visitor.fillIn("Phone", "5555550101");
    await visitor.press("Request Callback", { below: "What does the vehicle need?" });
    await visitor.sees("Request Submitted!");
    expect(await visitor.words()).not.toMatch(
      /There is a problem|Failed to submit|What does the vehicle need/,
    );
  });
});
