import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { parseLeniently } from "~/api-client";
import * as client from "~/api-client/client";
import { emptyLists, type Integrator, integrator } from "../support/api";
import { PART_REQUEST_BODY, REPAIR_REQUEST_BODY, UNKNOWN_ID } from "../support/bodies";
import { dismantledVehicle, retailVehicle } from "../support/builders";
import { type Site, startSite } from "../support/site";

/*
 * The client as an integrator outside of any browser has it: against the running site, with a cookie jar and a token of its
 * own. What the site answers is held against the contract on the way.
 */
let site: Site;
let us: Integrator;
vi.spyOn(console, "warn").mockImplementation(() => {});

beforeAll(async () => {
  site = await startSite();
});
beforeEach(async () => {
  await emptyLists(site);
  us = integrator(site);
});

describe("requests", () => {
  test("for a part are sent once under a key, read and changed by staff", async () => {
    const keyed = { ...us, headers: { "Idempotency-Key": "part-1" } };
    const sent = await client.createPartRequest(PART_REQUEST_BODY, keyed);
    expect(await client.createPartRequest(PART_REQUEST_BODY, keyed)).toEqual(sent);
    const other = {
      ...PART_REQUEST_BODY,
      partDetails: { ...PART_REQUEST_BODY.partDetails, component: "Fender" },
    };
    await expect(client.createPartRequest(other, keyed)).rejects.toMatchObject({ status: 422 });
    const username = await us.signIn();
    expect(await client.listPartRequests({ status: "pending" }, us)).toEqual([sent]);
    const notes = [{ content: "Called back" }];
    const changed = await client.updatePartRequest(sent._id, { status: "quoted", notes }, us);
    expect(changed).toMatchObject({
      status: "quoted",
      notes: [{ author: username, content: "Called back" }],
    });
    expect(await client.getPartRequest(sent._id, us)).toEqual(changed);
  });

  test("for a repair are sent once under a key, changed and removed by staff", async () => {
    const keyed = { ...us, headers: { "Idempotency-Key": "repair-1" } };
    const sent = await client.createRepairRequest(REPAIR_REQUEST_BODY, keyed);
    expect(await client.createRepairRequest(REPAIR_REQUEST_BODY, keyed)).toEqual(sent);
    await us.signIn();
    const changed = await client.updateRepairRequest(sent._id, { status: "scheduled" }, us);
    expect(changed.status).toBe("scheduled");
    expect(await client.getRepairRequest(sent._id, us)).toEqual(changed);
    expect(await client.listRepairRequests({}, us)).toEqual([changed]);
    await client.deleteRepairRequest(sent._id, us);
    await expect(client.getRepairRequest(sent._id, us)).rejects.toThrow("Repair request not found");
    await expect(client.getPartRequest(UNKNOWN_ID, us)).rejects.toThrow("Part request not found");
  });

  test("that are not taken, or cannot be read, say so", async () => {
    await expect(client.createPartRequest({ ...PART_REQUEST_BODY, vin: "x" }, us)).rejects.toThrow(
      "Please enter a valid 17-character VIN",
    );
    const nameless = {
      ...REPAIR_REQUEST_BODY,
      customerInfo: { ...REPAIR_REQUEST_BODY.customerInfo, name: "" },
    };
    await expect(client.createRepairRequest(nameless, us)).rejects.toMatchObject({
      message: "Failed to submit repair request: 400",
      cause: { details: { error: "Please enter your name" } },
    });
    await expect(client.listPartRequests({}, us)).rejects.toMatchObject({
      message: "Failed to fetch part requests",
      cause: { status: 401 },
    });
    await expect(client.listRepairRequests({}, us)).rejects.toThrow("Failed to fetch repair requests");
  });
});

describe("what the strict server answers", () => {
  const lists = [
    "/api/retail-vehicles",
    "/api/dismantled-vehicles",
    "/api/admin/retail-vehicles",
    "/api/admin/dismantled-vehicles",
    "/api/admin/part-requests",
    "/api/admin/repair-requests",
  ];

  test.each(lists)("%s passes through the lenient reading unchanged, empty or not", async (path) => {
    await us.signIn();
    const read = async () => {
      const answer = await us.fetch(path, { headers: { Authorization: `Bearer ${us.readToken()}` } });
      const text = await answer.text();
      expect(parseLeniently(text)).toEqual(JSON.parse(text));
      return parseLeniently(text).length;
    };
    expect(await read()).toBe(0);
    await retailVehicle({ description: "One line\nand another, with ] and [ and \u{1f697}" });
    await dismantledVehicle({ trim: '"EX" [V6]' });
    await client.createPartRequest(PART_REQUEST_BODY, us);
    await client.createRepairRequest(REPAIR_REQUEST_BODY, us);
    expect(await read()).toBe(1);
  });

  test("is a list of the contract also to the client's own functions", async () => {
    await us.signIn();
    const empty = await Promise.all([
      client.listRetailVehicles({}, us),
      client.listDismantledVehicles({}, us),
      client.listStaffRetailVehicles({}, us),
      client.listStaffDismantledVehicles({}, us),
      client.listPartRequests({}, us),
      client.listRepairRequests({}, us),
    ]);
    expect(empty).toEqual([[], [], [], [], [], []]);
    expect(await client.describeApi(us)).toMatchObject({ openapi: "3.1.0" });
  });
});
