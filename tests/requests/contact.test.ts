import { beforeAll, expect, it } from "vitest";
import { business } from "~/business.server";
import { retailVehicle } from "../support/builders";
import { type Site, startSite, wordsOf } from "../support/site";

let site: Site;
beforeAll(async () => {
  site = await startSite();
});

const words = async (path: string) => wordsOf(await site.fetch(path));

it("every way to reach the business stands there", async () => {
  const said = await words("/contact");
  const { address, hours } = business;
  for (const part of [
    "Get in Touch",
    address.street,
    business.phone,
    business.email,
    "Text messaging: Coming Soon",
    `${hours.days} ${hours.opens} to ${hours.closes}`,
    hours.weekends,
    "Get Directions",
    "Location",
  ]) {
    expect(said).toContain(part);
  }
});

it("a pending sale is marked where a visitor asks about it", async () => {
  const { _id } = await retailVehicle({ status: "pending" });
  expect(await words(`/contact?vehicle=${_id}`)).toContain("Sale Pending");
});

it("a sold vehicle is marked", async () => {
  const { _id } = await retailVehicle({ status: "sold" });
  expect(await words(`/contact?vehicle=${_id}`)).toContain("This one is sold. Ask us for another like it.");
});

it("where no price is known, the price is asked for too", async () => {
  const { _id } = await retailVehicle({ price: "" });
  expect(await words(`/contact?vehicle=${_id}`)).toContain("Call for price");
});

it.each(["nope", "%00", "a".repeat(2000)])("an unknown vehicle does not stop anybody: %s", async (id) => {
  const answer = await site.fetch(`/contact?vehicle=${id}`);
  expect(answer.status).toBe(200);
  expect(await wordsOf(answer)).toContain("We could not find that vehicle.");
});
