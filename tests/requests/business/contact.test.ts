import { beforeAll, expect, it } from "vitest";
import { business } from "~/business/business.server";
import { retailVehicle } from "../../support/builders";
import { type Site, startSite, textOf } from "../../support/site";

let site: Site;
beforeAll(async () => {
  site = await startSite();
});

const words = async (path: string) => textOf(await site.fetch(path));

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
  expect(await words(`/contact?vehicle=${_id}`)).toContain("This one's sold. Ask us about another like it.");
});

it("where no price is known, the price is asked for too", async () => {
  const { _id } = await retailVehicle({ price: "" });
  expect(await words(`/contact?vehicle=${_id}`)).toContain("Call for price");
});

it.each(["nope", "%00", "a".repeat(2000)])("an unknown vehicle does not stop anybody: %s", async (id) => {
  const answer = await site.fetch(`/contact?vehicle=${id}`);
  expect(answer.status).toBe(200);
  expect(await textOf(answer)).toContain("We couldn't find that vehicle.");
});

it.each(["/", "/contact"])(
  "the map of %s is there without a click, and its place shows the address",
  async (path) => {
    const page = await (await site.fetch(path)).text();
    const frame = /<map-frame[\s\S]*?<\/map-frame>/.exec(page)?.[0] ?? "";
    expect(frame).toMatch(/<iframe[^>]*src="https:\/\/www\.openstreetmap\.org[^>]*loading="lazy"/);
    expect(frame).not.toContain("<details");
    expect(frame).toContain(business.address.street);
  },
);

it("about names the team, the work, the years and the warranty", async () => {
  const said = await words("/about");
  const { team, services, milestones, warranty, owner, operationsManager } = business;
  expect(team.length * services.length * milestones.length).toBeGreaterThan(0);
  for (const part of [
    owner,
    operationsManager,
    ...team.flatMap(({ name, role }) => [name, role]),
    ...services.flatMap(({ title, text }) => [title, text]),
    ...milestones.map(({ year }) => String(year)),
    warranty.newParts,
    warranty.usedParts,
  ]) {
    expect(said).toContain(part);
  }
});

it("the privacy policy links to the data request portal", async () => {
  expect(await (await site.fetch("/privacy-policy")).text()).toContain('<a href="/partsmatrix">');
});
