import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { withoutTables } from "../../support/database";
import {
  callback,
  minutesLater,
  PART_FIELDS,
  partRequest,
  REPAIR_FIELDS,
  repairRequest,
} from "../../support/requests";
import { type Site, startSite, textOf } from "../../support/site";
import { signedIn } from "../../support/staff";

const PARTS = "/admin/parts-requests";
const REPAIRS = "/admin/repair-requests";
const SCRIPT = "<script>alert(1)</script>";

let site: Site;
let cookie: string;

beforeAll(async () => {
  site = await startSite();
  cookie = (await signedIn()).cookie;
});

beforeEach(async () => {
  await site.db.deleteFrom("partRequests").execute();
  await site.db.deleteFrom("repairRequests").execute();
});

const open = (path: string) => site.fetch(path, { headers: { Cookie: cookie } });
const words = async (path: string) => textOf(await open(path));
const html = async (path: string) => (await open(path)).text();

describe("an open row and the printed page show every field", () => {
  test("of a part request", async () => {
    const id = await partRequest();
    for (const path of [`${PARTS}?open=${id}`, `${PARTS}/${id}`]) {
      const said = await words(path);
      for (const field of [...PART_FIELDS, `PR-${id.slice(-6)}`]) expect(said, path).toContain(field);
      expect(said, "the reference stands for it").not.toContain(id);
      const page = await html(path);
      expect(page).toContain('href="tel:+15555550101"');
      // A question mark in an address would begin a subject.
      expect(page).toContain('href="mailto:ann%3Flee@example.com"');
    }
    expect(await words(PARTS)).not.toContain("With both hoses");
  });

  test("of a repair request", async () => {
    const id = await repairRequest();
    for (const path of [`${REPAIRS}?open=${id}`, `${REPAIRS}/${id}`]) {
      const said = await words(path);
      for (const field of [...REPAIR_FIELDS, `RR-${id.slice(-6)}`]) expect(said, path).toContain(field);
      expect(said, "the reference stands for it").not.toContain(id);
    }
  });

  test("of a callback, and says what was not given rather than the API's fillers", async () => {
    const id = await callback();
    for (const path of [`${REPAIRS}?open=${id}`, `${REPAIRS}/${id}`]) {
      const said = await words(path);
      expect(said).toContain("Form Callback (simplified)");
      expect(said).toContain(
        "Contact by Phone Phone (555) 555-0103 Not provided Email, Street, City, State, ZIP code",
      );
      expect(said).toContain("Not provided VIN, Year, Make, Model, Trim, Mileage, Engine size");
      expect(said).toContain("Not provided Service type, Other service type, Urgency, Message, Description");
      expect(said).toContain("Conversation No notes yet");
      expect(said).not.toMatch(/TBD|not-provided|will provide details|Medium/);
    }
  });

  test("a row calls and writes to the customer by one tap, as far as that can be done", async () => {
    const id = await partRequest();
    const page = await html(PARTS);
    expect(page).toContain('href="tel:+15555550101"');
    expect(page).toContain(`href="mailto:ann%3Flee@example.com?subject=Your%20request%20PR-${id.slice(-6)}"`);
    await callback();
    const callbacks = await html(REPAIRS);
    expect(callbacks).toContain('href="tel:+15555550103"');
    expect(callbacks.split("<table")[1]?.split("</table>")[0]).not.toContain("mailto:");
  });

  test("rows open independently of each other", async () => {
    const [one, other] = [await partRequest({ additionalInfo: "first words" }), await partRequest()];
    const both = await words(`${PARTS}?open=${one},${other}`);
    expect(both).toContain("first words");
    expect(both).toContain("Needed by Friday.");
    expect(await words(`${PARTS}?open=${other}`)).not.toContain("first words");
  });
});

describe("what a customer wrote is text", () => {
  test("a script in any field runs nowhere", async () => {
    const part = await partRequest(
      { component: SCRIPT, otherComponent: SCRIPT, additionalInfo: SCRIPT },
      { name: SCRIPT },
    );
    const repair = await repairRequest({ serviceType: SCRIPT, message: SCRIPT, description: SCRIPT });
    for (const path of [
      `${PARTS}?open=${part}`,
      `${PARTS}/${part}`,
      `${REPAIRS}?open=${repair}`,
      `${REPAIRS}/${repair}`,
    ]) {
      const page = await html(path);
      expect(page, path).not.toContain(SCRIPT);
      expect(page, path).toContain("&lt;script&gt;alert(1)&lt;/script&gt;");
    }
  });

  test("five thousand characters stand whole on the printed page", async () => {
    const long = `${"rattle ".repeat(700)}end of it`;
    const id = await repairRequest({ message: long });
    expect(await words(`${REPAIRS}/${id}`)).toContain(long);
  });
});

describe("the lists", () => {
  test("take no form that says nothing they know, and change nothing by it", async () => {
    const id = await partRequest();
    for (const path of [PARTS, REPAIRS, `${PARTS}/${id}`, `${REPAIRS}/${await repairRequest()}`]) {
      const answer = await site.form(path, { status: "cancelled" }, { cookie });
      expect(answer.status, path).toBe(400);
    }
    expect(await words(PARTS)).not.toContain("For ");
    expect(await html(PARTS), "a closed row has no form").not.toContain("Save status");
  });

  test("say that there are none, or that none matches", async () => {
    expect(await words(PARTS)).toContain("No part requests yet.");
    expect(await words(REPAIRS)).toContain("No repair requests yet.");
    await partRequest();
    await callback();
    for (const path of [PARTS, REPAIRS]) {
      expect(await words(`${path}?q=nobody`)).toContain("No requests match these filters.");
      expect(await words(`${path}?q=nobody`)).toContain("0 of 1 request");
    }
  });

  test("search, filter, sort and turn pages by their address alone", async () => {
    for (let number = 1; number <= 26; number += 1)
      await partRequest({}, { name: `Customer ${String(number).padStart(2, "0")}.` }, minutesLater(number));
    await site.db
      .updateTable("partRequests")
      .set({ status: "pending" })
      .where("customerName", "=", "Customer 07.")
      .execute();
    expect(await words(`${PARTS}?status=pending`)).toContain("Customer 07.");
    expect(await words(`${PARTS}?status=pending`)).not.toContain("Customer 08.");
    // With its dot, which no reference has: the letters of those are random.
    expect(await words(`${PARTS}?q=customer+12.`)).toContain("1 of 26 requests");
    expect(await words(`${PARTS}?q=customer&page=2`)).toContain("page 2 of 2");
    const oldest = await words(`${PARTS}?sort=oldest`);
    expect(oldest.indexOf("Customer 01.")).toBeLessThan(oldest.indexOf("Customer 02."));
    expect(oldest).not.toContain("Customer 26.");
    expect(await words(PARTS)).toContain("Customer 26.");
    const submitted = await open(`${PARTS}?q=&status=&sort=newest`);
    expect([submitted.status, submitted.headers.get("Location")]).toEqual([302, `${PARTS}?sort=newest`]);
  });

  test("lead to the printed page and from it back to the list as it was", async () => {
    const id = await partRequest();
    const list = `${PARTS}?q=ann&open=${id}`;
    const to = `${PARTS}/${id}?${new URLSearchParams({ from: list })}`;
    expect(await html(list)).toContain(`href="${to}"`);
    expect(await html(to)).toContain(`href="${list.replaceAll("&", "&amp;")}"`);
    for (const from of ["https://evil.example.com/", "//evil.example.com", "/logout", `${PARTS}evil`])
      expect(await html(`${PARTS}/${id}?${new URLSearchParams({ from })}`)).toMatch(
        new RegExp(`href="${PARTS}"[^>]*>(<svg.*?</svg>)?( |<!-- -->)*Back to`, "s"),
      );
  });
});

describe("a request that is not there", () => {
  test.each([
    `${PARTS}/01ARZ3NDEKTSV4RRFFQ69G5FAV`,
    `${REPAIRS}/01ARZ3NDEKTSV4RRFFQ69G5FAV`,
    `${PARTS}/x`,
    `${REPAIRS}/%00%3Cscript%3E`,
    `${REPAIRS}/${"x".repeat(500)}`,
  ])("gets a page of staff's side that says so: %s", async (path) => {
    const answer = await open(path);
    expect(answer.status).toBe(404);
    expect(answer.headers.get("Cache-Control")).toBe("no-store");
    const said = await textOf(answer);
    expect(said).toContain("Page not found");
    expect(said).toMatch(/Back to (Parts|Repair) Requests/);
    expect(said).toContain("Logout");
  });

  test("a part request is no repair request", async () => {
    expect((await open(`${REPAIRS}/${await partRequest()}`)).status).toBe(404);
  });
});

describe("where the table is lost", () => {
  test.each([
    ["partRequests", PARTS, "Error: Failed to fetch part requests"],
    ["repairRequests", REPAIRS, "Error: Failed to fetch repair requests"],
  ])("%s: the list says so under its tabs, and offers to try again", async (table, path, sentence) => {
    await withoutTables([table], async () => {
      for (const address of [path, `${path}/01ARZ3NDEKTSV4RRFFQ69G5FAV`]) {
        const answer = await open(address);
        expect(answer.status).toBe(500);
        const page = await answer.clone().text();
        expect(page).not.toMatch(/no such table|SqliteError|node_modules/);
        const said = await textOf(answer);
        expect(said).toContain(sentence);
        expect(said).toContain("Retry");
      }
      expect(await words(path)).toContain(
        "Dismantled Vehicles Retail Vehicles Parts Requests Repair Requests",
      );
    });
  });
});

test("without a session every one of these pages leads to sign-in and back", async () => {
  const id = await partRequest();
  for (const path of [PARTS, REPAIRS, `${PARTS}/${id}`, `${REPAIRS}/${id}`]) {
    const answer = await site.fetch(path);
    expect([answer.status, answer.headers.get("Location")]).toEqual([
      303,
      `/login?${new URLSearchParams({ redirectTo: path })}`,
    ]);
    expect(await answer.text()).not.toContain("Ann Lee");
  }
});
