import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { issueToken } from "~/accounts/access-token.server";
import { logout, refreshSession, verifySession } from "~/api/client/session";
import { readToken, storeToken } from "~/api/client/session-storage";
import { uploadPicture } from "~/api/client/upload";
import { decodeVin } from "~/api/client/vin";
import { emptyLists } from "../../support/api";
import { ACCORD, HALF_KNOWN } from "../../support/bodies";
import { retailVehicle } from "../../support/builders";
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
