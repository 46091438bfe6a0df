import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { logout, RETRIES_EXHAUSTED, recallOrDecode, verifyToken } from "~/api-client";
import * as client from "~/api-client/client";
import { emptyLists, type Integrator, integrator, without } from "../support/api";
import { ACCORD, DISMANTLED_BODY, HALF_KNOWN } from "../support/bodies";
import { retailVehicle } from "../support/builders";
import { HEIC, photo } from "../support/pictures";
import { type Site, startSite } from "../support/site";
import { administrator, PASSWORD } from "../support/staff";
import { storageOf } from "../support/vin-client";

/*
 * The client as an integrator outside of any browser has it: against the running site, with a cookie jar and a token of its
 * own. What the site answers is held against the contract on the way.
 */
let site: Site;
let us: Integrator;
const warn = vi.spyOn(console, "warn").mockImplementation(() => {});

beforeAll(async () => {
  site = await startSite();
});
beforeEach(async () => {
  await emptyLists(site);
  us = integrator(site);
  warn.mockClear();
});

describe("the staff's session", () => {
  test("is opened, verified, refreshed and ended", async () => {
    const username = await us.signIn();
    expect(await client.verifySession(us)).toMatchObject({ valid: true, user: { username } });
    const fresh = await client.refreshSession(us);
    expect(fresh.user?.username).toBe(username);
    us.keep(fresh.accessToken);
    expect(await verifyToken(us)).toBe("valid");
    expect(await client.signOut(us)).toEqual({ success: true });
    expect(us.cookies()).not.toContain("session=");
    expect(await verifyToken(us)).toBe("over");
    expect(await logout(us)).toBe(true);
  });

  test("is refused, ended and locked in the specification's words", async () => {
    await expect(client.refreshSession(us)).rejects.toMatchObject({
      message: "Failed to refresh token",
      problem: "refused",
    });
    const { username } = await administrator();
    const signIn = (password: string) => client.signIn({ username, password }, us);
    await expect(signIn("")).rejects.toThrow("Please enter both username and password");
    await expect(signIn("wrong")).rejects.toThrow("Invalid username or password");
    await expect(signIn("wrong")).rejects.toThrow("Invalid username or password");
    await expect(signIn("wrong")).rejects.toMatchObject({
      message: "Too many failed attempts. Account locked for 1 minute.",
      status: 429,
      retryAfter: "60",
    });
    await expect(signIn(PASSWORD)).rejects.toThrow(
      "Too many failed attempts. Please try again in 1 minute(s).",
    );
    await expect(client.createRetailVehicle({ stockNumber: "A1", vin: ACCORD }, us)).rejects.toMatchObject({
      status: 401,
    });
    expect(warn).toHaveBeenCalledOnce();
  });
});

describe("vehicles", () => {
  test("for sale are added with their picture, replaced, found by the public, and removed", async () => {
    await us.signIn();
    const image = new Blob([new Uint8Array(await photo(640, 480).jpeg().toBuffer())], { type: "image/jpeg" });
    const picture = await client.uploadPicture(image, us);
    expect(picture).toEqual({ url: `/uploads/${picture.public_id}/640.webp`, public_id: expect.any(String) });
    const added = await client.createRetailVehicle(
      { stockNumber: "A1", vin: ACCORD, price: 12_995, imageUrl: picture.url, notes: "ours" },
      us,
    );
    expect(added).toMatchObject({ price: 12_995, imageUrl: picture.url, notes: "ours", status: "available" });
    expect(await client.listStaffRetailVehicles({ q: "A1" }, us)).toEqual([added]);
    const replaced = await client.updateRetailVehicle(
      added._id,
      { stockNumber: "A1", vin: ACCORD, trim: "EX" },
      us,
    );
    expect([replaced.trim, replaced.price]).toEqual(["EX", undefined]);
    const { notes: _ours, ...shown } = replaced;
    expect(await client.getRetailVehicle(added._id, us)).toEqual(shown);
    expect(await client.listRetailVehicles({ limit: 1 }, us)).toEqual([shown]);
    expect(await client.getVehicleData({}, us)).toEqual({ retailVehicles: [shown], dismantledVehicles: [] });
    expect(await client.deleteRetailVehicle(added._id, us)).toBeUndefined();
    await expect(client.getRetailVehicle(added._id, us)).rejects.toThrow("Vehicle not found");
    await expect(client.deleteRetailVehicle(added._id, us)).rejects.toThrow("Vehicle not found");
  });

  test("for parts are added, replaced and removed", async () => {
    await us.signIn();
    const added = await client.createDismantledVehicle(DISMANTLED_BODY, us);
    const replaced = await client.updateDismantledVehicle(added._id, { ...DISMANTLED_BODY, trim: "EX" }, us);
    expect(await client.listStaffDismantledVehicles({}, us)).toEqual([{ ...added, trim: "EX" }]);
    expect(await client.listDismantledVehicles({ make: "Honda" }, us)).toEqual([replaced]);
    expect(await client.getDismantledVehicle(added._id, us)).toEqual(replaced);
    await client.deleteDismantledVehicle(added._id, us);
    expect(await client.listDismantledVehicles({}, us)).toEqual([]);
  });

  test("that cannot be stored are refused in words, with the fields", async () => {
    await us.signIn();
    await client.createDismantledVehicle(DISMANTLED_BODY, us);
    await expect(
      client.createDismantledVehicle({ ...DISMANTLED_BODY, stockNumber: "a1" }, us),
    ).rejects.toThrow("Stock number already exists");
    await expect(client.createRetailVehicle({ stockNumber: "A1", vin: "short" }, us)).rejects.toMatchObject({
      message: "Please enter a valid 17-character VIN",
      status: 400,
      details: { fields: { vin: ["Please enter a valid 17-character VIN"] } },
    });
    await expect(client.uploadPicture(new Blob([new Uint8Array(HEIC)]), us)).rejects.toThrow(
      "Upload failed: Please upload a valid image file (JPG, PNG, or WebP)",
    );
  });

  test("that the site cannot read fail in the specification's words", async () => {
    const { _id } = await retailVehicle();
    const waited: number[] = [];
    const patient = { ...us, wait: async (milliseconds: number) => void waited.push(milliseconds) };
    await without(site, "retailVehicles", async () => {
      const ours = "Something went wrong on our side. Please try again.";
      await expect(client.getRetailVehicle(_id, us)).rejects.toThrow(`API error: 500 - ${ours}`);
      await expect(client.getVehicleData({ list: "retail" }, us)).rejects.toThrow("Failed to fetch vehicles");
      await expect(client.listRetailVehicles({}, patient)).rejects.toThrow(RETRIES_EXHAUSTED);
    });
    expect(waited).toEqual([1_000, 2_000]);
    await expect(client.listDismantledVehicles({ limit: 0 }, us)).rejects.toThrow("Failed to fetch vehicles");
  });
});

test("a VIN is decoded, and what is kept of it answers the next time", async () => {
  await retailVehicle({ vin: ACCORD });
  expect(await client.decodeVin({ vin: ACCORD }, us)).toMatchObject({
    inInventory: true,
    inventoryType: "retail",
  });
  await expect(client.decodeVin({ vin: "short" }, us)).rejects.toThrow(
    "Please enter a valid 17-character VIN",
  );
  const storage = storageOf();
  const decode = await recallOrDecode(ACCORD, { ...us, storage });
  expect(decode.result).toMatchObject({ outcome: "decoded", vehicleInfo: { year: 2003, model: "Accord" } });
  expect(storage.entries.size).toBe(1);
  expect(await recallOrDecode(HALF_KNOWN, { ...us, storage })).toEqual({
    result: {
      outcome: "incomplete",
      vehicleInfo: { year: 2003, make: "Honda" },
      message: "Could not decode essential vehicle information",
    },
    inventoryType: null,
  });
  expect(storage.entries.size).toBe(1);
});
