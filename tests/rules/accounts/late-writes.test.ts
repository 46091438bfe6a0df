import type { ActionFunctionArgs, AppLoadContext } from "@remix-run/node";
import { beforeAll, expect, test } from "vitest";
import { issueToken } from "~/accounts/access-token.server";
import type { Administrator } from "~/accounts/administrator.server";
import { changeRole, turnOff } from "~/accounts/people.server";
import { staffAction } from "~/accounts/require-staff.server";
import { endSessions } from "~/accounts/session.server";
import { staffResourceRoute } from "~/api/resources/staff-resource.server";
import { COMMAND_LINE } from "~/context.server";
import { db, engine, transaction } from "~/db/connection.server";
import { migrate } from "~/db/migrate.server";
import { changeSeveral } from "~/export/bulk.server";
import { PART_REQUESTS } from "~/requests/part-requests";
import { findRequest } from "~/requests/record.server";
import { changeStatus } from "~/requests/work.server";
import { loadedHashes } from "~/settings/rebase.server";
import { findSection, type SettingsSection } from "~/settings/sections";
import { readSection, saveSection } from "~/settings/settings.server";
import { toTyped } from "~/settings/values";
import { as } from "../../support/act";
import { retailVehicle } from "../../support/builders";
import { newPartRequest } from "../../support/requests";
import { administrator, signedIn } from "../../support/staff";

beforeAll(async () => {
  await migrate(engine);
  await administrator();
});

const byHand = <Result>(run: () => Promise<Result>) => as({ ...COMMAND_LINE, now: new Date() }, run);
const context = {
  requestId: "test",
  clientIp: "203.0.113.7",
  client: { onlyWhile: () => {} },
} as unknown as AppLoadContext;

const ENDINGS: [string, (account: Administrator) => Promise<unknown>][] = [
  ["has another role", ({ id }) => changeRole(id, "yard", null)],
  ["is turned off", ({ id }) => turnOff(id, null)],
  ["is signed out", ({ id }) => endSessions(id, {})],
];

/** Runs what a request does while something else holds the lock, behind which its sender's account or session comes to an end. */
async function waitingFor(ending: () => Promise<unknown>, request: (begun: () => void) => Promise<unknown>) {
  let begun = () => {};
  const hasBegun = new Promise<void>((resolve) => {
    begun = resolve;
  });
  const held = byHand(() => transaction(() => hasBegun.then(ending)));
  const answer = (await request(begun).catch((thrown: unknown) => thrown)) as Response;
  await held;
  return answer;
}

/** Posts a form whose action writes. */
function post(cookie: string, write: () => Promise<unknown>) {
  return (begun: () => void) => {
    const request = new Request("http://localhost/admin", { method: "POST", headers: { Cookie: cookie } });
    const action = staffAction(async () => {
      begun();
      return write();
    });
    return action({ request, context, params: {} } as ActionFunctionArgs) as Promise<unknown>;
  };
}

test.each(ENDINGS)("what a form writes is not stored if its sender %s while it waits", async (_why, end) => {
  const section = findSection("business") as SettingsSection;
  const { value } = await readSection(section);
  const request = await newPartRequest();
  const writes = [
    () =>
      saveSection(
        section,
        { ...toTyped(section, value), name: "Late Salvage" },
        loadedHashes(section, value),
      ),
    () => changeStatus(PART_REQUESTS, request, { status: "fulfilled", expectedVersion: "pending" }),
  ];
  for (const write of writes) {
    const { cookie, account } = await signedIn();
    const answer = await waitingFor(() => end(account), post(cookie, write));
    expect([answer.status, answer.headers.get("Location")]).toEqual([303, "/admin/account"]);
  }
  expect((await readSection(section)).value).toEqual(value);
  expect(await findRequest(PART_REQUESTS, request)).toMatchObject({ status: "pending" });
});

test.each([
  ["has another role", ENDINGS[0]?.[1], 403],
  ["is signed out", ENDINGS[2]?.[1], 401],
] as const)("nor what the API writes if its caller %s", async (_why, end, status) => {
  const request = await newPartRequest();
  const { session, account } = await signedIn();
  const token = await issueToken(session, new Date());
  const call = (begun: () => void) =>
    staffResourceRoute({
      PUT: async () => {
        begun();
        await changeStatus(PART_REQUESTS, request, { status: "fulfilled", expectedVersion: "pending" });
        return new Response();
      },
    }).action({
      ...{ context, params: {} },
      request: new Request(`http://localhost/api/admin/part-requests/${request}`, {
        ...{ method: "PUT", headers: { Authorization: `Bearer ${token}` } },
      }),
    } as ActionFunctionArgs) as Promise<unknown>;
  expect((await waitingFor(async () => end?.(account), call)).status).toBe(status);
  expect(await findRequest(PART_REQUESTS, request)).toMatchObject({ status: "pending" });
});

test("a change of several records goes on after whoever asked for it has logged out", async () => {
  const { _id } = await retailVehicle();
  const { cookie, account } = await signedIn();
  const change = { list: "retail-vehicles", action: "status", value: "pending", ids: [_id] } as const;
  await post(cookie, async () => {
    const changing = changeSeveral(change);
    await endSessions(account.id, {});
    expect(await changing).toMatchObject({ status: "done", changed: 1 });
  })(() => {});
  const { status } = await db
    .selectFrom("retailVehicles")
    .select("status")
    .where("id", "=", _id)
    .executeTakeFirstOrThrow();
  expect(status).toBe("pending");
});
