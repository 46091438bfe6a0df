import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { issueToken } from "~/accounts/access-token.server";
import { config } from "~/config.server";
import { dismantledVehicle, retailVehicle } from "../../support/builders";
import { type BuiltRoute, builtRoutesBelow, rawRequest } from "../../support/built-routes";
import { inTurn } from "../../support/in-turn";
import { partRequest, repairRequest, vehicleInquiry } from "../../support/requests";
import { type Site, startSite } from "../../support/site";
import { signedIn } from "../../support/staff";

/** A few words of each file that must never leave the house. */
const FILES_OF_OURS = /SQLite format 3|"dependencies"|root:x:0|telltale secret|createSite|lockfileVersion/;
const PICTURE = "0123456789abcdef01234567-8x6";

let site: Site;
let sample: string;
let routes: BuiltRoute[];
let staff: Record<string, string>;
beforeAll(async () => {
  site = await startSite();
  sample = (await retailVehicle())._id;
  routes = await builtRoutesBelow(site, "", ":id");
  const { cookie, session } = await signedIn();
  staff = { Cookie: cookie, Authorization: `Bearer ${await issueToken(session, new Date())}` };
  mkdirSync(path.join(config.UPLOADS_DIR, PICTURE), { recursive: true });
  writeFileSync(path.join(config.UPLOADS_DIR, PICTURE, "8.webp"), "picture");
  writeFileSync(path.join(config.UPLOADS_DIR, ".hidden"), "telltale secret");
  writeFileSync(path.join(config.DATA_DIR, "telltale"), "telltale secret");
});

/** Ways up and out, as they go over the wire. */
const WAYS_UP = [
  "../",
  "..%2f",
  "%2e%2e/",
  "%2e%2e%2f",
  "%252e%252e%252f",
  "..%5c",
  "..\\",
  "..%255c",
  "..;/",
  "..%00/",
  "..%c0%af",
  "..%ef%bc%8f",
  "....//",
  ".%2e/",
  "%uff0e%uff0e/",
];
const TARGETS = [
  "data/site.db",
  "data/telltale",
  "data/limits.db",
  "package.json",
  "etc/passwd",
  "server/index.js",
];

describe("a way out of the folder that is served", () => {
  test.each(["/uploads/", `/uploads/${PICTURE}/`, "/assets/", "/", "/api/", "/inventory/"])(
    "there is none from %s",
    async (start) => {
      // A page is drawn for each that leads nowhere, which takes its time.
      const targets = /^\/(uploads|assets)\//.test(start) ? TARGETS : TARGETS.slice(0, 2);
      const asked = WAYS_UP.flatMap((up) =>
        [1, 2].flatMap((levels) => targets.map((target) => start + up.repeat(levels) + target)),
      );
      const absolute = targets.flatMap((target) => [
        `${start}/${target}`,
        `${start}%2f${target}`,
        `${start}file:///${target}`,
        `${start}${config.DATA_DIR}/telltale`,
        `${start}%2f${config.DATA_DIR.slice(1)}%2ftelltale`,
      ]);
      const wrong: string[] = [];
      for (const address of [...asked, ...absolute]) {
        const { status, body } = await rawRequest(site, "GET", address, staff);
        const away = status >= 300 && status < 500;
        if (!away || FILES_OF_OURS.test(body)) wrong.push(`${address}: ${status}`);
      }
      expect(wrong).toEqual([]);
    },
  );

  test.each([
    "/uploads/.hidden",
    "/uploads/%2ehidden",
    "/uploads",
    "/uploads/",
    `/uploads/${PICTURE}`,
    `/uploads/${PICTURE}/`,
    `/uploads/${PICTURE}/8.webp/`,
    `/uploads/${PICTURE}/8.webp%00.html`,
    `/uploads/${PICTURE}/8.webp%20`,
    `/uploads/${PICTURE}/.`,
    "/assets/",
    "/assets/.vite/manifest.json",
    "/.vite/manifest.json",
    "/.env",
    "/.git/config",
    "/server.ts",
    "/build/server/index.js",
    "/__manifest?p=/admin&version=1",
  ])("%s is not there", async (address) => {
    const answer = await rawRequest(site, "GET", address, staff);
    expect([400, 404]).toContain(answer.status);
    expect(answer.body).not.toMatch(FILES_OF_OURS);
  });
});

describe("an id", () => {
  const odd = () => [
    "a",
    "0",
    "-1",
    "null",
    "undefined",
    "__proto__",
    "constructor",
    "%00",
    "%0d%0aSet-Cookie:a=b",
    "1%20OR%201=1",
    "'%3B%20drop%20table%20sessions%3B--",
    "%27%20UNION%20SELECT%20passwordHash%20FROM%20administrators--",
    "%25",
    "%F0%9F%98%80",
    "*",
    "$ne",
    "[object%20Object]",
    sample.toLowerCase(),
    `${sample}%00`,
    `${sample.slice(0, -1)}%25`,
    `${sample}.json`,
    "x".repeat(65),
    "x".repeat(8_000),
    "01ARZ3NDEKTSV4RRFFQ69G5FAV",
  ];

  test("that is odd, long or made up finds nothing and fails nothing, whoever asks and however", async () => {
    const withId = routes.filter((route) => route.path.includes(":id"));
    expect(withId.length).toBeGreaterThan(12);
    const wrong: string[] = [];
    for (const [{ path: pattern }, id] of inTurn(withId, odd(), 6)) {
      const address = pattern.replace(":id", id);
      const asked = pattern.startsWith("/api") ? address : `${address}.data`;
      const { status, headers } = await rawRequest(site, "GET", asked, staff);
      if (status < 400 || status >= 500 || headers["set-cookie"])
        wrong.push(`${asked.slice(0, 120)}: ${status}`);
    }
    expect(wrong).toEqual([]);
  });

  test("that is odd has a page that says so", async () => {
    for (const id of [
      "'",
      "%22%3E%3Cscript%3E",
      sample.toLowerCase(),
      "x".repeat(8_000),
      "/".repeat(15_000),
    ]) {
      for (const address of [`/inventory/${id}`, `/admin/retail-vehicles/${id}/edit`]) {
        const { status, body } = await rawRequest(site, "GET", address, staff);
        expect(id.length > 2_000 ? [414] : [400, 404]).toContain(status);
        expect(body).not.toContain('"><script>');
      }
    }
  });

  test("of a request opens nothing for a visitor, though it is right", async () => {
    const ids = [
      await partRequest(),
      await repairRequest(),
      await vehicleInquiry(),
      (await dismantledVehicle({ status: "Scrapped" }))._id,
    ];
    for (const id of ids) {
      for (const address of [
        `/inventory/${id}`,
        `/inventory/${id}.data`,
        `/api/retail-vehicles/${id}`,
        `/api/dismantled-vehicles/${id}`,
        `/contact?vehicle=${id}`,
        `/partsrequest?vehicle=${id}`,
        `/repair?sent=${id}`,
        `/inventory/${sample}?sent=${id}`,
        `/uploads/${id}`,
      ]) {
        const { body } = await rawRequest(site, "GET", address);
        expect(body, address).not.toMatch(/Ann Lee|Stan Wu|Ivy Quist|555010[124]|ann\?lee|stan@|ivy@/);
      }
    }
  });

  test("cannot be told from the one before it", async () => {
    const made = await Promise.all(Array.from({ length: 50 }, async () => (await retailVehicle())._id));
    // Made within the same moment they share their time; the rest is chance and takes no steps of one.
    const chance = made.map((id) => id.slice(10));
    expect(new Set(chance.map((text) => text.slice(0, 6))).size).toBeGreaterThan(40);
    expect(chance.every((text) => text.length >= 16)).toBe(true);
  });
});
