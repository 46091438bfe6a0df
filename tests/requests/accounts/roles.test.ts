import { setTimeout } from "node:timers/promises";
import { parse } from "node-html-parser";
import { beforeAll, describe, expect, it, test } from "vitest";
import { ROLES, type Role } from "~/accounts/roles";
import { transaction } from "~/db/connection.server";
import { sellPart } from "~/parts/actions.server";
import { EXPECTED } from "../../fixtures/roles";
import { as } from "../../support/act";
import { dismantledVehicle, purchase, retailVehicle, shelfPart } from "../../support/builders";
import { builtRoutesBelow, rawRequest } from "../../support/built-routes";
import { fieldsOf } from "../../support/form-fields";
import { newPartRequest } from "../../support/requests";
import { cookiesOf, type Site, startSite, textOf } from "../../support/site";
import { administrator, PASSWORD, signedIn } from "../../support/staff";

/** Several hundred requests take a while on a busy machine. */
const MANY = { timeout: 300_000 };

let site: Site;
const cookies = {} as Record<Role, string>;
const tokens = {} as Record<Role, string>;
beforeAll(async () => {
  site = await startSite();
  for (const role of ROLES) {
    const account = await administrator(`the ${role}`, role);
    ({ cookie: cookies[role] } = await signedIn(account));
    const answer = await site.fetch("/api/auth/login", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ username: account.username, password: PASSWORD }),
    });
    tokens[role] = (await answer.json()).accessToken;
  }
});

const page = (path: string, role: Role) => site.fetch(path, { headers: { Cookie: cookies[role] } });
const api = (path: string, role: Role, init: RequestInit = {}) =>
  site.fetch(path, {
    ...init,
    headers: { Authorization: `Bearer ${tokens[role]}`, "Content-Type": "application/json" },
  });

it("whoever tears down is told on Today what waits, or that nothing does", async () => {
  const today = async (role: Role) => textOf(await page("/admin/today", role));
  expect(await today("yard")).toContain("Today Nothing to do today.");
  await dismantledVehicle({ status: "Awaiting Dismantle" });
  expect(await today("yard")).toMatch(/Today Teardown \d+ cars? to tear down/);
});

test("no role is led from Today to what is refused, nor from a page that Today leads to", async () => {
  await purchase({ what: "car", becomes: "dismantled", formNumber: undefined });
  await dismantledVehicle({ status: "Awaiting Dismantle" });
  await newPartRequest();
  const linksOf = async (path: string, role: Role) => {
    const main = parse(await (await page(path, role)).text()).querySelector("main");
    const links = main?.querySelectorAll("a[href^='/admin']").map((link) => link.getAttribute("href") ?? "");
    return [...new Set(links?.map((href) => href.replace(/#.*/, "")))];
  };
  const refused: string[] = [];
  for (const role of ROLES) {
    const first = await linksOf("/admin/today", role);
    const second = await Promise.all(first.map((path) => linksOf(path, role)));
    for (const path of new Set([...first, ...second.flat()]))
      if ((await page(path, role)).status === 403) refused.push(`${role}: ${path}`);
  }
  expect(refused).toEqual([]);
  const book = await textOf(await page("/admin/book", "bookkeeper"));
  expect(book).toContain("MV-907A to Send");
  expect(await textOf(await page("/admin/today", "bookkeeper"))).toMatch(
    /line.? today to prove later that none was changed, write down [0-9a-f]{16} .*MV-907A to send/,
  );
});

/** What isn't a page, such as a file, has no data. */
async function isPage(path: string): Promise<boolean> {
  const { headers } = await rawRequest(site, "GET", `${path}.data`, ofForm(cookies.owner));
  return !String(headers["content-type"]).startsWith("text/html");
}

test("each address and method lets in the roles that it is for, and no other", MANY, async () => {
  // An address with an id that no record has: what is let in answers 404, or 400 to an empty form.
  const NONE = "01J00000000000000000000000";
  const found: string[] = [];
  const faults: string[] = [];
  for (const start of ["/admin", "/api/admin"]) {
    const routes = await builtRoutesBelow(site, start, NONE);
    const paths = [...new Set(routes.map(({ path }) => path))].sort();
    for (const path of paths) {
      const line: string[] = [];
      const hasData = start === "/admin" && (await isPage(path));
      for (const method of start === "/admin" ? ["GET", "POST"] : ["GET", "POST", "PUT", "DELETE"]) {
        const letIn: string[] = [];
        let isKnown = true;
        for (const role of ROLES) {
          const headers = start === "/admin" ? ofForm(cookies[role]) : ofApi(tokens[role]);
          const body = method === "GET" || start !== "/admin" ? "" : "intent=none";
          const { status } = await rawRequest(
            site,
            method,
            hasData || (start === "/admin" && method === "POST") ? `${path}.data` : path,
            headers,
            body,
          );
          // A failure lets nobody in: it is a fault.
          if (status >= 500) faults.push(`${method} ${path} as ${role}: ${status}`);
          else if (status !== 403) letIn.push(role.charAt(0));
          // A resource says so before it asks who it is.
          if (status === 405 && start === "/api/admin") isKnown = false;
        }
        if (isKnown) line.push(`${method} ${letIn.join("")}`);
      }
      found.push(`${path.replaceAll(NONE, ":id")} ${line.join(" ")}`);
    }
  }
  expect(faults).toEqual([]);
  expect(found.join("\n")).toBe(EXPECTED.trim());
});

test("an address in capitals or escapes, which the router takes too, is as closed as the plain one", async () => {
  const NONE = "01J00000000000000000000000";
  const escaped = (path: string) =>
    path.replace(/[^/]+$/, (name) => `%${name.charCodeAt(0).toString(16)}${name.slice(1)}`);
  const CLOSED = [
    ["GET", "/admin/settings"],
    ["GET", "/admin/people"],
    ["GET", "/admin/sales"],
    ["GET", "/admin/parts/ebay"],
    ["GET", "/admin/history.data"],
    ["POST", `/admin/dismantled-vehicles/${NONE}/delete`],
    ["POST", "/admin/trash/remove"],
    ["GET", "/api/admin/sales"],
    ["GET", "/api/admin/customers"],
    ["POST", `/api/admin/sales/${NONE}/complete`],
  ] as const;
  const found: unknown[] = [];
  for (const [method, path] of CLOSED)
    for (const spelling of [
      path,
      path.toUpperCase().replace(".DATA", ".data"),
      escaped(path),
      path.replace("admin", "%61dmin"),
    ]) {
      const headers = path.startsWith("/api") ? ofApi(tokens.yard) : ofForm(cookies.yard);
      const { status } = await rawRequest(
        site,
        method,
        spelling,
        headers,
        method === "POST" ? "intent=none" : "",
      );
      if (status !== 403) found.push([method, spelling, status]);
    }
  expect(found).toEqual([]);
});

const ofForm = (cookie: string) => ({
  Cookie: cookie,
  Origin: site.url,
  "Content-Type": "application/x-www-form-urlencoded",
});
const ofApi = (token: string) => ({ Authorization: `Bearer ${token}`, "Content-Type": "application/json" });

test("a page is as closed as its data, and several records and exports as their lists", MANY, async () => {
  const refused = async (role: Role, paths: string[], init?: RequestInit) => {
    for (const path of paths) {
      const headers = { Cookie: cookies[role], Origin: site.url };
      expect([path, (await site.fetch(path, { ...init, headers })).status]).toEqual([path, 403]);
    }
  };
  await refused("yard", ["/admin/people", "/admin/retail-vehicles", "/admin/export/parts.csv"]);
  await refused("counter", ["/admin/settings", "/admin/import", "/admin/export/customers.json"]);
  await refused("bookkeeper", ["/admin/customers", "/admin/parts/new", "/admin/export/part-requests.csv"]);
  const post = { method: "POST", body: new URLSearchParams({ intent: "delete", all: "1" }) };
  await refused(
    "yard",
    ["/admin/bulk/parts", "/admin/bulk/dismantled-vehicles", "/admin/bulk/customers"],
    post,
  );
  await refused("bookkeeper", ["/admin/bulk/parts", "/admin/bulk/retail-vehicles"], post);
  expect((await page("/admin/bulk/parts?all=1", "counter")).status).toBe(200);
});

describe("somebody of the yard", () => {
  it("is told in a sentence what is not theirs, in the frame, with the way back", async () => {
    const answer = await page("/admin/customers", "yard");
    expect(answer.status).toBe(403);
    expect(await textOf(answer)).toMatch(
      /Not part of your role Your role, Yard, doesn't include this\. If you need it, ask an owner of the site\. Back to Today/,
    );
    const refused = await api("/api/admin/customers", "yard");
    expect([refused.status, await refused.json()]).toEqual([
      403,
      { error: "Your role, Yard, doesn't include this. If you need it, ask an owner of the site." },
    ]);
  });

  it("sees no link to what is not theirs", async () => {
    await dismantledVehicle();
    const html = await (await page("/admin", "yard")).text();
    for (const path of ["/admin/teardown", "/admin/parts", "/admin/labels"])
      expect(html).toContain(`href="${path}"`);
    for (const path of [
      "/admin/customers",
      "/admin/parts-requests",
      "/admin/settings",
      "/admin/people",
      "/admin/history",
    ])
      expect(html).not.toContain(`href="${path}"`);
    expect(html).not.toMatch(/\/admin\/export\/|\/delete|\/admin\/bulk\//);
    expect(html).toMatch(/href="[^"]*\/edit/);
  });

  it("finds no customer and no request", async () => {
    const id = await newPartRequest();
    const hits = async (role: Role) => (await api(`/api/admin/search?q=${id.slice(-6)}`, role)).text();
    expect(await hits("counter")).toContain(id);
    expect(await hits("yard")).not.toContain(id);
    expect(await textOf(await page(`/admin/search?q=${id.slice(-6)}`, "yard"))).toContain("Nothing");
  });

  it("moves a part and describes it, but sets no price and sells nothing", async () => {
    const part = await shelfPart({ price: 85, location: "A-1" });
    const path = `/api/admin/parts/${part._id}`;
    const stored = { ...part, images: undefined };
    const put = (change: object) =>
      api(path, "yard", { method: "PUT", body: JSON.stringify({ ...stored, ...change }) });
    const moved = await put({ location: "B-7" });
    expect([moved.status, await moved.json()]).toEqual([200, expect.objectContaining({ location: "B-7" })]);
    const priced = await put({ location: "C-1", price: 1 });
    expect([priced.status, JSON.stringify(await priced.json())]).toEqual([
      400,
      expect.stringContaining("Your role doesn't include prices: leave it as it was"),
    ]);
    expect(await textOf(await page(`/admin/parts/${part._id}`, "owner"))).toMatch(/\$85\.00.*B-7/);
    const sold = await site.form(
      `/admin/parts/${part._id}`,
      { intent: "sell", soldPrice: "5", day: "11/24/2026" },
      { cookie: cookies.yard },
    );
    expect(sold.status).toBe(403);
    const html = await (await page(`/admin/parts/${part._id}`, "yard")).text();
    expect(html).toContain("Move It");
    expect(html).not.toContain("Mark as Sold");
  });

  it.each(["scrap", "release"])("takes no sale back that is stored while their %s waits", async (intent) => {
    const { _id } = await shelfPart({ price: 85 });
    const path = `/admin/parts/${_id}`;
    const sell = () => sellPart(_id, { price: 80, soldTo: "Wendy Walk-In" });
    const waiting = await as({ now: new Date() }, () =>
      transaction(async () => {
        await sell();
        const answer = site.form(path, { intent }, { cookie: cookies.yard });
        // By then it waits for the lock.
        await setTimeout(1000);
        return { answer };
      }),
    );
    const answer = await waiting.answer;
    expect([answer.status, await textOf(answer)]).toEqual([
      403,
      expect.stringContaining("Your role, Yard, doesn't include this."),
    ]);
    expect(await textOf(await page(path, "owner"))).toMatch(/Sold.*\$80.*Wendy Walk-In/);
  });

  it("moves several parts at once and takes it back, and does nothing else with several", async () => {
    const parts = [await shelfPart({ location: "A-1" }), await shelfPart({ location: "A-2" })];
    const ids = parts.map(({ _id }): [string, string] => ["id", _id]);
    const locations = async () =>
      Promise.all(
        parts.map(async ({ _id }) => (await (await api(`/api/admin/parts/${_id}`, "owner")).json()).location),
      );
    const list = await (await page("/admin/parts", "yard")).text();
    expect(list).toContain("Change several at once");
    const form = /<form[^>]*id="bulk-form".*?<\/form>/s.exec(list)?.[0] ?? "";
    expect([...form.matchAll(/name="intent" value="([^"]+)"/g)].map(([, value]) => value)).toEqual([
      "location",
    ]);
    const post = (fields: [string, string][], role: Role = "yard") =>
      site.form("/admin/bulk/parts", fields, { cookie: cookies[role] });
    const moved = await post([["intent", "location"], ["location", "r5-a-1"], ...ids]);
    expect(moved.status).toBe(303);
    expect(await locations()).toEqual(["R5-A-1", "R5-A-1"]);
    const changes = () => site.db.selectFrom("bulkChanges").selectAll().orderBy("id", "desc").execute();
    const [move] = await changes();
    await post([
      ["intent", "undo"],
      ["change", move?.id ?? ""],
    ]);
    expect(await locations()).toEqual(["A-1", "A-2"]);
    for (const intent of ["delete", "confirm-delete", "price", "confirm-price", "status", "sell", "export"])
      expect([intent, (await post([["intent", intent], ["to", "Scrapped"], ...ids])).status]).toEqual([
        intent,
        403,
      ]);
    // What the counter did isn't theirs to take back.
    await post([["intent", "status"], ["to", "On hold"], ...ids], "counter");
    const [hold] = await changes();
    expect(hold).toMatchObject({ action: "status", changed: 2 });
    await post([
      ["intent", "undo"],
      ["change", hold?.id ?? ""],
    ]);
    expect((await changes())[0]).toMatchObject({ id: hold?.id, undoneBy: null });
    expect((await page(`/admin/bulk/parts?${new URLSearchParams(ids)}`, "yard")).status).toBe(403);
  });

  it("is offered no price and no sale in a part's form, whose price is read, and stays", async () => {
    const part = await shelfPart({ price: 85, coreCharge: 20, location: "A-1" });
    const path = `/admin/parts/${part._id}/edit`;
    const form = await (await page(path, "yard")).text();
    expect(await textOf(new Response(form))).toMatch(/Price \$85 Core Charge \$20 Warranty/);
    const fields = fieldsOf(form, "record-form");
    expect(form).not.toContain('<option value="Sold"');
    const saved = await site.form(path, { ...fields, location: "C-3" }, { cookie: cookies.yard });
    expect(saved.status).toBe(303);
    expect(await textOf(await page(`/admin/parts/${part._id}`, "owner"))).toMatch(/\$85\.00.*\$20.*C-3/);

    const added = await (await page("/admin/parts/new", "yard")).text();
    expect(added).not.toMatch(/name="(price|coreCharge)"/);
    expect(added).not.toContain('<option value="Sold"');
    const answer = await site.form(
      "/admin/parts/new",
      {
        ...fieldsOf(added, "record-form"),
        ...{ entryId: "Alternator", year: "2012", make: "Honda", model: "Accord", stockNumber: "YARD-1" },
      },
      { cookie: cookies.yard },
    );
    expect(answer.status).toBe(303);
    const owners = await (await page(path, "owner")).text();
    expect(owners).toMatch(/<input [^>]*type="text"[^>]* name="price"/);
    expect(owners).toContain('<option value="Sold"');
  });

  it("keeps a sold part sold by saving its form", async () => {
    const part = await shelfPart({ status: "Sold", soldTo: "Bo Buyer", soldPrice: 80 });
    const path = `/admin/parts/${part._id}/edit`;
    const form = await (await page(path, "yard")).text();
    expect(form).not.toContain('<option value="Available"');
    const fields = { ...fieldsOf(form, "record-form"), notes: "Picked up at noon" };
    expect((await site.form(path, fields, { cookie: cookies.yard })).status).toBe(303);
    expect(await textOf(await page(`/admin/parts/${part._id}`, "owner"))).toMatch(/Sold.*Bo Buyer/);
  });

  it("tears down without a word of prices: a part goes on the shelf for the suggested one, and keeps it", async () => {
    const model = `Yardmobile ${Date.now()}`;
    await shelfPart({ model, entryId: "alternator", price: 85 });
    const car = await dismantledVehicle({ model, stockNumber: "YARD-T" });
    const path = `/admin/dismantled-vehicles/${car._id}/teardown`;
    const html = await (await page(path, "yard")).text();
    expect(html).not.toMatch(/name="alternator\.(price|coreCharge)"/);
    expect(await textOf(new Response(html))).toContain(
      "It goes on the shelf for $85. The last one was $85. ",
    );
    const send = async (fields: Record<string, string>) =>
      (await site.form(`${path}/alternator`, fields, { cookie: cookies.yard })).json();
    const row = { "alternator.price": "", "alternator.location": "A-1", "alternator.coreCharge": "" };
    const first = await send(row);
    expect(first).toMatchObject({ outcome: "saved", part: { price: "85", location: "A-1" } });
    const moved = await send({ ...row, "alternator.location": "B-2", version: first.part.version });
    expect(moved).toMatchObject({ outcome: "saved", part: { price: "85", location: "B-2" } });
    expect(await send({ ...row, "alternator.price": "1", version: moved.part.version })).toMatchObject({
      part: { price: "85" },
    });
    const unknown = await (
      await site.form(`${path}/starter`, { "starter.location": "A-2" }, { cookie: cookies.yard })
    ).json();
    expect(unknown).toMatchObject({ outcome: "saved", part: { price: "" } });
    expect(await textOf(await page(path, "yard"))).toMatch(/Alternator YARD-T-1 \$85 · /);
  });

  it("takes off by a row what it has just stocked, and no part of anybody else's", async () => {
    const car = await dismantledVehicle({ stockNumber: "YARD-U" });
    const path = `/admin/dismantled-vehicles/${car._id}/teardown/alternator`;
    const send = (role: Role, fields: Record<string, string>) =>
      site.form(path, fields, { cookie: cookies[role] });
    const stock = async (role: Role) =>
      (await (await send(role, { "alternator.price": "1234", "alternator.location": "Z-1" })).json()).part;
    const { version } = await stock("yard");
    expect(await (await send("yard", { version })).json()).toEqual({ outcome: "removed" });
    const theirs = await stock("counter");
    const refused = await send("yard", { version: theirs.version });
    expect([refused.status, await refused.json()]).toMatchObject([
      403,
      { outcome: "forbidden", part: { id: theirs.id, price: "1234", mayUndo: false } },
    ]);
    expect((await page(`/admin/parts/${theirs.id}`, "counter")).status).toBe(200);
    expect(await (await send("counter", { version: theirs.version })).json()).toEqual({ outcome: "removed" });
  });
});

describe("somebody of the counter", () => {
  it("works with customers, but neither takes along nor deletes for good all that is known of one", async () => {
    const added = await api("/api/admin/customers", "counter", {
      method: "POST",
      body: JSON.stringify({ name: "Dora Data" }),
    });
    const path = `/admin/customers/${(await added.json())._id}`;
    const seen = async (role: Role) => (await (await page(path, role)).text()).includes("Data and privacy");
    expect([await seen("owner"), await seen("counter")]).toEqual([true, false]);
    for (const file of ["data.json", "page.html"]) {
      expect((await page(`${path}/data/${file}`, "owner")).status).toBe(200);
      expect((await page(`${path}/data/${file}`, "counter")).status).toBe(403);
    }
    const erased = await site.form(`${path}/data`, { verified: "yes" }, { cookie: cookies.counter });
    expect(erased.status).toBe(403);
    expect(await textOf(await page(path, "counter"))).toContain("Dora Data");
  });
});

test("who sold a car to the yard is read by those who see what is bought, and stays when the yard saves it", async () => {
  const SELLER = "Selma Seller";
  const car = await dismantledVehicle({ obtainedFrom: SELLER, stockNumber: "ROLE-BOUGHT" });
  const path = `/admin/dismantled-vehicles/${car._id}`;
  const reads = async (role: Role) => {
    const pages = [path, `/admin?open=${car._id}`, ...(role === "bookkeeper" ? [] : [`${path}/edit`])];
    const answers = await Promise.all([
      ...[...pages, ...pages.map((one) => one.replace(/(\?|$)/, ".data$1"))].map((one) => page(one, role)),
      api(`/api${path}`, role),
      api("/api/admin/search?q=Selma", role),
    ]);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    return (await Promise.all(answers.map((answer) => answer.text()))).some((text) => text.includes(SELLER));
  };
  expect(await Promise.all(ROLES.map(async (role) => [role, await reads(role)]))).toEqual([
    ["owner", true],
    ["counter", true],
    ["yard", false],
    ["bookkeeper", true],
  ]);
  const seen = await (await api(`/api${path}`, "yard")).json();
  const body = JSON.stringify({ ...seen, images: undefined, exteriorColor: "Red" });
  expect((await api(`/api${path}`, "yard", { method: "PUT", body })).status).toBe(200);
  expect(await (await api(`/api${path}`, "owner")).json()).toMatchObject({
    exteriorColor: "Red",
    obtainedFrom: SELLER,
  });
});

test("labels show a role the inventories that it may see, and no others", async () => {
  await retailVehicle({ stockNumber: "ROLE-RETAIL" });
  for (const path of ["/admin/labels", "/admin/labels/print"]) {
    const statuses = async (role: Role) =>
      Promise.all(
        ["retail", "dismantled", "part"].map(
          async (kind) => (await page(`${path}?kind=${kind}&all=1`, role)).status,
        ),
      );
    expect([await statuses("counter"), await statuses("yard")]).toEqual([
      [200, 200, 200],
      [403, 200, 200],
    ]);
  }
  const html = async (role: Role) => (await page("/admin/labels", role)).text();
  expect([
    (await html("counter")).includes("kind=retail"),
    (await html("yard")).includes("kind=retail"),
  ]).toEqual([true, false]);
});

describe("a bookkeeper", () => {
  it("reads and exports what has a price, and sees nothing to change", async () => {
    const [car, part] = [await retailVehicle(), await shelfPart({ price: 85 })];
    expect((await page("/admin/export/retail-vehicles.csv", "bookkeeper")).status).toBe(200);
    for (const path of [`/admin/retail-vehicles/${car._id}`, `/admin/parts/${part._id}`]) {
      const html = await (await page(path, "bookkeeper")).text();
      expect(html).not.toMatch(/href="[^"]*\/(edit|delete)|Mark as Sold|Move It/);
    }
    expect((await page("/admin/export/customers.csv", "bookkeeper")).status).toBe(403);
  });
});

describe("for whom a part is held, to whom it was sold and for how much", () => {
  const HOLDER = "Harriet Holder";
  const BUYER = "Benedict Buyer";
  const PAID = "61.37";
  let held: string;
  let sold: string;
  beforeAll(async () => {
    const requestId = await newPartRequest();
    held = (await shelfPart({ stockNumber: "ROLE-HELD" }))._id;
    sold = (await shelfPart({ stockNumber: "ROLE-SOLD" }))._id;
    const form = (id: string, fields: Record<string, string>) =>
      site.form(`/admin/parts/${id}`, fields, { cookie: cookies.owner });
    expect((await form(held, { intent: "hold", heldFor: HOLDER, hours: "24" })).status).toBe(303);
    await site.db.updateTable("parts").set({ heldRequestId: requestId }).where("id", "=", held).execute();
    const sale = { intent: "sell", soldPrice: PAID, soldTo: BUYER, day: "11/24/2026" };
    expect((await form(sold, sale)).status).toBe(303);
  });

  const READ: Record<Role, string[]> = {
    owner: [HOLDER, BUYER, PAID],
    counter: [HOLDER, BUYER, PAID],
    bookkeeper: [BUYER, PAID],
    yard: [],
  };

  it.each(ROLES)("is read by a role that may, wherever it stands, and by no other: %s", async (role) => {
    const pages = [
      `/admin/parts/${held}`,
      `/admin/parts/${sold}`,
      "/admin/parts",
      "/admin/today",
      ...(role === "bookkeeper" ? [] : [`/admin/parts/${held}/edit`, `/admin/parts/${sold}/edit`]),
    ];
    const answers = await Promise.all([
      ...pages.map((path) => page(path, role)),
      ...pages.map((path) => page(`${path}.data`, role)),
      api("/api/admin/parts", role),
      ...["Harriet", "Benedict", "ROLE-SOLD"].map((q) => api(`/api/admin/search?q=${q}`, role)),
      ...(role === "yard" || role === "counter"
        ? []
        : ["csv", "json"].map((format) => page(`/admin/export/parts.${format}`, role))),
    ]);
    const texts = await Promise.all(
      answers.map(async (answer) => {
        expect([answer.url, answer.status]).toEqual([answer.url, 200]);
        return answer.text();
      }),
    );
    const all = texts.join("\n");
    expect([HOLDER, BUYER, PAID].filter((text) => all.includes(text))).toEqual(READ[role]);
    const isLinked = texts[0]?.includes(`href="/admin/parts-requests/`);
    expect(isLinked).toBe(role === "owner" || role === "counter");
  });

  it("stays as it is stored when somebody of the yard saves the part, who may not give it either", async () => {
    const stored = await (await api("/api/admin/parts", "yard")).json();
    const part = stored.find(({ _id }: { _id: string }) => _id === sold);
    const put = (change: object) =>
      api(`/api/admin/parts/${sold}`, "yard", {
        method: "PUT",
        body: JSON.stringify({ ...part, images: undefined, ...change }),
      });
    expect((await put({ location: "R-1" })).status).toBe(200);
    const asOwner = async () => {
      const parts = await (await api("/api/admin/parts", "owner")).json();
      return parts.find(({ _id }: { _id: string }) => _id === sold);
    };
    expect(await asOwner()).toMatchObject({ location: "R-1", soldTo: BUYER, soldPrice: 61.37 });
    for (const change of [{ soldTo: "Me" }, { soldPrice: 1 }, { status: "Available" }]) {
      const answer = await put(change);
      expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining("Your role")]);
    }
    for (const intent of ["release", "scrap", "hold"])
      expect(
        (await site.form(`/admin/parts/${sold}`, { intent, hours: "24" }, { cookie: cookies.yard })).status,
      ).toBe(403);
    expect(await asOwner()).toMatchObject({ status: "Sold", soldTo: BUYER, soldPrice: 61.37 });
  });

  it("an Undo brings back what it was, neither read nor made up by whoever undoes it", async () => {
    const made = { status: "Sold", location: null, heldFor: null, heldUntil: null, heldRequestId: null };
    const state = JSON.stringify({ ...made, soldAt: null, soldTo: "Me", soldPriceCents: 1 });
    const forged = await site.form(
      `/admin/parts/${held}`,
      { intent: "undo", state },
      { cookie: cookies.yard },
    );
    expect(forged.status).toBe(400);
    const released = await site.form(`/admin/parts/${held}`, { intent: "release" }, { cookie: cookies.yard });
    const shown = await site.fetch(`/admin/parts/${held}`, {
      headers: { Cookie: cookiesOf(released, cookies.yard) },
    });
    const html = await shown.text();
    const sealed = /name="state" value="([\w-]+)"/.exec(html)?.[1] ?? "";
    expect(sealed).not.toBe("");
    expect(Buffer.from(sealed, "base64url").toString("latin1")).not.toContain(HOLDER);
    const other = await site.form(
      `/admin/parts/${held}`,
      { intent: "undo", state: sealed },
      { cookie: cookies.counter },
    );
    expect(other.status).toBe(400);
    await site.form(`/admin/parts/${held}`, { intent: "undo", state: sealed }, { cookie: cookies.yard });
    expect(await textOf(await page(`/admin/parts/${held}`, "owner"))).toContain(`for ${HOLDER}`);
  });
});

it("an Undo that brings a sale back is of the prices, though it was shown to somebody who had them then", async () => {
  const { cookie, account } = await signedIn(await administrator(undefined, "counter"));
  const { _id } = await shelfPart({ stockNumber: "ROLE-UNDO" });
  const press = (fields: Record<string, string>) => site.form(`/admin/parts/${_id}`, fields, { cookie });
  await press({ intent: "sell", soldPrice: "61.37", soldTo: "Ulla Undone" });
  const released = await press({ intent: "release" });
  const shown = await site.fetch(`/admin/parts/${_id}`, { headers: { Cookie: cookiesOf(released, cookie) } });
  const state = /name="state" value="([\w-]+)"/.exec(await shown.text())?.[1] ?? "";
  expect(state).not.toBe("");
  await site.db.updateTable("administrators").set({ role: "yard" }).where("id", "=", account.id).execute();
  expect((await press({ intent: "undo", state })).status).toBe(403);
  expect(await textOf(await page(`/admin/parts/${_id}`, "owner"))).not.toContain("Sold for");
});

it("the counter sees no settings, and Today says nothing of backups", async () => {
  const today = async (role: Role) => textOf(await page("/admin/today", role));
  expect(await today("owner")).toMatch(/No backup has been made/);
  expect(await today("counter")).not.toMatch(/backup/i);
  expect(await today("yard")).not.toMatch(/Requests No requests|Email/);
});

it("New is offered to whoever can add something", async () => {
  const buttons = async (role: Role) =>
    (await (await page("/admin/today", role)).text()).match(/popovertarget="staff-new"/g)?.length ?? 0;
  expect([await buttons("yard"), await buttons("bookkeeper")]).toEqual([2, 0]);
});

it("an account that was stored before roles is an owner's", async () => {
  const { cookie } = await signedIn();
  const html = await textOf(await site.fetch("/admin/people/roles", { headers: { Cookie: cookie } }));
  expect(html).toMatch(/Yard: Dismantled vehicles, teardown, parts and labels/);
});
