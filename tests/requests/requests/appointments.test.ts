import { parse } from "node-html-parser";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { customerKey } from "~/requests/customer-link.server";
import { REPAIR_REQUESTS } from "~/requests/repair-requests";
import { changeStatus, deleteRequest } from "~/requests/work.server";
import { formatReference } from "~/values/id";
import { as } from "../../support/act";
import { type StaffApi, staffApi } from "../../support/api";
import { callback, newPartRequest, repairRequest } from "../../support/requests";
import { cookiesOf, type Site, startSite, textOf } from "../../support/site";
import { expireSessions, signedIn } from "../../support/staff";

const REPAIRS = "/admin/repair-requests";
// A Tuesday.
const DAY = "2031-12-16";

let site: Site;
let cookie: string;
let username: string;
let api: StaffApi;
beforeAll(async () => {
  site = await startSite();
  api = await staffApi(site);
  const staff = await signedIn();
  cookie = staff.cookie;
  username = staff.account.username;
});
beforeEach(async () => {
  await site.db.deleteFrom("repairRequests").execute();
});

const open = (path: string, jar = cookie) => site.fetch(path, { headers: { Cookie: jar } });
const words = async (path: string) => textOf(await open(path));
const versionOf = async (id: string) =>
  (await (await api.get(`/admin/repair-requests/${id}`)).json()).appointment?.setAt ?? "";
/** Posts the form as it was opened now; the page after it, with its toast. */
async function book(id: string, fields: Record<string, string>) {
  const form = { expectedVersion: await versionOf(id), day: DAY, time: "14:00", minutes: "90", ...fields };
  const answer = await site.form(`${REPAIRS}/${id}/appointment`, form, { cookie });
  const to = answer.headers.get("Location");
  if (answer.status !== 303 || !to) throw new Error(`${answer.status}: ${await textOf(answer)}`);
  return { to, said: await textOf(await open(to, cookiesOf(answer, cookie))) };
}
async function refused(id: string, fields: Record<string, string>) {
  const answer = await site.form(`${REPAIRS}/${id}/appointment`, fields, { cookie });
  const page = await answer.text();
  return { status: answer.status, page, said: await textOf(new Response(page)) };
}

test("an appointment is set on the request's page, which makes the request scheduled, and shows who did", async () => {
  const id = await callback();
  const { to, said } = await book(id, {});
  expect(to).toBe(`${REPAIRS}/${id}`);
  expect(said).toContain("Appointment saved");
  expect(said).toContain("Tuesday, December 16, 2031 , 2:00 PM to 3:30 PM (1 hour 30 minutes)");
  expect(said).toContain("Scheduled");
  expect(said).toContain(`Last change: ${username}`);
  expect(said).toMatch(/Appointment .*Dec 16, 2031, 2:00 PM/);
  const moved = await book(id, { time: "9:30 am", minutes: "60" });
  expect(moved.said).toContain("9:30 AM to 10:30 AM");
  const removed = await book(id, { intent: "remove" });
  expect(removed.said).toContain("Appointment removed");
  expect(removed.said).toContain("None yet");
  expect(removed.said).toContain("Pending");
});

test("what is wrong is said by its field, and what was typed stays", async () => {
  const id = await callback();
  const fields = { expectedVersion: "", day: "2020-01-01", time: "half past", minutes: "7" };
  const { status, page, said } = await refused(id, fields);
  expect(status).toBe(400);
  expect(said).toContain("Please enter today or a later day, such as 12/31/2026");
  expect(said).toContain("Please enter a time, such as 9:30 am");
  expect(said).toContain("Please choose how long it takes");
  for (const typed of ["2020-01-01", "half past"]) expect(page).toContain(`value="${typed}"`);
  const empty = await refused(id, {});
  expect([empty.status, empty.said.includes("Please enter a time")]).toEqual([400, true]);
  expect(await versionOf(id)).toBe("");
});

test("a day off and an hour before opening are taken with a warning", async () => {
  const { said } = await book(await callback(), { day: "2031-12-20", time: "10:00" });
  expect(said).toContain("Appointment saved");
  expect(said).toContain("Outside opening hours (Monday to Friday 8am to 5pm)");
});

test("who comes second is told what is set now, and the same form sent twice is no conflict", async () => {
  const id = await callback();
  const fields = { expectedVersion: "", day: DAY, time: "14:00", minutes: "90" };
  await book(id, fields);
  const twice = await book(id, fields);
  expect(twice.said).toContain("Appointment saved");
  const { status, said, page } = await refused(id, { ...fields, time: "11:15" });
  expect(status).toBe(409);
  expect(said).toContain("Someone else has set it to Tuesday, December 16, 2031, 2:00 PM to 3:30 PM.");
  expect(page).toContain('value="11:15"');
  expect(page).toContain(`name="expectedVersion" value="${await versionOf(id)}"`);
});

test("a deleted request gets none, nor does one of another kind", async () => {
  const id = await callback();
  await as({ now: new Date() }, () => deleteRequest(REPAIR_REQUESTS, id));
  const late = await refused(id, { expectedVersion: "", day: DAY, time: "14:00", minutes: "90" });
  expect([late.status, late.said.includes("We can't find that request.")]).toEqual([409, true]);
  const part = await newPartRequest();
  expect((await open(`${REPAIRS}/${part}/appointment`)).status).toBe(404);
  const page = parse(await (await open(`/admin/parts-requests/${part}`)).text());
  expect(page.querySelector("main")?.textContent).not.toContain("Appointment");
});

test("the week has every appointment by its day, and says which overlap", async () => {
  const [first, second, third, cancelled] = [
    await callback(),
    await repairRequest(),
    await callback(),
    await callback(),
  ];
  await book(first, {});
  const { said } = await book(second, { time: "15:00", minutes: "30" });
  expect(said).toMatch(/Overlaps RR-\w{6} of Cal Back, 2:00 PM to 3:30 PM/);
  await book(third, { day: "2031-12-21", time: "23:30", minutes: "15" });
  await book(cancelled, {});
  await as({ now: new Date() }, () =>
    changeStatus(REPAIR_REQUESTS, cancelled, { status: "cancelled", expectedVersion: "scheduled" }),
  );
  const week = await words("/admin/appointments?week=2031-12-18");
  expect(week).toContain("Dec 15, 2031 to Dec 21, 2031: 3 appointments");
  expect(week).toMatch(
    /Monday, December 15 No appointments Tuesday, December 16 2:00 PM to 3:30 PM 1 hour 30 minutes Overlaps Stan Wu Cal Back/,
  );
  expect(week).toMatch(/3:00 PM to 3:30 PM 30 minutes Overlaps Cal Back Stan Wu .*2016 Honda CR-V/);
  expect(week).toMatch(/Sunday, December 21 Closed 11:30 PM to 11:45 PM/);
  const html = await (await open("/admin/appointments?week=2031-12-18")).text();
  expect(html).toContain('href="/admin/appointments?week=2031-12-08"');
  expect(html).toContain('href="/admin/appointments?week=2031-12-22"');
  expect(await words("/admin/appointments?week=2031-12-22")).toContain("no appointments");
  expect(await words("/admin/appointments?week=nonsense")).toContain(", today");
});

test("the customer reads it behind the private link, with its calendar file, until the request is done", async () => {
  const id = await repairRequest();
  const key = customerKey({ prefix: "RR", id }, new Date());
  const page = `/your-request?${new URLSearchParams({ key })}`;
  const file = `/your-request/appointment.ics?${new URLSearchParams({ key })}`;
  expect((await site.fetch(file)).status).toBe(404);
  await book(id, {});
  const said = await textOf(await site.fetch(page));
  expect(said).toContain("Your Appointment Tuesday, December 16, 2031 2:00 PM to 3:30 PM");
  const calendar = await site.fetch(file);
  expect(calendar.headers.get("Content-Type")).toBe("text/calendar; charset=utf-8");
  expect(calendar.headers.get("Cache-Control")).toBe("private, no-store");
  const text = await calendar.text();
  expect(text).toContain("DTSTART:20311216T190000Z\r\nDTEND:20311216T203000Z\r\n");
  expect(text).toContain(formatReference("RR", id));
  expect(text).not.toContain("Stan Wu");
  await as({ now: new Date() }, () =>
    changeStatus(REPAIR_REQUESTS, id, { status: "completed", expectedVersion: "in_progress" }),
  );
  expect(await textOf(await site.fetch(page))).not.toContain("Your Appointment");
  expect((await site.fetch(file)).status).toBe(404);
  expect((await site.fetch("/your-request/appointment.ics?key=x")).status).toBe(404);
});

test("staff have a calendar file of their own", async () => {
  const id = await repairRequest();
  expect((await open(`${REPAIRS}/${id}/appointment.ics`)).status).toBe(404);
  await book(id, {});
  const calendar = await open(`${REPAIRS}/${id}/appointment.ics`);
  expect(calendar.headers.get("Content-Disposition")).toContain("appointment.ics");
  expect(await calendar.text()).toContain("SUMMARY:Stan Wu: 2016 Honda CR-V EX-L 2.4L I4\r\n");
  const anyone = await site.fetch(`${REPAIRS}/${id}/appointment.ics`);
  expect(anyone.headers.get("Location")).toContain("/login");
});

test("a form posted after the session ended comes back as typed", async () => {
  const id = await callback();
  const staff = await signedIn();
  await expireSessions(staff.account);
  const fields = { expectedVersion: "", day: DAY, time: "11:45", minutes: "240" };
  const answer = await site.form(`${REPAIRS}/${id}/appointment`, fields, { cookie: staff.cookie });
  const login = new URL(answer.headers.get("Location") ?? "", site.url);
  const back = login.searchParams.get("redirectTo") ?? "";
  const again = await signedIn(staff.account);
  const page = await (await open(back, again.cookie)).text();
  expect(page).toContain("Your session had ended when you sent this.");
  expect(page).toContain('value="11:45"');
  expect(page).toContain('<option value="240" selected="">');
});

test("the API's record and the export have the appointment", async () => {
  const id = await repairRequest();
  await book(id, {});
  const record = await (await (await staffApi(site)).get(`/admin/repair-requests/${id}`)).json();
  expect(record.appointment).toEqual({
    startsAt: "2031-12-16T19:00:00.000Z",
    minutes: 90,
    setAt: await versionOf(id),
  });
  const csv = await (await open("/admin/export/repair-requests.csv")).text();
  expect(csv).toContain("2031-12-16T19:00:00.000Z");
});
