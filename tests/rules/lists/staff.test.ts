import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { findStaffPage } from "~/collections/lists.server";
import { db, engine } from "~/db/connection.server";
import { migrate } from "~/db/migrate.server";
import {
  listUrlFrom,
  readStaffQuery,
  STAFF_ROWS_PER_PAGE,
  staffListUrl,
  toggleOpenRow,
  withListUrl,
} from "~/lists/staff";
import { DISMANTLED_RECORDS } from "~/vehicles/dismantled.server";
import { DISMANTLED_VEHICLES } from "~/vehicles/dismantled-vehicles";
import { RETAIL_RECORDS } from "~/vehicles/retail.server";
import { RETAIL_VEHICLES } from "~/vehicles/retail-vehicles";
import { dismantledVehicle, retailVehicle } from "../../support/builders";

const A = "01ARZ3NDEKTSV4RRFFQ69G5FAV";
const B = "01BX5ZZKBKACTAV9WEVGEMMVRZ";
const read = (search: string) => readStaffQuery(new URLSearchParams(search), RETAIL_VEHICLES.list);
const written = (search: string) => staffListUrl(RETAIL_VEHICLES.list, read(search));

describe("an address of a staff's list", () => {
  it("without parameters asks for the first page of everything, newest first, no row open", () => {
    expect(read("")).toEqual({ q: undefined, status: undefined, sort: "newest", page: 1, open: [] });
  });

  it("says words, status, order, page and open rows", () => {
    expect(read(`q=+red++truck&status=pending&sort=price-low&page=3&open=${A},${B}`)).toEqual({
      q: "red truck",
      status: "pending",
      sort: "price-low",
      page: 3,
      open: [A, B],
    });
  });

  it("is left alone where it cannot be read, never refused", () => {
    for (const search of ["status=stolen", "sort=constructor", "page=-1", "open=short,../../x,%00", "q=+"])
      expect(read(search), search).toEqual(read(""));
  });

  it("names an open row once, and no more of them than stand on a page", () => {
    const many = Array.from({ length: 40 }, (_, number) => `0000000000${number}`);
    expect(read(`open=${A},${A}`).open).toEqual([A]);
    expect(read(`open=${many.join(",")}`).open).toHaveLength(STAFF_ROWS_PER_PAGE);
  });

  it("is written as short as it can be, and read again it asks for the same", () => {
    expect(written("q=&status=&sort=newest&page=1&open=")).toBe("/admin/retail-vehicles");
    const long = `q=a%26b%3D&status=sold&sort=make&page=2&open=${A},${B}`;
    expect(written(long)).toBe(`/admin/retail-vehicles?${long}`);
    expect(written(written(long).split("?")[1] ?? "")).toBe(written(long));
  });
});

describe("opening and closing rows", () => {
  it("leaves the others as they are", () => {
    expect(toggleOpenRow([A], B)).toEqual([A, B]);
    expect(toggleOpenRow([A, B], A)).toEqual([B]);
  });

  it("closes the first where there would be too many", () => {
    const full = Array.from({ length: STAFF_ROWS_PER_PAGE }, (_, number) => `row-${number}`);
    expect(toggleOpenRow(full, A)).toEqual([...full.slice(1), A]);
  });
});

describe("the way back to a list", () => {
  const back = (from: string) => listUrlFrom(new URLSearchParams({ from }), "/admin/retail-vehicles");

  it("leads to the list as it was, whatever was typed there", () => {
    const list = staffListUrl(RETAIL_VEHICLES.list, read(`q=50%25+%26+"x"&status=sold&page=2&open=${A}`));
    const to = withListUrl(`/admin/retail-vehicles/${A}/edit`, list);
    expect(listUrlFrom(new URL(to, "http://x").searchParams, "/admin/retail-vehicles")).toBe(list);
  });

  it("is not written where the list is plain", () => {
    expect(withListUrl("/admin/x/new", "/admin")).toBe("/admin/x/new");
    expect(listUrlFrom(new URLSearchParams(), "/admin")).toBe("/admin");
  });

  it.each([
    "https://evil.example/admin/retail-vehicles?x",
    "//evil.example",
    "/\\evil.example",
    "/%2f%2fevil.example",
    "javascript:alert(1)",
    "/admin",
    "/admin/retail-vehicles/../../logout?x",
    "/admin/retail-vehiclesX?x",
    "/login?redirectTo=/admin",
    "/inventory?page=2",
    "",
  ])("never leads elsewhere: %s", (from) => {
    expect(back(from)).toBe("/admin/retail-vehicles");
  });
});

describe("the vehicles of a list", () => {
  beforeAll(() => migrate(engine));
  beforeEach(async () => {
    await db.deleteFrom("retailVehicles").execute();
    await db.deleteFrom("dismantledVehicles").execute();
  });
  const retail = async (search: string) => findStaffPage(RETAIL_RECORDS, read(search));
  const stock = async (search: string) =>
    (await retail(search)).entries.map(({ stockNumber }) => stockNumber);

  it("are all of them, sold and scrapped ones included, newest first", async () => {
    await retailVehicle({ stockNumber: "OLD", status: "sold", dateAcquired: "2024-01-01" });
    await retailVehicle({ stockNumber: "NEW", dateAcquired: "2026-01-01" });
    expect(await stock("")).toEqual(["NEW", "OLD"]);
    expect(await stock("sort=oldest")).toEqual(["OLD", "NEW"]);
    await dismantledVehicle({ status: "Scrapped" });
    const query = readStaffQuery(new URLSearchParams(), DISMANTLED_VEHICLES.list);
    expect((await findStaffPage(DISMANTLED_RECORDS, query)).total).toBe(1);
  });

  it("are found by words and status together, and counted", async () => {
    await retailVehicle({ stockNumber: "R1", make: "Citroën", status: "sold" });
    await retailVehicle({ stockNumber: "R2", make: "Citroën" });
    await retailVehicle({ stockNumber: "R3" });
    expect(await stock("q=citroen&status=sold")).toEqual(["R1"]);
    expect(await retail("q=citroen")).toMatchObject({ total: 2, all: 3, page: 1, pages: 1 });
    expect(await stock("q=%25")).toEqual([]);
  });

  it("stand in every order, those that lack the figure behind", async () => {
    await retailVehicle({ stockNumber: "B", year: 2010, make: "Kia", price: 9000, mileage: 10 });
    await retailVehicle({ stockNumber: "a", year: 2020, make: "Audi", price: 5000, mileage: 30 });
    await retailVehicle({ stockNumber: "C", year: "", make: "", price: "", mileage: "" });
    const orders = {
      "stock-number": "a B C",
      "year-new": "a B C",
      "year-old": "B a C",
      make: "a B C",
      "price-low": "a B C",
      "price-high": "B a C",
      "mileage-low": "B a C",
    };
    for (const [sort, order] of Object.entries(orders))
      expect((await stock(`sort=${sort}`)).join(" "), sort).toBe(order);
    for (const sort of Object.keys(DISMANTLED_VEHICLES.list.sorts)) {
      const query = readStaffQuery(new URLSearchParams({ sort }), DISMANTLED_VEHICLES.list);
      expect((await findStaffPage(DISMANTLED_RECORDS, query)).total, sort).toBe(0);
    }
  });

  it("come 25 to a page, and a page past the end is the last", async () => {
    for (let number = 0; number < 26; number++) await retailVehicle({ status: "sold" });
    expect((await retail("")).entries).toHaveLength(25);
    expect(await retail("page=99")).toMatchObject({ page: 2, pages: 2, total: 26 });
    expect((await retail("page=99&status=sold")).entries).toHaveLength(1);
  });
});
