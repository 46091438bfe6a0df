import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { bodySchema } from "~/collections/schema";
import { db, engine } from "~/db/connection.server";
import { migrate } from "~/db/migrate.server";
import { readStaffQuery, STAFF_ROWS_PER_PAGE } from "~/lists/staff";
import { countWaiting, findRequestPage } from "~/requests/list.server";
import { createPartRequest } from "~/requests/part.server";
import { PART_REQUESTS } from "~/requests/part-requests";
import { fillRequestSearchText } from "~/requests/record.server";
import { createCallback, createRepairRequest } from "~/requests/repair.server";
import { REPAIR_REQUESTS } from "~/requests/repair-requests";
import { callbackSchema, repairRequestSchema } from "~/requests/repair-schema";
import { toRequestView } from "~/requests/view.server";
import { assignRequest, deleteRequest, markSpam, updateRequest } from "~/requests/work.server";
import { seedSampleRequests } from "../../../demo/sample-requests.server";
import { as } from "../../support/act";

const NOON = Date.parse("2026-06-01T12:00:00Z");
/** Before any answer is due. */
const VIEWER = { accountId: "somebody", now: new Date(NOON) };
const STORED = {
  status: "pending",
  customerInfo: { name: "Jo" },
  updatedAt: "",
  updatedBy: undefined,
  deletedAt: undefined,
  duplicateOf: undefined,
  foldedInto: undefined,
};
const SEEN = { now: new Date(NOON), staff: [] };

beforeAll(() => migrate(engine));
beforeEach(async () => {
  await db.deleteFrom("partRequests").execute();
  await db.deleteFrom("repairRequests").execute();
});

type Parts = Partial<Record<"vehicleInfo" | "partDetails" | "customerInfo", Record<string, unknown>>>;

function partRequest({
  vin = "1HGCM82633A004352",
  now = NOON,
  ...parts
}: Parts & { vin?: string; now?: number } = {}) {
  const fields = bodySchema(PART_REQUESTS).parse({
    vin,
    vehicleInfo: { year: "2003", make: "Honda", model: "Accord", ...parts.vehicleInfo },
    partDetails: { system: "Exterior", component: "Hood - Hood Latch", ...parts.partDetails },
    customerInfo: { name: "Ann Lee", phone: "5555550101", email: "ann@example.com", ...parts.customerInfo },
  });
  return as({ source: "api", now: new Date(now) }, () => createPartRequest(fields));
}

function asked(address: string) {
  return readStaffQuery(new URLSearchParams(address), PART_REQUESTS.list);
}

async function namesFor(address: string): Promise<string[]> {
  return (await findRequestPage(PART_REQUESTS, asked(address), VIEWER)).entries.map(
    ({ customerInfo }) => customerInfo.name,
  );
}

describe("a page of the part requests", () => {
  test("has the newest first, or the oldest where that is asked for", async () => {
    for (const [hours, name] of ["First", "Second", "Third"].entries())
      await partRequest({ now: NOON + hours * 3_600_000, customerInfo: { name } });
    expect(await namesFor("")).toEqual(["Third", "Second", "First"]);
    expect(await namesFor("sort=oldest")).toEqual(["First", "Second", "Third"]);
    expect(await namesFor("sort=oldest&q=555-0101")).toEqual(["First", "Second", "Third"]);
  });

  test("holds 25, and the last page stands where one past the end is asked for", async () => {
    for (let number = 1; number <= STAFF_ROWS_PER_PAGE + 2; number += 1)
      await partRequest({ now: NOON + number * 1000, customerInfo: { name: `Number ${number}` } });
    expect(await namesFor("")).toHaveLength(STAFF_ROWS_PER_PAGE);
    for (const address of ["page=2", "page=99", "page=99&q=number"]) {
      const last = await findRequestPage(PART_REQUESTS, asked(address), VIEWER);
      expect(last).toMatchObject({ page: 2, pages: 2, total: 27, all: 27 });
      expect(last.entries.map(({ customerInfo }) => customerInfo.name)).toEqual(["Number 2", "Number 1"]);
    }
  });

  test("keeps to one status, and says how many there are beside", async () => {
    await partRequest({ customerInfo: { name: "Waits" } });
    const { _id } = await partRequest({ customerInfo: { name: "Quoted" } });
    await as({ username: "Marta", now: new Date(NOON) }, () =>
      updateRequest(PART_REQUESTS, _id, { status: "quoted" }),
    );
    const page = await findRequestPage(PART_REQUESTS, asked("status=quoted"), VIEWER);
    expect(page.entries.map(({ customerInfo }) => customerInfo.name)).toEqual(["Quoted"]);
    expect(page).toMatchObject({ total: 1, all: 2 });
    expect(await namesFor("status=quoted&q=waits")).toEqual([]);
  });

  describe("of requests that wait for an answer", () => {
    /** Wednesday noon in New York; an answer takes 24 hours of nine a day. */
    const now = new Date("2026-06-10T12:00:00-04:00");
    const viewer = { accountId: "me", now };
    const received: Record<string, string> = {
      "Late by far": "2026-06-01T09:00:00-04:00",
      Late: "2026-06-05T09:00:00-04:00",
      Soon: "2026-06-08T07:00:00-04:00",
      New: "2026-06-09T10:00:00-04:00",
      Answered: "2026-06-04T09:00:00-04:00",
      Spam: "2026-06-02T09:00:00-04:00",
      Gone: "2026-06-02T09:00:00-04:00",
    };
    const named = async (address: string) =>
      (await findRequestPage(PART_REQUESTS, asked(address), viewer)).entries.map(
        ({ customerInfo }) => customerInfo.name,
      );
    const ids: Record<string, string> = {};

    beforeEach(async () => {
      for (const [name, time] of Object.entries(received))
        ids[name] = (await partRequest({ now: Date.parse(time), customerInfo: { name } }))._id;
      const by = { username: "Marta", now };
      await as(by, () => updateRequest(PART_REQUESTS, ids.Answered ?? "", { status: "quoted" }));
      await as(by, () => markSpam(PART_REQUESTS, ids.Spam ?? "", true));
      await as(by, () => deleteRequest(PART_REQUESTS, ids.Gone ?? ""));
    });

    test("has the overdue ones first, the longest overdue at the top, then the newest", async () => {
      const order = ["Late by far", "Late", "New", "Soon", "Answered"];
      for (const address of ["", "q=2003"]) expect(await named(address), address).toEqual(order);
      expect(await named("sort=newest")).toEqual(["New", "Soon", "Late", "Answered", "Late by far"]);
    });

    test("turns its pages through both parts and misses none", async () => {
      for (let number = 1; number <= 40; number += 1)
        await partRequest({
          now: Date.parse("2026-06-02T09:00:00-04:00") + number,
          customerInfo: { name: `${number}` },
        });
      const pages = await Promise.all(["", "page=2"].map(named));
      expect(pages.map((page) => page.length)).toEqual([25, 20]);
      expect(new Set(pages.flat()).size).toBe(45);
      expect(pages.flat().slice(-4)).toEqual(["Late", "New", "Soon", "Answered"]);
    });

    test.each([
      ["show=overdue", ["Late by far", "Late"]],
      ["show=due-soon", ["Soon"]],
      ["show=new", ["New"]],
      ["show=spam", ["Spam"]],
      ["show=deleted", ["Gone"]],
      ["show=overdue&q=far", ["Late by far"]],
      ["status=quoted", ["Answered"]],
      ["assigned=me", []],
    ])("%s", async (address, names) => expect(await named(address)).toEqual(names));

    test("knows whose they are, whoever looks", async () => {
      const row = { username: "ann", usernameKey: "ann", passwordHash: "x", createdAt: "", updatedAt: "" };
      await db
        .insertInto("administrators")
        .values({ ...row, id: "me" })
        .execute();
      await as({ username: "ann", now }, () =>
        assignRequest(PART_REQUESTS, ids.New ?? "", { assigneeId: "me", expectedVersion: null }),
      );
      expect(await named("assigned=me")).toEqual(["New"]);
      expect(await named("assigned=nobody")).toEqual(["Late by far", "Late", "Soon", "Answered"]);
      await db.deleteFrom("administrators").execute();
      expect(await named("assigned=me")).toEqual([]);
    });

    test("are counted by when their answer is due, without spam and deleted ones", async () => {
      expect(await countWaiting(PART_REQUESTS, now)).toEqual({ overdue: 2, dueSoon: 1, new: 1 });
      expect(await countWaiting(REPAIR_REQUESTS, now)).toEqual({ overdue: 0, dueSoon: 0, new: 0 });
    });
  });

  test("is empty where there are none", async () => {
    expect(await findRequestPage(PART_REQUESTS, asked(""), VIEWER)).toEqual({
      entries: [],
      total: 0,
      all: 0,
      page: 1,
      pages: 1,
    });
  });
});

describe("a search among the part requests", () => {
  beforeEach(async () => {
    await partRequest({
      customerInfo: { name: "Somebody Else", phone: "5555550199", email: "else@example.org" },
      vin: "5FRYD3H26GB020813",
      vehicleInfo: { year: "2016", make: "Acura", model: "MDX" },
    });
    await partRequest({
      customerInfo: { name: "José O'Brien", phone: "(555) 555-0142", email: "jose_100%@example.com" },
      vin: "2G1FB3D37E9218789",
      vehicleInfo: { year: "2014", make: "Chevrolet", model: "Camaro" },
      partDetails: { system: "Electrical", component: "Tail Lights - Tail Light Assembly, Left (Driver)" },
    });
  });

  test.each([
    ["the name", "o'brien"],
    ["a name without its accent", "JOSE"],
    ["a name with its accent", "josé"],
    ["the phone as it is kept", "(555) 555-0142"],
    ["the phone's digits", "5555550142"],
    ["the phone with dots and a country code", "+1 555.555.0142"],
    ["the local number", "555 0142"],
    ["a name and a phone's digits", "jose 5550142"],
    ["the end of the phone", "0142"],
    ["the e-mail", "jose_100%@example.com"],
    ["a VIN in small letters", "2g1fb3d37e9218789"],
    ["the end of a VIN", "218789"],
    ["year, make and model", "2014 chevrolet camaro"],
    ["the component", "tail light left"],
    ["the system", "electrical"],
  ])("finds one by %s", async (_by, q) => {
    expect(await namesFor(new URLSearchParams({ q }).toString())).toEqual(["José O'Brien"]);
  });

  test("finds one by the reference that the customer reads out, with and without its hyphen", async () => {
    const { _id } = await partRequest({ customerInfo: { name: "Wanted" } });
    const { reference } = toRequestView({ ...STORED, _id, createdAt: "", notes: [] }, PART_REQUESTS, SEEN);
    for (const q of [reference, reference.toLowerCase(), reference.replace("-", ""), _id.slice(-6)])
      expect(await namesFor(`q=${q}`), q).toEqual(["Wanted"]);
    expect(await namesFor(`q=RR-${_id.slice(-6)}`)).toEqual([]);
  });

  test.each(["_______", "jose%lee", "'; drop table partRequests; --", "5555550143", "camaro 2016"])(
    "takes %j as the words they are and finds none",
    async (q) => {
      expect(await namesFor(new URLSearchParams({ q }).toString())).toEqual([]);
    },
  );

  test("finds a request of an older version once the site has started again", async () => {
    await db.updateTable("partRequests").set({ searchText: "" }).execute();
    expect(await fillRequestSearchText(PART_REQUESTS)).toBe(2);
    expect(await namesFor("q=jose")).toEqual(["José O'Brien"]);
    expect(await fillRequestSearchText(PART_REQUESTS)).toBe(0);
  });

  test("does not look into what the customer wrote besides", async () => {
    await partRequest({ partDetails: { additionalInfo: "as in a zebra" } });
    expect(await namesFor("q=zebra")).toEqual([]);
  });
});

describe("a page of the repair requests", () => {
  const ask = (address: string) =>
    findRequestPage(
      REPAIR_REQUESTS,
      readStaffQuery(new URLSearchParams(address), REPAIR_REQUESTS.list),
      VIEWER,
    );

  test("finds a callback by its phone and a full request by its vehicle, service and reference", async () => {
    const now = new Date(NOON);
    await as({ now }, () =>
      createCallback(callbackSchema.parse({ contactMethod: "phone", name: "Cal Back", phone: "5555550155" })),
    );
    const full = await as({ source: "api", now }, () =>
      createRepairRequest(
        repairRequestSchema.parse({
          customerInfo: { name: "Ångström", email: "a@example.com" },
          vehicleInfo: { year: 2011, make: "Ford", model: "Escape", vin: "1FMCU9DG5BKB73319" },
          serviceInfo: { serviceType: "Other", otherServiceType: "Frame welding" },
          contactMethod: "email",
        }),
      ),
    );
    const found = async (q: string) =>
      (await ask(new URLSearchParams({ q }).toString())).entries.map(({ customerInfo }) => customerInfo.name);
    expect(await found("555-0155")).toEqual(["Cal Back"]);
    for (const q of ["ford escape", "welding", "1fmcu9dg5bkb73319", "angstrom", `rr-${full._id.slice(-6)}`])
      expect(await found(q), q).toEqual(["Ångström"]);
    expect(await found("nobody")).toEqual([]);
  });

  test("shows of a callback what the customer gave, without the API's fillers", async () => {
    await as({ now: new Date(NOON) }, () =>
      createCallback(callbackSchema.parse({ contactMethod: "email", name: "Eve", email: "eve@example.com" })),
    );
    const [request] = (await ask("")).entries;
    expect(request?.vehicleInfo).toEqual({});
    expect(request?.serviceInfo.urgency).toBeUndefined();
    expect(request?.customerInfo.phone).toBeUndefined();
  });
});

test("moments are told by the clock of the business, and a note's odd timestamp as it stands", () => {
  const request = {
    _id: "01ARZ3NDEKTSV4RRFFQ69G5FAV",
    createdAt: "2026-01-01T02:30:00.000Z",
    notes: [
      { author: "Joel", timestamp: "2026-07-01T16:00:00.000Z", content: "Done" },
      { author: "Joel", timestamp: "last Friday", content: "Called" },
    ],
  };
  const { reference, sentAt, notes } = toRequestView({ ...STORED, ...request }, REPAIR_REQUESTS, SEEN);
  expect(reference).toBe("RR-9G5FAV");
  expect(sentAt).toBe("Dec 31, 2025, 9:30 PM");
  expect(notes.map(({ writtenAt }) => writtenAt)).toEqual(["Jul 1, 2026, 12:00 PM", "last Friday"]);
});

describe("the sample's requests", () => {
  test.each(["2026-11-21T00:05:00Z", "2026-11-21T16:00:00Z"])(
    "planted at %s, are of every status and kind, none of them in the future, ids in their order",
    async (moment) => {
      await seedSampleRequests(new Date(moment));
      const parts = await db.selectFrom("partRequests").selectAll().orderBy("createdAt").execute();
      const repairs = await db.selectFrom("repairRequests").selectAll().orderBy("createdAt").execute();
      expect(parts).toHaveLength(14);
      expect(repairs).toHaveLength(12);
      expect(new Set(parts.map(({ status }) => status))).toEqual(
        new Set(Object.keys(PART_REQUESTS.statuses)),
      );
      expect(new Set(repairs.map(({ status }) => status))).toEqual(
        new Set(Object.keys(REPAIR_REQUESTS.statuses)),
      );
      expect(new Set(repairs.map(({ isSimplifiedRequest }) => isSimplifiedRequest))).toEqual(new Set([0, 1]));
      const now = new Date(moment).toISOString();
      for (const rows of [parts, repairs]) {
        expect(rows.map(({ id }) => id)).toEqual(rows.map(({ id }) => id).sort());
        for (const { createdAt, notes, customerPhone, customerEmail } of rows) {
          const moments = (JSON.parse(notes) as { timestamp: string }[]).map(({ timestamp }) => timestamp);
          expect([createdAt, ...moments].filter((one) => one >= now || one < createdAt)).toEqual([]);
          expect(customerPhone ?? "(555) 555-0100").toMatch(/^\(555\) 555-01\d\d$/);
          expect(customerEmail ?? "a@example.com").toMatch(/[@.]example\.com$/);
        }
      }
    },
  );
});
