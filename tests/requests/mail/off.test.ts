import { expect, test } from "vitest";
import { apiOf } from "../../support/api";
import { dismantledVehicle } from "../../support/builders";
import { newPartRequest } from "../../support/requests";
import { cookiesOf, startSite, textOf } from "../../support/site";
import { signedIn } from "../../support/staff";

test("without a mail server nothing is queued, and the page says how to turn mail on", async () => {
  const site = await startSite();
  const answer = await apiOf(site).post("/part-requests", {
    vin: "1HGCM82633A004352",
    partDetails: { system: "Exterior", component: "Hood - Hood Latch" },
    customerInfo: { name: "Jane Doe", phone: "5555550142", email: "jane@example.com" },
  });
  expect(answer.status).toBe(201);
  const { cookie } = await signedIn();
  const words = await textOf(await site.fetch("/admin/mail", { headers: { Cookie: cookie } }));
  expect(words).toContain(
    "Email is off To turn it on, enter your mail server and who gets new requests in Settings, under Email.",
  );
  expect(words).toContain("There are no messages.");
});

test("without a mail server staff are offered the phone: no message, and what to say of a donor", async () => {
  const site = await startSite();
  const { cookie } = await signedIn();
  const read = async (path: string, jar = cookie) =>
    textOf(await site.fetch(path, { headers: { Cookie: jar } }));
  const { stockNumber } = await dismantledVehicle({
    make: "Honda",
    model: "Accord",
    year: 2002,
    trim: undefined,
    mileage: 84210,
  });
  const path = `/admin/parts-requests/${await newPartRequest()}`;
  const saved = await site.form(path, { intent: "quote", expectedVersion: "", price: "120" }, { cookie });
  const said = await read(path, cookiesOf(saved, cookie));
  expect(said).toContain("Quote saved");
  expect(said).not.toMatch(/Tell the customer|by email/);
  expect(said).toContain(
    `Call (555) 555-0101 about ${stockNumber} Say: “We have a 2002 Honda Accord, stock number ${stockNumber}, 84,210 miles. It may have what you need.”`,
  );
  expect(await read(`${path}/answer`)).toContain(
    "You can't email this customer Email is off, so nothing can be sent from here. See the Email page to turn it on. Call (555) 555-0101",
  );
});
