import { parse } from "node-html-parser";
import { beforeAll, describe, expect, test } from "vitest";
import { recordsOf } from "../../support/api";
import { newVin, retailVehicle } from "../../support/builders";
import { filePart, MULTIPART, multipart, type RawPart, sendRaw, textPart } from "../../support/multipart";
import { pictureSender, type Sender } from "../../support/picture-sender";
import { HEIC, photo } from "../../support/pictures";
import { type Site, startSite } from "../../support/site";
import { administrator, expireSessions, signedIn } from "../../support/staff";

let site: Site;
let sender: Sender;
beforeAll(async () => {
  site = await startSite();
  sender = await pictureSender(site);
});

const vehicleOf = async (stockNumber: string) =>
  (await recordsOf(site, "retail-vehicles")).find((vehicle) => vehicle.stockNumber === stockNumber);

describe("an editor's form with a picture", () => {
  const pages = [
    "/admin/dismantled-vehicles/new",
    "/admin/retail-vehicles/new",
    "/admin/dismantled-vehicles/0123456789/edit",
    "/admin/retail-vehicles/0123456789/edit",
  ];
  const post = (path: string, headers: Record<string, string>) =>
    sendRaw(site.url + path, {
      headers: { "Content-Type": MULTIPART, Origin: site.url, ...headers },
      body: multipart([
        textPart("stockNumber", "K-7 & Söhne"),
        filePart(sender.jpeg),
        textPart("notes", "a\r\nb"),
      ]),
    }).answer;

  test.each(pages)("at %s needs a session: a stranger is sent to sign in, unread", async (path) => {
    const { request, answer } = sendRaw(site.url + path, {
      headers: { "Content-Type": MULTIPART, Origin: site.url, "Content-Length": "4000000" },
      end: false,
    });
    const { status, headers } = await answer;
    expect([status, headers.location]).toEqual([303, `/login?redirectTo=${encodeURIComponent(path)}`]);
    request.destroy();
  });

  test.each(pages)("at %s gets through the door, plain and as data", async (path) => {
    for (const address of [path, `${path}.data`]) {
      const { status } = await post(address, { Cookie: sender.cookie });
      expect([403, 413, 415, 500]).not.toContain(status);
    }
  });

  test.each(["", ".data"])("is stored with its words and its picture (/new%s)", async (suffix) => {
    const stockNumber = `K-7 & Söhne ${suffix}`;
    const { answer } = sendRaw(`${site.url}/admin/retail-vehicles/new${suffix}`, {
      headers: { "Content-Type": MULTIPART, Origin: site.url, Cookie: sender.cookie },
      body: multipart([
        filePart(sender.jpeg),
        textPart("stockNumber", stockNumber),
        textPart("vin", newVin()),
        textPart("notes", "one\r\ntwo"),
      ]),
    });
    expect((await answer).status).toBeLessThan(400);
    const stored = await vehicleOf(stockNumber.trim());
    expect(stored.notes).toBe("one\ntwo");
    expect((await site.fetch(stored.imageUrl)).status).toBe(200);
  });

  test.each(['[{"imageUrl":"/uploads/bbbbbbbbbbbbbbbbbbbbbbbb-1200x900-2/1200.webp","alt":""}]', "{"])(
    "names no picture by a field that the page doesn't have: images=%s",
    async (images) => {
      const stockNumber = `K-8 ${images.length}`;
      const answer = await site.fetch("/admin/retail-vehicles/new", {
        method: "POST",
        headers: { Origin: site.url, Cookie: sender.cookie },
        body: new URLSearchParams({ stockNumber, vin: newVin(), images }),
      });
      expect(answer.status).toBeLessThan(400);
      expect(await vehicleOf(stockNumber)).not.toHaveProperty("images.0");
    },
  );

  test("posted after the session ended is held with its words and its picture", async () => {
    const late = await signedIn();
    await expireSessions(late.account);
    const { status, headers } = await post("/admin/retail-vehicles/new", { Cookie: late.cookie });
    expect(status).toBe(303);
    const id = /saved%3D(\w+)/.exec(headers.location ?? "")?.[1] ?? "";
    // As it is held: the page that it comes back on has fields of its own too.
    const held = await site.db
      .selectFrom("savedSubmissions")
      .select("fields")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    const fields = new Map<string, string>(JSON.parse(held.fields));
    expect([...fields.keys()]).toEqual([
      "stockNumber",
      "notes",
      "images[0].imageUrl",
      "images[0].alt",
      "images[0].caption",
    ]);
    expect([fields.get("stockNumber"), fields.get("notes")]).toEqual(["K-7 & Söhne", "a\r\nb"]);
    expect((await site.fetch(fields.get("images[0].imageUrl") ?? "")).status).toBe(200);
  });

  test("posted after the session ended is held without its picture where the role has no say there", async () => {
    const late = await signedIn(await administrator("late-yard", "yard"));
    await expireSessions(late.account);
    const { headers } = await post("/admin/retail-vehicles/new", { Cookie: late.cookie });
    const id = /saved%3D(\w+)/.exec(headers.location ?? "")?.[1] ?? "";
    const held = await site.db.selectFrom("savedSubmissions").select("fields").where("id", "=", id).execute();
    expect(JSON.stringify(held)).not.toContain("images");
  });

  test("whose picture is no good is held for its words all the same, and comes back with the reason", async () => {
    const late = await signedIn();
    await expireSessions(late.account);
    const path = "/admin/dismantled-vehicles/new";
    const comesBackWith = async (picture: Buffer) => {
      const { answer } = sendRaw(site.url + path, {
        headers: { "Content-Type": MULTIPART, Origin: site.url, Cookie: late.cookie },
        body: multipart([
          textPart("stockNumber", "D-1"),
          textPart("pictureProblem", "forged"),
          filePart(picture),
        ]),
      });
      const id = /saved%3D(\w+)/.exec((await answer).headers.location ?? "")?.[1] ?? "";
      const { cookie } = await signedIn(late.account);
      return (await site.fetch(`${path}?saved=${id}`, { headers: { Cookie: cookie } })).text();
    };
    const without = await comesBackWith(HEIC);
    expect(without).toContain('value="D-1"');
    expect(without).toContain("Not every photo was saved");
    expect(without).toContain("Please upload a valid image file (JPG, PNG, or WebP)");
    expect(without).not.toContain("forged");
    const withIt = await comesBackWith(sender.jpeg);
    expect(withIt).not.toContain("Not every photo was saved");
    expect(withIt).not.toContain("forged");
  });
});

describe("several pictures, without script", () => {
  /** The editor's form as a browser without script posts it, and the page that comes back. */
  async function post(path: string, parts: RawPart[]) {
    const { answer } = sendRaw(site.url + path, {
      headers: { "Content-Type": MULTIPART, Origin: site.url, Cookie: sender.cookie },
      body: multipart(parts),
    });
    const { status, text } = await answer;
    const page = parse(text);
    const rows = page.querySelectorAll(".picture-row").map((row) => ({
      imageUrl: row.querySelector("[name$=imageUrl]")?.getAttribute("value") ?? "",
      caption: row.querySelector("[name$=caption]")?.getAttribute("value"),
      removed: row.querySelector("[name$=removed]")?.hasAttribute("checked"),
    }));
    return { status, page, rows, text };
  }
  const rowParts = (row: number, fields: Record<string, string>) =>
    Object.entries(fields).map(([name, value]) => textPart(`images[${row}].${name}`, value));
  const pictures = () =>
    Promise.all(
      [1, 2, 3].map((red) =>
        photo(60 + red, 45, `#${red}${red}6655`)
          .jpeg()
          .toBuffer(),
      ),
    );
  const vehicle = (stockNumber: string) => [textPart("stockNumber", stockNumber), textPart("vin", newVin())];
  const path = "/admin/retail-vehicles/new";

  test("are stored together; one that is no picture is named and costs neither the others nor a word", async () => {
    const [first = Buffer.alloc(0), second = Buffer.alloc(0)] = await pictures();
    const posted = await post(path, [
      ...vehicle("MANY-1"),
      filePart(first, { filename: "IMG_2040.jpg" }),
      filePart(HEIC, { filename: "IMG_2041.heic" }),
      filePart(second, { filename: "IMG_2042.jpg" }),
      textPart("intent", "save"),
    ]);
    expect(posted.status).toBe(415);
    expect(posted.rows).toHaveLength(2);
    expect(posted.page.querySelector(".pictures-field ul.field__error")?.text.trim()).toBe(
      "IMG_2041.heic: Please upload a valid image file (JPG, PNG, or WebP)",
    );
    expect(posted.text).toContain('value="MANY-1"');
    const again = await post(path, [
      ...vehicle("MANY-1"),
      ...posted.rows.flatMap(({ imageUrl }, row) =>
        rowParts(row, { imageUrl, caption: `No. ${row}`, alt: "" }),
      ),
      filePart("", { filename: "", type: "application/octet-stream" }),
    ]);
    expect(again.status).toBe(303);
    const { imageUrl, images } = await vehicleOf("MANY-1");
    expect(imageUrl).toBe(posted.rows[0]?.imageUrl);
    expect(images).toEqual(
      posted.rows.map((row, number) => ({ imageUrl: row.imageUrl, alt: "", caption: `No. ${number}` })),
    );
  });

  test("are added, moved and removed before anything is saved; a removed one can be brought back", async () => {
    const chosen = await pictures();
    const added = await post(path, [
      ...chosen.map((bytes) => filePart(bytes)),
      textPart("make", "Sub"),
      textPart("intent", "pictures"),
    ]);
    expect([added.status, added.rows.length]).toEqual([200, 3]);
    expect(added.text).not.toContain("There is a problem");
    expect(added.text).toContain('value="Sub"');
    const urls = added.rows.map(({ imageUrl }) => imageUrl);
    const parts = urls.flatMap((imageUrl, row) =>
      rowParts(row, { imageUrl, caption: `${row}`, ...(row === 0 ? { removed: "yes" } : {}) }),
    );
    const moved = await post(path, [...parts, textPart("intent", "picture-up-2")]);
    expect(moved.rows).toEqual([
      { imageUrl: urls[0], caption: "0", removed: true },
      { imageUrl: urls[2], caption: "2", removed: false },
      { imageUrl: urls[1], caption: "1", removed: false },
    ]);
    const [first, ...rest] = moved.page.querySelectorAll(".picture-row");
    expect(first?.querySelector("button[value=picture-up-0]")?.hasAttribute("disabled")).toBe(true);
    expect(rest.at(-1)?.querySelector("button[value=picture-down-2]")?.hasAttribute("disabled")).toBe(true);
    expect(moved.page.querySelector("button[value=picture-up-1]")?.getAttribute("formaction")).toBe(
      `${path}#part-vehicle-image`,
    );
    const saved = await post(path, [...vehicle("MANY-2"), ...parts]);
    expect(saved.status).toBe(303);
    const { images } = await vehicleOf("MANY-2");
    expect(images.map((image: { imageUrl: string }) => image.imageUrl)).toEqual(urls.slice(1));
  });

  test("past the twentieth are named, and none is lost", async () => {
    const files = await Promise.all(
      Array.from({ length: 22 }, (_, at) =>
        photo(40 + at, 40)
          .jpeg()
          .toBuffer(),
      ),
    );
    const posted = await post(path, [
      ...vehicle("MANY-3"),
      ...files.map((bytes, at) => filePart(bytes, { filename: `${at + 1}.jpg` })),
    ]);
    expect([posted.status, posted.rows.length]).toEqual([400, 20]);
    expect(
      posted.page.querySelectorAll(".pictures-field ul.field__error li").map((item) => item.text.trim()),
    ).toEqual(["21.jpg: Up to 20 photos can be added", "22.jpg: Up to 20 photos can be added"]);
  });

  test("of somebody else's newer version come back beside those of the form", async () => {
    const [bytes = Buffer.alloc(0)] = await pictures();
    const { url } = await (await sender.upload(bytes)).json();
    const { _id } = await retailVehicle({ images: [{ imageUrl: url, caption: "Theirs" }] });
    const { rows, status, page } = await post(`/admin/retail-vehicles/${_id}/edit`, [
      ...vehicle("MANY-4"),
      textPart("version", "2020-01-01T00:00:00.000Z"),
    ]);
    expect([status, rows]).toEqual([409, []]);
    expect(page.querySelector(".differences__images")?.text).toContain("Theirs");
    expect(page.querySelector(".differences")?.text).toContain("No photos");
  });
});

describe("multipart elsewhere", () => {
  test.each([
    "/repair",
    "/login",
    "/admin",
    "/admin/session",
    "/admin/retail-vehicles",
    "/admin/retail-vehicles/0123456789/delete",
    "/admin/retail-vehicles/new/more",
    "/api/admin/retail-vehicles",
    "/api/admin/uploads",
  ])("%s refuses it", async (path) => {
    const { answer } = sendRaw(site.url + path, {
      headers: {
        "Content-Type": MULTIPART,
        Cookie: sender.cookie,
        Origin: site.url,
        Authorization: sender.bearer,
      },
      body: multipart([filePart(sender.jpeg)]),
    });
    expect((await answer).status).toBe(415);
  });
});
