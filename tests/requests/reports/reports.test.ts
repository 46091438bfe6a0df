import { beforeAll, beforeEach, expect, test } from "vitest";
import { returnSchema } from "~/sales/return-schema";
import { formatCreditNumber } from "~/sales/returns";
import { returnItems } from "~/sales/returns.server";
import { as } from "../../support/act";
import { completedSale } from "../../support/sales";
import { type Site, startSite, textOf } from "../../support/site";
import { signedIn } from "../../support/staff";

/*
 * Reports are read as a bookkeeper reads them: the sums of the pages and files against the sums of the receipts.
 */

let site: Site;
let cookie: string;
beforeAll(async () => {
  site = await startSite();
  ({ cookie } = await signedIn());
});
beforeEach(async () => {
  for (const table of [
    "creditNoteLines",
    "creditNotes",
    "payments",
    "saleLines",
    "sales",
    "dayCloses",
  ] as const)
    await site.db.deleteFrom(table).execute();
});

const get = (path: string) => site.fetch(path, { headers: { Cookie: cookie } });
const words = async (path: string) => textOf(await get(path));
const rows = async (path: string) =>
  (await (await get(path)).text())
    .replace(/^\ufeff/, "")
    .trim()
    .split("\r\n")
    .map((line) => line.split(","));

const on = (day: string) => ({
  username: "marta",
  role: "owner" as const,
  now: new Date(`${day}T15:00:00Z`),
});

/** Three sales of two days. */
async function sales() {
  return [
    await completedSale(
      {
        lines: [
          { kind: "other", description: "Floor mats", price: 30 },
          { kind: "labor", description: "Fitting", price: 45.5 },
        ],
      },
      on("2026-03-02"),
    ),
    await completedSale(
      {
        lines: [
          { kind: "other", description: "Antenna", price: 19.99, quantity: 3 },
          { kind: "discount", price: "10%" },
        ],
        payments: [{ method: "card" }],
      },
      on("2026-03-02"),
    ),
    await completedSale(
      {
        lines: [{ kind: "other", description: "Jack", price: 25 }],
        payments: [{ method: "cash", amount: 40 }],
      },
      on("2026-03-09"),
    ),
  ];
}

const MARCH = "from=2026-03-01&to=2026-03-31";

test("what was sold adds up to the receipts, day by day, by clerk, kind and payment", async () => {
  const receipts = (await sales()).reduce((sum, { total }) => sum + Math.round((total ?? 0) * 100), 0);
  for (const by of ["day", "clerk", "payment"]) {
    const total = (await rows(`/admin/reports/sold/report.csv?${MARCH}&by=${by}`)).at(-1) ?? [];
    expect([by, Math.round(Number(total.at(-1)) * 100)]).toEqual([by, receipts]);
  }
  expect(await rows(`/admin/reports/sold/report.csv?${MARCH}&by=day`)).toEqual([
    ["Day", "Sales", "Sold", "Tax", "Total"],
    ["2026-03-02", "2", "129.47", expect.any(String), expect.any(String)],
    ["2026-03-09", "1", "25", expect.any(String), expect.any(String)],
    ["Total", "3", "154.47", expect.any(String), expect.any(String)],
  ]);
  const kinds = await rows(`/admin/reports/sold/report.csv?${MARCH}&by=part`);
  expect(kinds).toContainEqual(["Labor", "1", "45.5", "45.5"]);
  expect(kinds.at(-1)).toEqual(["Total", "4", "154.47", ""]);
});

test("a report says its days, and other days than possible ones are said beside the field", async () => {
  await sales();
  expect(await words("/admin/reports/sold?from=2026-03-09&to=2026-03-09")).toContain("Mar 9, 2026");
  expect(await words(`/admin/reports/sold?${MARCH}`)).toContain("$154.47");
  expect(await words("/admin/reports/sold?from=2026-04-01&to=2026-04-30")).toContain(
    "Nothing on these days.",
  );
  expect(await words("/admin/reports/buy")).toContain("Nothing yet.");
  expect(await words("/admin/reports/sold?from=2026-04-09&to=2026-04-01")).toContain(
    "The first day is after the last one",
  );
  expect((await get("/admin/reports/profits")).status).toBe(404);
});

test("every report has a page and a file, and the list names them all", async () => {
  const list = await (await get("/admin/reports")).text();
  const paths = [...list.matchAll(/href="(\/admin\/reports\/[^"]+)"/g)].map(([, path = ""]) => path);
  expect(paths.length).toBeGreaterThanOrEqual(8);
  for (const path of paths) {
    expect([path, (await get(path)).status]).toEqual([path, 200]);
    if (/day-close|bookkeeping/.test(path)) continue;
    expect((await get(`${path}/report.csv`)).headers.get("content-type")).toBe("text/csv; charset=utf-8");
  }
});

test("the tax report has what each place's rate collected", async () => {
  const taxes = (await sales()).reduce((sum, { tax }) => sum + Math.round((tax ?? 0) * 100), 0);
  const total = (await rows(`/admin/reports/tax/report.csv?${MARCH}`)).at(-1) ?? [];
  expect(total[0]).toBe("Total");
  expect(Number(total[2])).toBe(154.47);
  expect(Math.round(Number(total[3]) * 100)).toBe(taxes);
});

test("a journal has as much on one side as on the other, and invoices add up to the receipts", async () => {
  const receipts = (await sales()).reduce((sum, { total }) => sum + Math.round((total ?? 0) * 100), 0);
  const file = (program: string, what: string) =>
    rows(`/admin/reports/bookkeeping/file.csv?${MARCH}&program=${program}&what=${what}`);
  const [, ...journal] = await file("quickbooks", "journal");
  const side = (at: number) =>
    journal.reduce((sum, line) => sum + Math.round(Number(line[at] || 0) * 100), 0);
  expect(side(3)).toBe(receipts);
  expect(side(4)).toBe(receipts);
  const [, ...xero] = await file("xero", "journal");
  expect(xero.reduce((sum, line) => sum + Math.round(Number(line.at(-1)) * 100), 0)).toBe(0);
  const [, ...invoices] = await file("quickbooks", "invoices");
  expect(invoices.reduce((sum, line) => sum + Math.round(Number(line[8]) * 100), 0)).toBe(receipts);
  expect((await get(`/admin/reports/bookkeeping/file.csv?${MARCH}&what=invoices&number=2`)).status).toBe(404);
});

test("what came back is a file of its own, and the page says how much the invoices leave out", async () => {
  const [sale] = await sales();
  const note = await as(on("2026-03-09"), () =>
    returnItems(
      sale?._id ?? "",
      returnSchema.parse({
        lines: [{ saleLineId: sale?.lines[0]?._id, quantity: 1, reason: "wrong-price" }],
        ...{ method: "cash", fee: 5 },
      }),
    ),
  );
  if (note.outcome !== "done") throw new Error(note.outcome);
  const total = note.note.totalCents / 100;
  const name = formatCreditNumber(note.note.number);
  const page = (program: string) => words(`/admin/reports/bookkeeping?${MARCH}&program=${program}`);
  for (const [program, how] of Object.entries({
    xero: "Xero makes a credit note of each one",
    quickbooks: "enter each one as a credit memo",
  })) {
    const said = await page(program);
    expect(said).toContain(`1 credit note, $${total.toFixed(2)} in all, not in the invoices.`);
    expect(said).toContain(how);
  }
  const file = (program: string) =>
    rows(`/admin/reports/bookkeeping/file.csv?${MARCH}&program=${program}&what=credit-notes`);
  const [headings, ...quickbooks] = await file("quickbooks");
  expect(headings?.slice(0, 3)).toEqual(["*CreditNoteNo", "*Customer", "*CreditNoteDate"]);
  expect(quickbooks.map(([number, , , , what, , , amount]) => [number, what, amount])).toEqual([
    [name, "Floor mats", "30"],
    [name, "Sales tax", "2.44"],
    [name, "Restocking fee", "-5"],
  ]);
  const xero = (await file("xero")).slice(1);
  expect(xero.reduce((sum, line) => sum + Number(line[7]), 0)).toBeCloseTo(-total);
});

test("Sold and Sales Tax add up to the same, a restocking fee too", async () => {
  const [sale] = await sales();
  await as(on("2026-03-09"), () =>
    returnItems(
      sale?._id ?? "",
      returnSchema.parse({
        lines: [{ saleLineId: sale?.lines[0]?._id, quantity: 1, reason: "not-needed" }],
        ...{ method: "cash", fee: 5 },
      }),
    ),
  );
  const sold = (await rows(`/admin/reports/sold/report.csv?${MARCH}&by=day`)).at(-1);
  const taxes = await rows(`/admin/reports/tax/report.csv?${MARCH}`);
  expect(taxes).toContainEqual(["Not taxed: restocking fees", "", "5", "0"]);
  expect(taxes.at(-1)?.[2]).toBe(sold?.[2]);
  expect(sold?.[2]).toBe("129.47");
});

test("closing a day asks why the drawer differs, keeps what was typed, and every close stays", async () => {
  await sales();
  const page = "/admin/reports/day-close?day=2026-03-09";
  const close = (fields: Record<string, string>) => site.form(page, fields, { cookie });
  const taken = Number(/Sales, less change \$([\d.]+)/.exec(await words(page))?.[1]);
  const refused = await close({ opening: "100", counted: String(taken + 97), reason: "" });
  expect(refused.status).toBe(400);
  const html = await refused.text();
  expect(html).toContain("The drawer is $3.00 short. Please say why, if you know");
  expect(html).toContain('value="100"');
  expect((await close({ opening: "100", counted: String(taken + 97), reason: "Wrong change" })).status).toBe(
    303,
  );
  expect(await words(page)).toMatch(/Difference \$3\.00 short .*Wrong change/);
  // To close it again, only the count is typed.
  expect(await (await site.fetch(page, { headers: { Cookie: cookie } })).text()).toMatch(
    /<input(?=[^>]*name="opening")[^>]*value="100\.00"/,
  );
  expect((await close({ opening: "100", counted: String(taken + 100), reason: "" })).status).toBe(303);
  const text = await words(page);
  expect(text.indexOf("Matches")).toBeLessThan(text.indexOf("$3.00 short"));
  expect((await close({ opening: "a", counted: "-1", reason: "" })).status).toBe(400);
  expect(
    (
      await site.form(
        "/admin/reports/day-close?day=2999-01-01",
        { opening: "0", counted: "0", reason: "" },
        { cookie },
      )
    ).status,
  ).toBe(400);
});
