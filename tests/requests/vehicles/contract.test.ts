import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Api, apiOf, emptyLists, type StaffApi, staffApi } from "../../support/api";
import { DISMANTLED_BODY, RETAIL_BODY } from "../../support/bodies";
import { dismantledVehicle, retailVehicle } from "../../support/builders";
import { type Site, startSite } from "../../support/site";
import { storedImages } from "../../support/stored-images";

let site: Site;
let anyone: Api;
let staff: StaffApi;

beforeAll(async () => {
  site = await startSite();
  anyone = apiOf(site);
  staff = await staffApi(site);
});

beforeEach(() => emptyLists(site));

/** The URLs of three pictures on disk. */
async function storedPictures(): Promise<string[]> {
  return (await storedImages(3)).map(({ imageUrl }) => imageUrl);
}

describe.each([
  ["retail", retailVehicle],
  ["dismantled", dismantledVehicle],
] as const)("GET /api/%s-vehicles", (kind, build) => {
  const path = `/${kind}-vehicles`;

  test("in parts says how many there are and where the other parts stand", async () => {
    for (const day of [1, 2, 3, 4, 5])
      await build({ stockNumber: `N${day}`, dateAcquired: `2026-01-0${day}` });
    const whole = await anyone.get(path);
    expect(whole.headers.get("X-Total-Count")).toBe("5");
    expect(whole.headers.get("Link")).toBeNull();
    const part = await anyone.get(`${path}?limit=2&offset=2`);
    expect((await part.json()).map((one: { stockNumber: string }) => one.stockNumber)).toEqual(["N3", "N2"]);
    expect(part.headers.get("X-Total-Count")).toBe("5");
    expect(part.headers.get("Link")).toBe(
      [
        `</api${path}?limit=2&offset=0>; rel="first"`,
        `</api${path}?limit=2&offset=0>; rel="prev"`,
        `</api${path}?limit=2&offset=4>; rel="next"`,
        `</api${path}?limit=2&offset=4>; rel="last"`,
      ].join(", "),
    );
    expect(await (await anyone.get(`${path}?limit=2&offset=99`)).json()).toEqual([]);
  });

  test("takes the page's filters and order", async () => {
    await build({ stockNumber: "FORD", make: "Ford", year: 2010 });
    await build({ stockNumber: "OPEL", make: "Opel", year: 2012 });
    const stocks = async (query: string) =>
      (await (await anyone.get(`${path}?${query}`)).json()).map(
        (one: { stockNumber: string }) => one.stockNumber,
      );
    expect(await stocks("make=Ford")).toEqual(["FORD"]);
    expect(await stocks("q=opel")).toEqual(["OPEL"]);
    expect(await stocks("sort=year-old")).toEqual(["FORD", "OPEL"]);
    expect(await stocks("yearFrom=2011")).toEqual(["OPEL"]);
  });

  test.each([
    "limit=0",
    "limit=501",
    "limit=abc",
    "limit=-1",
    "limit=1e3",
    "offset=-1",
    "offset=x",
    "limit=",
    "sort=nonsense",
    "yearFrom=old",
    "yearTo=20111",
  ])("does not take %s", async (query) => {
    const answer = await anyone.get(`${path}?${query}`);
    expect(answer.status).toBe(400);
    expect(Object.keys((await answer.json()).fields)).toEqual([query.split("=", 1)[0]]);
  });

  test("says with an ETag whether anything has changed", async () => {
    const { _id } = await build();
    for (const address of [path, `${path}/${_id}`, "/vehicle-data/batched"]) {
      const etag = (await anyone.get(address)).headers.get("ETag") ?? "";
      expect(etag).toMatch(/^"[\w-]{27}"$/);
      const again = await anyone.get(address, { "If-None-Match": etag });
      expect([again.status, await again.text()]).toEqual([304, ""]);
    }
    const before = (await anyone.get(`${path}?limit=1`)).headers.get("ETag");
    await build({ dateAcquired: "2020-01-01" });
    expect((await anyone.get(`${path}?limit=1`)).headers.get("ETag")).not.toBe(before);
  });
});

test("a list of thousands comes whole, with one ETag until something changes, alone and beside the other", async () => {
  const { _id } = await retailVehicle({ stockNumber: "N", dateAcquired: "2020-01-01" });
  // Copied in the table, because two thousand forms take too long.
  const row = await site.db.selectFrom("retailVehicles").selectAll().executeTakeFirstOrThrow();
  const copies = Array.from({ length: 2_000 }, (_, index) => ({
    ...row,
    id: `${_id}-${index}`,
    ...{ stockNumber: `N${index}`, stockNumberKey: `n${index}`, dateAcquired: "2021-01-01T00:00:00.000Z" },
  }));
  for (let from = 0; from < copies.length; from += 400) {
    const values = copies.slice(from, from + 400);
    await site.db.insertInto("retailVehicles").values(values).execute();
  }
  const { _id: other } = await dismantledVehicle();
  const newestFirst = [
    ...copies
      .map(({ id }) => id)
      .sort()
      .reverse(),
    _id,
  ];
  const ids = (vehicles: { _id: string }[]) => vehicles.map(({ _id }) => _id);

  const list = await anyone.get("/retail-vehicles");
  expect(list.headers.get("X-Total-Count")).toBe("2001");
  expect(ids(await list.json())).toEqual(newestFirst);
  const end = await anyone.get("/retail-vehicles?offset=1999");
  expect(end.headers.get("X-Total-Count")).toBe("2001");
  expect(ids(await end.json())).toEqual(newestFirst.slice(1999));
  expect(ids(await (await staff.get("/admin/retail-vehicles")).json())).toEqual(newestFirst);
  const both = await anyone.get("/vehicle-data/batched");
  expect(both.headers.get("Cache-Control")).toBe("max-age=30");
  const { retailVehicles, dismantledVehicles } = await both.json();
  expect(ids(retailVehicles)).toEqual(newestFirst);
  expect(ids(dismantledVehicles)).toEqual([other]);

  for (const path of ["/retail-vehicles", "/vehicle-data/batched"]) {
    const known = { "If-None-Match": (await anyone.get(path)).headers.get("ETag") ?? "" };
    expect((await anyone.get(path, known)).status).toBe(304);
    await site.db.updateTable("retailVehicles").set({ mileage: path.length }).where("id", "=", _id).execute();
    const changed = await anyone.get(path, known);
    expect([changed.status, await changed.text()]).toEqual([200, expect.stringContaining(_id)]);
  }
});

describe.each([
  ["retail", retailVehicle, { ...RETAIL_BODY, vin: "1hgcm82633a004352" }],
  ["dismantled", dismantledVehicle, { ...DISMANTLED_BODY, vin: "1hgcm82633a004352" }],
] as const)("/api/admin/%s-vehicles", (kind, build, body) => {
  const path = `/admin/${kind}-vehicles`;

  test("adds, lists, replaces and removes", async () => {
    const added = await staff.post(path, { ...body, notes: "staff's own", nonsense: 1 });
    expect(added.status).toBe(201);
    const record = await added.json();
    expect(record).toMatchObject({ stockNumber: "A1", vin: "1HGCM82633A004352", notes: "staff's own" });
    expect(await (await staff.get(path)).json()).toEqual([record]);
    expect(JSON.stringify(await (await anyone.get(`/${kind}-vehicles/${record._id}`)).json())).not.toContain(
      "staff's own",
    );

    const replaced = await staff.put(`${path}/${record._id}`, { ...body, trim: "EX" });
    expect(replaced.status).toBe(200);
    const after = await replaced.json();
    expect(after).toMatchObject({ _id: record._id, createdAt: record.createdAt, trim: "EX" });
    expect(after.notes).toBeUndefined();

    const removed = await staff.delete(`${path}/${record._id}`);
    expect([removed.status, await removed.text()]).toEqual([204, ""]);
    expect((await staff.delete(`${path}/${record._id}`)).status).toBe(404);
    expect((await staff.put(`${path}/${record._id}`, body)).status).toBe(404);
  });

  test("replaces a vehicle that came without a VIN or a mileage without them, and adds none", async () => {
    const { _id } = await build({ stockNumber: "A1" });
    const { vin: _vin, mileage: _mileage, ...lacking } = { mileage: 1, ...body };
    expect((await staff.post(path, { ...lacking, stockNumber: "A2" })).status).toBe(400);
    expect((await staff.put(`${path}/${_id}`, lacking)).status).toBe(400);
    await site.db.updateTable(`${kind}Vehicles`).set({ vin: "", mileage: null }).execute();
    const replaced = await staff.put(`${path}/${_id}`, lacking);
    expect(replaced.status).toBe(200);
    const record = await replaced.json();
    expect(record).toMatchObject({ vin: "" });
    expect(record).not.toHaveProperty("mileage");
  });

  test("takes a stock number once, whatever its letters' case", async () => {
    await build({ stockNumber: "Same" });
    const { _id } = await build({ stockNumber: "Other" });
    const clash = {
      error: "Stock number already exists",
      fields: { stockNumber: ["Stock number already exists"] },
    };
    const added = await staff.post(path, { ...body, stockNumber: "SAME" });
    expect([added.status, await added.json()]).toEqual([409, clash]);
    const replaced = await staff.put(`${path}/${_id}`, { ...body, stockNumber: "same" });
    expect([replaced.status, await replaced.json()]).toEqual([409, clash]);
    expect((await staff.put(`${path}/${_id}`, { ...body, stockNumber: "OTHER" })).status).toBe(200);
  });

  test("says by field what is wrong, and changes nothing", async () => {
    const answer = await staff.post(path, { ...body, vin: "shrt", stockNumber: " ", mileage: -1 });
    expect(answer.status).toBe(400);
    const { fields } = await answer.json();
    expect(Object.keys(fields).sort()).toEqual(["mileage", "stockNumber", "vin"]);
    for (const wrong of [[], "text", null, 5]) expect((await staff.post(path, wrong)).status).toBe(400);
    const picture = await staff.post(path, {
      ...body,
      imageUrl: `/uploads/${"a".repeat(24)}-800x600/800.webp`,
    });
    expect([picture.status, Object.keys((await picture.json()).fields)]).toEqual([400, ["imageUrl"]]);
    expect(await (await staff.get(path)).json()).toEqual([]);
  });

  test("keeps pictures in order, the first as imageUrl, and leaves a client of one picture the others", async () => {
    const [a, b, c] = await storedPictures();
    const images = [
      { imageUrl: a, alt: "Front", caption: "Clean" },
      { imageUrl: b, alt: "" },
    ];
    const named = { ...body, year: 2011, make: "Honda", model: "Accord", images };
    const record = await (await staff.post(path, named)).json();
    expect(record).toMatchObject({ imageUrl: a, images });
    const shown = `/${kind}-vehicles/${record._id}`;
    expect(await (await anyone.get(shown)).json()).toMatchObject({ imageUrl: a, images });
    expect(await (await anyone.get(`/${kind}-vehicles`)).json()).toMatchObject([{ images }]);

    const put = async (fields: object) =>
      (await (await staff.put(`${path}/${record._id}`, { ...body, ...fields })).json()).images.map(
        ({ imageUrl }: { imageUrl: string }) => imageUrl,
      );
    expect(await put({ imageUrl: a })).toEqual([a, b]);
    expect(await put({ imageUrl: b })).toEqual([b, a]);
    expect(await put({ imageUrl: c })).toEqual([c, a]);
    expect(await put({ images: [{ imageUrl: a }], imageUrl: c })).toEqual([a]);
    expect(await put({})).toEqual([]);
  });

  test("takes twenty pictures at most, each of them uploaded", async () => {
    const [a] = await storedPictures();
    const gone = `/uploads/${"a".repeat(24)}-800x600/800.webp`;
    for (const [images, field] of [
      [Array.from({ length: 21 }, () => ({ imageUrl: a })), "images"],
      ["a.jpg", "images"],
      [[{ imageUrl: a }, { imageUrl: gone }], "images.1.imageUrl"],
      [[{ imageUrl: "https://elsewhere.example/a.jpg" }], "images.0.imageUrl"],
      [[{ imageUrl: a, caption: "x".repeat(201) }], "images.0.caption"],
    ] as const) {
      const answer = await staff.post(path, { ...body, images });
      expect([answer.status, Object.keys((await answer.json()).fields)]).toEqual([400, [field]]);
    }
    expect(await (await staff.get(path)).json()).toEqual([]);
  });

  test("lists every status, by words, status and part", async () => {
    const gone = kind === "retail" ? "sold" : "Scrapped";
    await build({ stockNumber: "GONE", status: gone });
    await build({ stockNumber: "HERE" });
    const stocks = async (query: string) =>
      (await (await staff.get(`${path}?${query}`)).json()).map(
        (one: { stockNumber: string }) => one.stockNumber,
      );
    expect((await stocks("")).sort()).toEqual(["GONE", "HERE"]);
    expect(await stocks(`status=${gone}`)).toEqual(["GONE"]);
    expect(await stocks("q=here")).toEqual(["HERE"]);
    const part = await staff.get(`${path}?limit=1`);
    expect([part.headers.get("X-Total-Count"), (await part.json()).length]).toEqual(["2", 1]);
  });
});

test("a query value that a list cannot use is 400 with what it can be", async () => {
  for (const [path, error] of [
    ["/retail-vehicles?condition=mint", "condition must be one of excellent, very-good, good, fair"],
    ["/retail-vehicles?priceFrom=15k", "priceFrom must be a whole number from 0 to 5000000"],
    ["/dismantled-vehicles?sort=price-low", "sort must be one of newest, year-new, year-old, make"],
    [
      "/vehicle-data/batched?list=dismantled&sort=price-low",
      "sort must be one of newest, year-new, year-old, make",
    ],
    ["/vehicle-data/batched?list=both", "list must be one of retail, dismantled"],
  ] as const) {
    const answer = await anyone.get(path);
    expect([answer.status, (await answer.json()).error]).toEqual([400, error]);
  }
});

test("a body that is a list is told that it is no object", async () => {
  const answer = await staff.post("/admin/retail-vehicles", []);
  expect([answer.status, await answer.json()]).toEqual([400, { error: "Please send an object" }]);
});

test("a price takes two decimals at most, and a date in the future is stored as it is sent", async () => {
  expect((await staff.post("/admin/retail-vehicles", { ...RETAIL_BODY, price: 12.995 })).status).toBe(400);
  const dateAcquired = "2030-12-31T00:00:00.000Z";
  const answer = await staff.post("/admin/retail-vehicles", {
    ...RETAIL_BODY,
    price: 4_999.99,
    dateAcquired,
  });
  expect([answer.status, await answer.json()]).toEqual([
    201,
    expect.objectContaining({ price: 4_999.99, dateAcquired }),
  ]);
});
