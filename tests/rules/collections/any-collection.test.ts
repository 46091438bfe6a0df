import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { defineCollection } from "~/collections/collection";
import type { FieldsOf } from "~/collections/field";
import { choice } from "~/collections/fields/choice";
import { email } from "~/collections/fields/email";
import { longText } from "~/collections/fields/long-text";
import { phone } from "~/collections/fields/phone";
import { text } from "~/collections/fields/text";
import { findStaffPage } from "~/collections/lists.server";
import { createRecord, findPublicRecord, findRecord, updateRecord } from "~/collections/records.server";
import { bodySchema } from "~/collections/schema";
import type { StoredCollection } from "~/collections/store.server";
import { deleteRecord, restoreFromTrash } from "~/collections/trash.server";
import { createCollectionTable } from "~/db/collection-table";
import { db, engine } from "~/db/connection.server";
import { migrate } from "~/db/migrate.server";
import { readStaffQuery } from "~/lists/staff";
import { as } from "../../support/act";

/** A kind of record of which nothing is known but its definition: the example of CONTRIBUTING.md. */
const SUPPLIERS = defineCollection({
  kind: "supplier",
  table: "suppliers",
  path: "/admin/suppliers",
  noun: "supplier",
  titles: { add: "Add New Supplier", edit: "Edit Supplier", one: "Supplier", many: "Suppliers" },
  nameOf: ({ name }) => name ?? "",
  deleteQuestion: "Are you sure you want to delete this supplier?",
  fields: {
    name: { ...text("Name", { required: "Name is required" }), unique: "There is a supplier of this name" },
    phone: phone("Phone"),
    email: email("Email"),
    status: choice("Status", { active: "Active", inactive: "Inactive" }, { default: "active" }),
    notes: longText("Notes"),
  },
  sections: [{ title: "Supplier", rows: [{ fields: ["name"] }] }],
  list: {
    title: "Suppliers",
    nouns: ["supplier", "suppliers"],
    searchLabel: "Search by name, phone or email",
    emptyText: "No suppliers found. Add one to get started.",
    columns: ["name", "phone", "email", "status"],
    sorts: { name: { label: "Name: A to Z", by: [["nameKey", "asc"]] } },
  },
});
type Supplier = FieldsOf<(typeof SUPPLIERS)["fields"]>;

const COLLECTION: StoredCollection = SUPPLIERS;
const NOW = new Date("2026-03-02T15:04:00.000Z");
const asAnn = <Result>(run: () => Result, now = NOW) => as({ username: "ann", now }, run);

beforeAll(async () => {
  await migrate(engine);
  await createCollectionTable(db, "suppliers", {
    unique: "name",
    fields: (table) =>
      table
        .addColumn("name", "text", (column) => column.notNull())
        .addColumn("phone", "text")
        .addColumn("email", "text")
        .addColumn("status", "text", (column) => column.notNull())
        .addColumn("notes", "text"),
  });
});
afterAll(() => db.schema.dropTable("suppliers").execute());
beforeEach(async () => {
  const { entries } = await list();
  for (const { _id } of entries) await asAnn(() => deleteRecord(COLLECTION, _id));
});

const list = (search = "") =>
  findStaffPage(COLLECTION, readStaffQuery(new URLSearchParams(search), SUPPLIERS.list));
const namesIn = async (search?: string) =>
  (await list(search)).entries.map((record) => (record as object as Supplier).name);

async function add(fields: Partial<Supplier> & { name: string }): Promise<string> {
  const created = await asAnn(() => createRecord(COLLECTION, bodySchema(SUPPLIERS).parse(fields)));
  if (created.outcome !== "saved") throw new Error(created.outcome);
  return created.item._id;
}

describe("a collection that is a definition alone", () => {
  it("stores what its fields say, with their defaults", async () => {
    const id = await add({ name: "Acme", phone: "5558675309" });
    expect((await findRecord(COLLECTION, id))?.item).toMatchObject({
      name: "Acme",
      phone: "(555) 867-5309",
      status: "active",
    });
    expect(
      bodySchema(SUPPLIERS)
        .safeParse({ email: "x" })
        .error?.issues.map(({ message }) => message),
    ).toEqual(["Name is required", "Please enter a valid email address"]);
  });

  it("has no two records with the same of a unique field, whatever its case", async () => {
    const id = await add({ name: "Acme" });
    const taken = { outcome: "taken", fields: { name: ["There is a supplier of this name"] } };
    expect(await asAnn(() => createRecord(COLLECTION, { name: "ACME", status: "active" }))).toEqual(taken);
    const other = await add({ name: "Bluegrass" });
    expect(await asAnn(() => updateRecord(COLLECTION, other, { name: "acme", status: "active" }))).toEqual(
      taken,
    );
    await asAnn(() => deleteRecord(COLLECTION, id));
    expect(await add({ name: "acme" })).not.toBe(id);
    expect(await asAnn(() => restoreFromTrash(COLLECTION, id))).toEqual({
      outcome: "taken",
      name: "Acme",
      holder: "acme",
    });
  });

  it("is found by the words of its short fields and by its status, in its order", async () => {
    await add({ name: "Bluegrass Salvage", phone: "5550102030", notes: "tuesdays" });
    await add({ name: "Acme Auto Auction", status: "inactive" });
    expect(await namesIn()).toEqual(["Acme Auto Auction", "Bluegrass Salvage"]);
    expect(await namesIn("q=salvage blue")).toEqual(["Bluegrass Salvage"]);
    expect(await namesIn("q=555-010")).toEqual(["Bluegrass Salvage"]);
    expect(await namesIn("q=5550102030")).toEqual(["Bluegrass Salvage"]);
    expect(await namesIn("q=tuesdays")).toEqual([]);
    expect(await namesIn("q=%25")).toEqual([]);
    expect(await namesIn("status=inactive")).toEqual(["Acme Auto Auction"]);
  });

  it("saves only onto the version that was read", async () => {
    const id = await add({ name: "Acme" });
    const version = (await findRecord(COLLECTION, id))?.version ?? "";
    const later = new Date(NOW.getTime() + 1000);
    const save = (name: string) =>
      asAnn(() => updateRecord(COLLECTION, id, { name, status: "active" }, { version }), later);
    expect(await save("Acme Auction")).toMatchObject({ outcome: "saved" });
    expect(await save("Acme Yard")).toMatchObject({
      outcome: "changed",
      current: { item: { name: "Acme Auction" } },
    });
  });

  it("is seen by no visitor", async () => {
    expect(await findPublicRecord(COLLECTION, await add({ name: "Acme" }))).toBeUndefined();
  });

  it("has every field in its form", () => {
    const shown = SUPPLIERS.sections.flatMap(({ rows }) => rows.flatMap(({ fields }) => fields));
    expect(shown).toEqual(["name", "phone", "email", "status", "notes"]);
  });
});
