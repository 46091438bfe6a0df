import { parse } from "node-html-parser";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { staffApi } from "../../support/api";
import { dismantledVehicle, retailVehicle, shelfPart } from "../../support/builders";
import { newPartRequest } from "../../support/requests";
import { type Site, startSite, textOf } from "../../support/site";
import { signedIn } from "../../support/staff";

const SEARCH = "/admin/search";

let site: Site;
let cookie: string;
beforeAll(async () => {
  site = await startSite();
  ({ cookie } = await signedIn());
});
beforeEach(async () => {
  for (const table of ["parts", "dismantledVehicles", "retailVehicles", "partRequests"] as const)
    await site.db.deleteFrom(table).execute();
});

const open = (path: string, jar = cookie) => site.fetch(path, { headers: { Cookie: jar } });
const search = (q: string) => open(`${SEARCH}?${new URLSearchParams({ q })}`);
const dave = () => newPartRequest({}, { name: "Dave Miller", phone: "(555) 867-0142" });

test("a search of everything and of the shelf finds what visitors find: parts of other years and names that fit", async () => {
  const door = await shelfPart({
    ...{ entryId: "door-front-left", year: 2010, make: "Toyota", model: "Camry", stockNumber: "FITS-1" },
  });
  const q = "2008 camry front door";
  const visitor = await textOf(await site.fetch(`/parts/find?${new URLSearchParams({ q })}`));
  expect(visitor).toContain(door.stockNumber);
  expect(await textOf(await search(q))).toMatch(/Parts on the Shelf 2010 Toyota Camry [^.]*FITS-1/);
  const list = (text: string) => open(`/admin/parts?${new URLSearchParams({ q: text })}`);
  expect(await textOf(await list(q))).toContain("FITS-1");
  expect(await textOf(await list("1999 camry front door"))).not.toContain("FITS-1");
});

describe("the search of everything, without script,", () => {
  test("lists what it finds by kind, each with what tells it apart and its page", async () => {
    const id = await dave();
    const again = await dave();
    await shelfPart({ price: 85, location: "A-3" });
    const page = await (await search("accord")).text();
    const said = await textOf(new Response(page));
    expect(said).toContain("Parts Requests Dave Miller PR-");
    expect(said).toContain("Parts on the Shelf 2012 Honda Accord Alternator");
    expect(said).toContain("Available · $85");
    for (const request of [id, again]) expect(page).toContain(`href="/admin/parts-requests/${request}"`);
    expect(
      parse(page)
        .querySelectorAll('input[name="q"]')
        .map((field) => field.getAttribute("value")),
    ).toEqual(["accord"]);
  });

  test("opens the one record that is named", async () => {
    const id = await dave();
    const { _id } = await dismantledVehicle({ stockNumber: "H2001" });
    for (const [q, path] of [
      [`PR-${id.slice(-6)}`, `/admin/parts-requests/${id}`],
      ["h2001", `/admin/dismantled-vehicles/${_id}/edit`],
    ] as const) {
      const answer = await site.fetch(`${SEARCH}?q=${q}`, {
        headers: { Cookie: cookie },
        redirect: "manual",
      });
      expect([answer.status, answer.headers.get("Location")]).toEqual([302, path]);
    }
    // As a suggestion it is listed.
    expect(await textOf(await open(`${SEARCH}?q=0142&suggest=`))).toContain("Dave Miller");
  });

  test("says what to try where it finds nothing, whatever was typed", async () => {
    const said = await textOf(await search("zeppelin <b>'"));
    expect(said).toContain("Nothing found for “zeppelin <b>'”.");
    expect(said).toContain("Try a stock number");
    expect((await search("x".repeat(3000))).status).toBe(200);
  });

  test("without a text lists what its user has opened last, and nobody else's", async () => {
    const { cookie: mine } = await signedIn();
    expect(await textOf(await open(SEARCH, mine))).not.toContain("Opened last");
    const id = await dave();
    const { _id } = await retailVehicle({ stockNumber: "R55" });
    const part = await shelfPart({ stockNumber: "P-9" });
    await open(`/admin/retail-vehicles/${_id}/edit`, mine);
    await open(`/admin/parts/${part._id}`, mine);
    await open(`/admin/parts-requests/${id}`, mine);
    expect(await textOf(await open(SEARCH, mine))).toMatch(
      /Opened last Dave Miller PR-.*stock # P-9.*2016 Subaru Outback, stock # R55/,
    );
    expect(await textOf(await open(SEARCH))).not.toContain("Dave Miller");
  });

  test("is in the bar of every staff page, and offered by a list that finds nothing", async () => {
    const page = parse(await (await open("/admin?q=H2001-3")).text());
    expect(page.querySelectorAll(`form[action="${SEARCH}"] input[name="q"]`)).toHaveLength(1);
    const link = page.querySelectorAll("main a").find((one) => one.text.startsWith("Search everything"));
    expect(link).toBeUndefined();
    await dismantledVehicle();
    const again = parse(await (await open("/admin?q=H2001-3")).text());
    const offered = again.querySelectorAll("main a").find((one) => one.text.startsWith("Search everything"));
    expect(offered?.text).toBe("Search everything for “H2001-3”");
    expect(offered?.getAttribute("href")).toBe(`${SEARCH}?q=H2001-3`);
  });

  test("is for staff alone", async () => {
    const answer = await site.fetch(`${SEARCH}?q=dave`, { redirect: "manual" });
    expect(answer.headers.get("Location")).toMatch(/^\/login\?/);
    expect((await site.fetch("/api/admin/search?q=dave", { headers: { Cookie: cookie } })).status).toBe(401);
  });
});

test("a program of the staff finds the same", async () => {
  const id = await dave();
  const api = await staffApi(site);
  const reference = `PR-${id.slice(-6)}`;
  expect(await (await api.get(`/admin/search?q=${reference}`)).json()).toMatchObject([
    {
      kind: "partRequest",
      title: "Parts Requests",
      hits: [{ _id: id, path: `/admin/parts-requests/${id}`, title: "Dave Miller" }],
    },
  ]);
  expect(await (await api.get("/admin/search")).json()).toEqual([]);
  expect((await api.post("/admin/search", {})).status).toBe(405);
});
