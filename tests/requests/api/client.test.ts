import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { issueToken } from "~/accounts/access-token.server";
import { fetchDismantledPage, fetchRetailPage, RETRIES_EXHAUSTED } from "~/api/client/public-list";
import { logout, refreshSession, verifySession } from "~/api/client/session";
import { readToken, storeToken } from "~/api/client/session-storage";
import { uploadPicture } from "~/api/client/upload";
import { decodeVin } from "~/api/client/vin";
import { apiOf, emptyLists, staffApi, without } from "../../support/api";
import { ACCORD, HALF_KNOWN, PART_REQUEST_BODY, REPAIR_REQUEST_BODY } from "../../support/bodies";
import { dismantledVehicle, retailVehicle } from "../../support/builders";
import { fetchOf, text } from "../../support/client";
import { HEIC, photo } from "../../support/pictures";
import { cookiesOf, type Site, startSite } from "../../support/site";
import { signedIn } from "../../support/staff";
import { storageOf } from "../../support/vin-client";

/* The client that our pages use, against the running site. */
let site: Site;
let cookies: string;

beforeAll(async () => {
  site = await startSite();
  vi.spyOn(console, "warn").mockImplementation(() => {});
});
beforeEach(async () => {
  await emptyLists(site);
  cookies = "";
  vi.stubGlobal("localStorage", storageOf());
});

/** A browser's fetch: it knows the site, keeps its cookies and sends its origin. */
const fetch: typeof globalThis.fetch = async (url, init) => {
  const headers = new Headers(init?.headers);
  headers.set("Origin", site.url);
  if (cookies) headers.set("Cookie", cookies);
  const response = await site.fetch(String(url), { ...init, headers });
  cookies = cookiesOf(response, cookies);
  return response;
};

async function signIn() {
  const { cookie, session } = await signedIn();
  cookies = cookie;
  storeToken(await issueToken(session, new Date()), session.user);
  return session.user;
}

test("the staff's session is verified, refreshed and ended", async () => {
  const user = await signIn();
  expect(await verifySession({ fetch })).toBe("valid");
  const fresh = await refreshSession({ fetch });
  expect(fresh).toMatchObject({ ok: true, user });
  if (fresh.ok) storeToken(fresh.accessToken, user);
  expect(await verifySession({ fetch })).toBe("valid");
  expect(await logout({ fetch })).toBe(true);
  expect(cookies).not.toContain("session=");
  expect(await verifySession({ fetch })).toBe("ended");
  expect(await logout({ fetch })).toBe(true);
  expect(await refreshSession({ fetch })).toMatchObject({ ok: false, reason: "ended" });
});

describe("the inventory's list", () => {
  test("is the page that its address shows", async () => {
    await retailVehicle({ make: "Honda" });
    await retailVehicle({ make: "Ford", model: "Focus" });
    const page = await fetchRetailPage(new URLSearchParams("make=Ford"), { fetch });
    expect(page).toMatchObject({ total: 1, all: 2, page: 1, pages: 1, vehicles: [{ model: "Focus" }] });
    expect(page.makes.map(({ make }) => make)).toEqual(["Ford", "Honda"]);
  });

  test("is given up after three attempts", async () => {
    const waited: number[] = [];
    const wait = async (milliseconds: number) => void waited.push(milliseconds);
    await without(site, "retailVehicles", async () => {
      const fetching = fetchRetailPage(new URLSearchParams(), { fetch, wait });
      await expect(fetching).rejects.toThrow(RETRIES_EXHAUSTED);
    });
    expect(waited).toEqual([1_000, 2_000]);
  });
});

test("a picture is uploaded, or refused in words", async () => {
  await signIn();
  const renewToken = vi.fn(async () => {});
  const image = new Blob([new Uint8Array(await photo(640, 480).jpeg().toBuffer())], { type: "image/jpeg" });
  expect(await uploadPicture(image, { fetch, renewToken })).toMatch(/^\/uploads\/.+\/640\.webp$/);
  const heic = new Blob([new Uint8Array(HEIC)]);
  await expect(uploadPicture(heic, { fetch, renewToken })).rejects.toThrow(
    "Upload failed: Please upload a valid image file (JPG, PNG, or WebP)",
  );
  expect(readToken()).toBeDefined();
  expect(renewToken).not.toHaveBeenCalled();
});

test("a VIN is decoded, and cached only if it is complete", async () => {
  await retailVehicle({ vin: ACCORD });
  const storage = storageOf();
  expect(await decodeVin(ACCORD, { fetch, storage })).toMatchObject({
    result: { outcome: "decoded", vehicleInfo: { year: 2003, model: "Accord" } },
    inventoryType: "retail",
  });
  expect(storage.entries.size).toBe(1);
  expect(await decodeVin(HALF_KNOWN, { fetch, storage })).toEqual({
    result: {
      outcome: "incomplete",
      vehicleInfo: { year: 2003, make: "Honda" },
      message: "Could not decode essential vehicle information",
    },
    inventoryType: null,
  });
  expect(storage.entries.size).toBe(1);
});

test.each([
  "/retail-vehicles",
  "/dismantled-vehicles",
  "/admin/retail-vehicles",
  "/admin/dismantled-vehicles",
  "/admin/part-requests",
  "/admin/repair-requests",
])("the lenient parser reads %s as it is, empty or not", async (path) => {
  const staff = await staffApi(site);
  const read = async () => {
    const answer = await (await staff.get(path)).text();
    const { vehicles } = await fetchDismantledPage(new URLSearchParams(), fetchOf(text(answer)));
    expect(vehicles).toEqual(JSON.parse(answer));
    return vehicles.length;
  };
  expect(await read()).toBe(0);
  await retailVehicle({ description: "One line\nand another, with ] and [ and \u{1f697}" });
  await dismantledVehicle({ trim: '"EX" [V6]' });
  await apiOf(site).post("/part-requests", PART_REQUEST_BODY);
  await apiOf(site).post("/repair-requests", REPAIR_REQUEST_BODY);
  expect(await read()).toBe(1);
});
