import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { business } from "~/business/business.server";
import { createRecord, findRecord, updateRecord } from "~/collections/records.server";
import { bodySchema } from "~/collections/schema";
import { deleteRecord, removeFromTrash, restoreFromTrash } from "~/collections/trash.server";
import { CUSTOMER_RECORDS } from "~/customers/customer.server";
import { CUSTOMERS } from "~/customers/customers";
import { confirmContact, listUnconfirmed } from "~/customers/unconfirmed.server";
import { db, engine } from "~/db/connection.server";
import { migrate } from "~/db/migrate.server";
import { takeDownRequest } from "~/requests/new-request.server";
import { newRequestSchema } from "~/requests/new-request-schema";
import { PART_REQUESTS } from "~/requests/part-requests";
import { findRequestRow } from "~/requests/record.server";
import { REPAIR_REQUESTS } from "~/requests/repair-requests";
import { markSpam } from "~/requests/work.server";
import { listOwedOf } from "~/sales/account.server";
import { addStoreCredit } from "~/sales/complete.server";
import { as } from "../../support/act";
import { storedImport, undone } from "../../support/imports";
import { countQueries } from "../../support/queries";
import { callback, minutesLater, newPartRequest, repairRequest } from "../../support/requests";
import { namedCustomer, saleOnAccount } from "../../support/sales";

const STAFF = { accountId: "01JSTAFFSTAFF", username: "marta", now: minutesLater(10) };

beforeAll(() => migrate(engine));
beforeEach(async () => {
  for (const table of ["partRequests", "repairRequests", "customers"] as const)
    await db.deleteFrom(table).execute();
});

async function customerOf(id: string, kind: typeof PART_REQUESTS | typeof REPAIR_REQUESTS = PART_REQUESTS) {
  return (await findRequestRow(kind, id))?.customerId ?? undefined;
}

async function customer(id: string | undefined) {
  return (await findRecord(CUSTOMER_RECORDS, id ?? ""))?.item;
}

const countCustomers = async () => (await db.selectFrom("customers").select("id").execute()).length;

async function add(fields: object) {
  return as(STAFF, () => createRecord(CUSTOMER_RECORDS, bodySchema(CUSTOMERS).parse(fields)));
}

describe("a request that comes in", () => {
  test("makes a customer of its name, its number and its address", async () => {
    const id = await customerOf(await newPartRequest({}, { phone: "+1 555.555.0101" }));
    expect(await customer(id)).toMatchObject({
      name: "Ann Lee",
      phones: ["(555) 555-0101"],
      emails: ["ann?lee@example.com"],
    });
    const repaired = await customerOf(await repairRequest(), REPAIR_REQUESTS);
    expect(await customer(repaired)).toMatchObject({
      street: "27 Orchard Lane",
      city: "Millbrook",
      state: "NY",
      zipCode: "12545",
    });
  });

  test("is that of the customer with the same number or the same address, however they are written", async () => {
    const first = await customerOf(await newPartRequest());
    const samePhone = { name: "A. Lee", phone: "1-555-555-0101", email: "other@example.com" };
    expect(await customerOf(await newPartRequest({}, samePhone))).toBe(first);
    const sameEmail = { name: "Ann", phone: "5555550199", email: "ANN?Lee@Example.com" };
    expect(await customerOf(await newPartRequest({}, sameEmail))).toBe(first);
    expect(await countCustomers()).toBe(1);
  });

  test("teaches nothing of its customer until staff say that it is theirs, since anybody may know a number", async () => {
    const id = (await customerOf(await newPartRequest())) ?? "";
    await newPartRequest({}, { email: "eve@example.com" }, minutesLater(1));
    await newPartRequest({}, { phone: "5555550199" }, minutesLater(2));
    const known = { phones: ["(555) 555-0101"], emails: ["ann?lee@example.com"] };
    expect(await customer(id)).toMatchObject(known);
    expect(await listUnconfirmed({ _id: id, ...known })).toEqual(["eve@example.com", "(555) 555-0199"]);
    const confirm = (text: string) => as(STAFF, () => confirmContact(id, text));
    expect(await confirm("mallory@example.com")).toBe(false);
    expect(await confirm("(555) 555-0199")).toBe(true);
    expect(await confirm("(555) 555-0199")).toBe(false);
    expect(await customer(id)).toMatchObject({ ...known, phones: ["(555) 555-0101", "(555) 555-0199"] });
    // Nor where they live.
    const stan = await customerOf(await newPartRequest({}, { phone: "5555550102", email: "wu@example.com" }));
    expect(await customerOf(await repairRequest(), REPAIR_REQUESTS)).toBe(stan);
    expect((await customer(stan))?.street).toBeUndefined();
    const byConfirmed = { phone: "5555550199", email: "third@example.com" };
    expect(await customerOf(await newPartRequest({}, byConfirmed))).toBe(id);
  });

  test("costs no query for each other one of its customer where its numbers are looked up", async () => {
    const id = (await customerOf(await newPartRequest())) ?? "";
    const lookUp = async () => {
      const { phones = [], emails = [] } = (await customer(id)) ?? {};
      return countQueries(() => listUnconfirmed({ _id: id, phones, emails }));
    };
    const forOne = await lookUp();
    for (const email of ["eve@example.com", "third@example.com"]) await newPartRequest({}, { email });
    expect(await lookUp()).toBe(forOne);
  });

  test("teaches what is new in it where staff took it down", async () => {
    const id = await customerOf(await newPartRequest());
    const called = { name: "Ann", phone: "5555550101", email: "new@example.com", need: "radiator" };
    await as(STAFF, () =>
      takeDownRequest(newRequestSchema.parse({ kind: "part", ...called }), "key-of-the-form"),
    );
    expect(await customer(id)).toMatchObject({ emails: ["ann?lee@example.com", "new@example.com"] });
  });

  test("is never matched by its name alone", async () => {
    const first = await customerOf(await newPartRequest());
    const namesake = { name: "Ann Lee", phone: "5555550177", email: "ann.lee@example.org" };
    expect(await customerOf(await newPartRequest({}, namesake))).not.toBe(first);
  });

  test("is the number's customer where its address is another's, and leaves both as they are", async () => {
    const byPhone = await customerOf(
      await newPartRequest({}, { phone: "5555550111", email: "one@example.com" }),
    );
    const byEmail = await customerOf(
      await newPartRequest({}, { phone: "5555550122", email: "two@example.com" }),
    );
    const both = { phone: "5555550111", email: "two@example.com" };
    expect(await customerOf(await newPartRequest({}, both))).toBe(byPhone);
    expect(await customer(byPhone)).toMatchObject({ emails: ["one@example.com"] });
    expect(await customer(byEmail)).toMatchObject({ emails: ["two@example.com"] });
  });

  test("makes one customer, although another of the same person comes in at the same time", async () => {
    const ids = await Promise.all([newPartRequest(), newPartRequest(), newPartRequest()]);
    const customers = await Promise.all(ids.map((id) => customerOf(id)));
    expect(new Set(customers).size).toBe(1);
    expect(customers[0]).toBeDefined();
    expect(await countCustomers()).toBe(1);
  });

  test("is nobody's by the shop's own number, or by ten times the same digit", async () => {
    const first = await customerOf(
      await newPartRequest({}, { phone: business.phone, email: "one@example.com" }),
    );
    const second = await customerOf(
      await newPartRequest({}, { phone: business.phone, email: "two@example.com" }),
    );
    expect(second).not.toBe(first);
    expect(await customer(first)).toMatchObject({ phones: [], emails: ["one@example.com"] });
    const made = await customerOf(
      await newPartRequest({}, { phone: "555-555-5555", email: "three@example.com" }),
    );
    expect(await customer(made)).toMatchObject({ phones: [], emails: ["three@example.com"] });
  });

  test("finds a customer whom staff have added", async () => {
    const added = await add({ name: "Ann's Garage", phones: "555 555 0103\n5555550104" });
    expect(added).toMatchObject({ outcome: "saved" });
    const id = "item" in added ? added.item._id : "";
    expect(await customerOf(await callback(), REPAIR_REQUESTS)).toBe(id);
  });
});

describe("spam", () => {
  test("makes nobody a customer, until it turns out to be none", async () => {
    const id = await newPartRequest();
    await as(STAFF, () => markSpam(PART_REQUESTS, id, true));
    expect(await customerOf(id)).toBeUndefined();
    expect(await countCustomers()).toBe(0);
    await as(STAFF, () => markSpam(PART_REQUESTS, id, false));
    expect(await customer(await customerOf(id))).toMatchObject({ name: "Ann Lee" });
  });

  test("leaves a customer who has another request, or whom staff have changed", async () => {
    const [kept, spam] = [await newPartRequest(), await newPartRequest()];
    await as(STAFF, () => markSpam(PART_REQUESTS, spam, true));
    expect(await customerOf(kept)).toBeDefined();
    const changed = await customerOf(kept);
    const { updatedAt: _, ...fields } = (await customer(changed)) ?? { updatedAt: "", name: "" };
    await as(STAFF, () =>
      updateRecord(CUSTOMER_RECORDS, changed ?? "", {
        phones: [],
        emails: [],
        ...fields,
        notes: "Pays cash",
      }),
    );
    await as(STAFF, () => markSpam(PART_REQUESTS, kept, true));
    expect(await customer(changed)).toMatchObject({ notes: "Pays cash" });
  });

  test("leaves a customer who bought something, with what is owed to them", async () => {
    const request = await newPartRequest();
    const id = (await customerOf(request)) ?? "";
    await saleOnAccount(id, 80);
    await as(STAFF, () => addStoreCredit(id, 3000, {}));
    await as(STAFF, () => markSpam(PART_REQUESTS, request, true));
    expect(await customer(id)).toMatchObject({ name: "Ann Lee" });
    expect(await listOwedOf(id)).toHaveLength(1);
  });
});

test("a customer with store credit stays in the trash until it is used, and until then no emptying takes it", async () => {
  const id = await namedCustomer("Cy Mott");
  await as(STAFF, () => addStoreCredit(id, 700, {}));
  await as(STAFF, () => deleteRecord(CUSTOMER_RECORDS, id));
  const remove = (selection: { id?: string } = {}) =>
    as(STAFF, () => removeFromTrash(CUSTOMER_RECORDS, { until: minutesLater(60), ...selection }));
  expect([await remove(), await remove({ id })]).toEqual([0, 0]);
  await as(STAFF, () => addStoreCredit(id, -700, {}));
  expect(await remove()).toBe(1);
});

test("the undo of an import leaves a customer who bought something since", async () => {
  const work = await storedImport("Name,Phone\nCy Mott,5555550188\nDee Fox,5555550189\n", {
    kind: "customer",
  });
  const { id } = await db
    .selectFrom("customers")
    .select("id")
    .where("name", "=", "Cy Mott")
    .executeTakeFirstOrThrow();
  await saleOnAccount(id, 80);
  await undone(work);
  expect(await db.selectFrom("customers").select("name").execute()).toEqual([{ name: "Cy Mott" }]);
});

describe("a number or an address", () => {
  test("is one customer's, and a form with another's says whose it is", async () => {
    await add({
      name: "Ann Lee",
      business: "Lee's Garage",
      phones: ["5555550101"],
      emails: ["Ann@Example.com"],
    });
    expect(
      await add({ name: "Bob", phones: "5555550102\n(555) 555-0101", emails: "ann@example.com" }),
    ).toEqual({
      outcome: "invalid",
      fields: {
        phones: ["(555) 555-0101 belongs to Ann Lee, Lee's Garage. Open that customer instead."],
        emails: ["ann@example.com belongs to Ann Lee, Lee's Garage. Open that customer instead."],
      },
    });
  });

  test("is wrong by its line, and stored once", () => {
    const parse = (fields: object) => bodySchema(CUSTOMERS).safeParse({ name: "Bob", ...fields });
    expect(parse({ phones: "5555550101\n555-0102" }).error?.issues).toMatchObject([
      { path: ["phones"], message: "Please enter a valid 10-digit phone number: 555-0102" },
    ]);
    expect(parse({ emails: ["bob"] }).error?.issues).toMatchObject([
      { path: ["emails"], message: "Please enter a valid email address: bob" },
    ]);
    expect(parse({ phones: "5555550101\n(555) 555-0101\n" }).data).toMatchObject({
      phones: ["(555) 555-0101"],
      emails: [],
    });
  });

  test("is free while its customer is in the trash, and theirs again afterwards unless somebody has it", async () => {
    const ann = { phone: "5555550188", email: "ann@example.com" };
    const first = (await customerOf(await newPartRequest({}, ann))) ?? "";
    await as(STAFF, () => deleteRecord(CUSTOMER_RECORDS, first));
    const second = await customerOf(await newPartRequest({}, { ...ann, email: "other@example.com" }));
    expect(second).not.toBe(first);
    const owner = await findRecord(CUSTOMER_RECORDS, second ?? "");
    expect(await as(STAFF, () => restoreFromTrash(CUSTOMER_RECORDS, first))).toMatchObject({
      outcome: "restored",
      note: `(555) 555-0188 belongs to ${owner?.item.name}. Open that customer, or merge the two.`,
    });
    expect(await customerOf(await newPartRequest({}, { ...ann, phone: "5555550155" }))).toBe(first);
    expect(await customerOf(await newPartRequest({}, { ...ann, email: "new@example.com" }))).toBe(second);
  });
});
