import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Api, apiOf, emptyLists, type StaffApi, staffApi } from "../../support/api";
import { INQUIRY_BODY, PART_REQUEST_BODY, REPAIR_REQUEST_BODY, UNKNOWN_ID } from "../../support/bodies";
import { retailVehicle } from "../../support/builders";
import { OFFERED_CAR } from "../../support/requests";
import { type Site, startSite } from "../../support/site";

let site: Site;
let anyone: Api;
let staff: StaffApi;

beforeAll(async () => {
  site = await startSite();
  anyone = apiOf(site);
  staff = await staffApi(site);
});

beforeEach(() => emptyLists(site));

describe.each([
  ["/part-requests", async () => PART_REQUEST_BODY, "quoted"],
  ["/repair-requests", async () => REPAIR_REQUEST_BODY, "in_progress"],
  [
    "/vehicle-inquiries",
    async () => ({ ...INQUIRY_BODY, vehicleId: (await retailVehicle())._id }),
    "contacted",
  ],
  ["/offered-cars", async () => OFFERED_CAR, "offered"],
] as const)("/api%s", (path, bodyOf, status) => {
  let body: object;
  beforeEach(async () => {
    body = await bodyOf();
  });

  test("are stored for anyone, and read and changed by staff", async () => {
    const sent = await anyone.post(path, body);
    expect(sent.status).toBe(201);
    const { _id, customerUrl } = await sent.json();
    expect((await site.fetch(customerUrl)).status).toBe(200);
    const list = await staff.get(`/admin${path}`);
    expect([list.headers.get("X-Total-Count"), (await list.json())[0]._id]).toEqual(["1", _id]);
    const changed = await staff.put(`/admin${path}/${_id}`, { status, notes: [{ content: "Called back" }] });
    expect(changed.status).toBe(200);
    const record = await changed.json();
    expect(record).toMatchObject({ status, notes: [{ author: staff.username, content: "Called back" }] });
    const back = await (await staff.put(`/admin${path}/${_id}`, { status: "pending" })).json();
    expect(back).toEqual({ ...record, status: "pending", updatedAt: back.updatedAt });
    expect(await (await staff.get(`/admin${path}/${_id}`)).json()).toEqual(back);
    expect((await staff.put(`/admin${path}/${_id}`, { status: "nonsense" })).status).toBe(400);
    expect((await staff.put(`/admin${path}/${UNKNOWN_ID}`, { status })).status).toBe(404);
    expect((await staff.get(`/admin${path}/short`)).status).toBe(404);
  });

  test("under a key of the caller's own are stored once", async () => {
    const key = { "Idempotency-Key": `key-of-${path}` };
    const both = await Promise.all([anyone.post(path, body, key), anyone.post(path, body, key)]);
    expect(both.map((answer) => answer.status)).toEqual([201, 201]);
    const [first, second] = await Promise.all(both.map((answer) => answer.json()));
    expect(second).toEqual(first);
    expect(await (await anyone.post(path, body, key)).json()).toEqual(first);
    const other = await anyone.post(path, { ...body, contactMethod: "phone", note: 1 }, key);
    expect(other.status).toBe(422);
    expect((await staff.get(`/admin${path}`)).headers.get("X-Total-Count")).toBe("1");
    for (const bad of ["with space", "x".repeat(256)]) {
      expect((await anyone.post(path, body, { "Idempotency-Key": bad })).status).toBe(400);
    }
    // What was not valid has not used its key up.
    const fresh = { "Idempotency-Key": `another-of-${path}` };
    expect((await anyone.post(path, {}, fresh)).status).toBe(400);
    expect((await anyone.post(path, body, fresh)).status).toBe(201);
  });
});

test("a repair request can be removed, a part request cannot", async () => {
  const { _id } = await (await anyone.post("/repair-requests", REPAIR_REQUEST_BODY)).json();
  expect((await staff.delete(`/admin/repair-requests/${_id}`)).status).toBe(204);
  expect((await staff.delete(`/admin/repair-requests/${_id}`)).status).toBe(404);
  expect((await staff.get(`/admin/repair-requests/${_id}`)).status).toBe(404);
  expect((await staff.put(`/admin/repair-requests/${_id}`, { status: "completed" })).status).toBe(404);
  expect(await (await staff.get("/admin/repair-requests")).json()).toEqual([]);
});

test("staff learn when an answer is due and when the first one went out, and get the newest first", async () => {
  const { _id, answerDueAt } = await (await anyone.post("/part-requests", PART_REQUEST_BODY)).json();
  expect(Date.parse(answerDueAt)).toBeGreaterThan(Date.now());
  await site.db.updateTable("partRequests").set({ answerDueAt: "2026-01-01T00:00:00.000Z" }).execute();
  const newer = await (await anyone.post("/part-requests", PART_REQUEST_BODY)).json();
  const list = await (await staff.get("/admin/part-requests")).json();
  expect(list.map((one: { _id: string }) => one._id)).toEqual([newer._id, _id]);
  const overdueFirst = await (await staff.get("/admin/part-requests?sort=due")).json();
  expect(overdueFirst.map((one: { _id: string }) => one._id)).toEqual([_id, newer._id]);
  const noted = await staff.put(`/admin/part-requests/${_id}`, { notes: [{ content: "Called" }] });
  expect(Date.parse((await noted.json()).firstAnsweredAt)).toBeGreaterThan(Date.parse(newer.createdAt));
});

test("a note that another client has added stays when a client sends the notes it knows", async () => {
  const { _id } = await (await anyone.post("/part-requests", PART_REQUEST_BODY)).json();
  const path = `/admin/part-requests/${_id}`;
  await staff.put(path, { notes: [{ content: "First" }] });
  const { notes } = await (await staff.put(path, { notes: [{ content: "Second" }] })).json();
  expect(notes.map((note: { content: string }) => note.content)).toEqual(["First", "Second"]);
});

test("an empty repair request is told of every field that is missing", async () => {
  const answer = await anyone.post("/repair-requests", {});
  expect([answer.status, (await answer.json()).fields]).toEqual([
    400,
    {
      contactMethod: ["Please choose how we should contact you"],
      "customerInfo.name": ["Please enter your name"],
    },
  ]);
});

test("a year and a mileage come back as they were sent, as numbers or as text", async () => {
  for (const vehicleInfo of [
    { year: 2016, mileage: 91240 },
    { year: "2016", mileage: "about 90k" },
  ]) {
    const { _id } = await (
      await anyone.post("/repair-requests", { ...REPAIR_REQUEST_BODY, vehicleInfo })
    ).json();
    expect((await (await staff.get(`/admin/repair-requests/${_id}`)).json()).vehicleInfo).toMatchObject(
      vehicleInfo,
    );
  }
  for (const year of [2003, "2003"]) {
    const vehicleInfo = { year, make: "Honda", model: "Accord" };
    const { _id } = await (await anyone.post("/part-requests", { ...PART_REQUEST_BODY, vehicleInfo })).json();
    expect((await (await staff.get(`/admin/part-requests/${_id}`)).json()).vehicleInfo).toMatchObject(
      vehicleInfo,
    );
  }
});

test("staff's lists refuse a status and an order that they do not have", async () => {
  for (const query of ["status=lost", "sort=price-low"]) {
    expect([query, (await staff.get(`/admin/part-requests?${query}`)).status]).toEqual([query, 400]);
  }
});
