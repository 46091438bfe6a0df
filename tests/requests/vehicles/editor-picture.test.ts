import { beforeAll, describe, expect, test } from "vitest";
import { endSession } from "~/accounts/session.server";
import { filePart, MULTIPART, multipart, sendRaw, textPart } from "../../support/multipart";
import { pictureSender, type Sender } from "../../support/picture-sender";
import { HEIC } from "../../support/pictures";
import { type Site, startSite } from "../../support/site";
import { signedIn } from "../../support/staff";

let site: Site;
let sender: Sender;
beforeAll(async () => {
  site = await startSite();
  sender = await pictureSender(site);
});

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
        textPart("vin", "4S4BSANC1G3000001"),
        textPart("notes", "one\r\ntwo"),
      ]),
    });
    expect((await answer).status).toBeLessThan(400);
    const stored = await site.db
      .selectFrom("retailVehicles")
      .select(["imageUrl", "notes"])
      .where("stockNumber", "=", stockNumber.trim())
      .executeTakeFirstOrThrow();
    expect(stored.notes).toBe("one\ntwo");
    expect((await site.fetch(stored.imageUrl ?? "")).status).toBe(200);
  });

  test("posted after the session ended is held with its words and its picture", async () => {
    const late = await signedIn();
    await endSession(late.session.id);
    const { status, headers } = await post("/admin/retail-vehicles/new", { Cookie: late.cookie });
    expect(status).toBe(303);
    const id = /saved%3D(\w+)/.exec(headers.location ?? "")?.[1] ?? "";
    const held = await site.db
      .selectFrom("savedSubmissions")
      .select("fields")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    const fields = new Map<string, string>(JSON.parse(held.fields));
    expect([...fields.keys()]).toEqual(["stockNumber", "notes", "imageUrl"]);
    expect([fields.get("stockNumber"), fields.get("notes")]).toEqual(["K-7 & Söhne", "a\r\nb"]);
    expect((await site.fetch(fields.get("imageUrl") ?? "")).status).toBe(200);
  });

  test("whose picture is no good is held for its words all the same, and comes back with the reason", async () => {
    const late = await signedIn();
    await endSession(late.session.id);
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
    expect(without).toContain("Its photo was not saved");
    expect(without).toContain("Please upload a valid image file (JPG, PNG, or WebP)");
    expect(without).not.toContain("forged");
    const withIt = await comesBackWith(sender.jpeg);
    expect(withIt).not.toContain("Its photo was not saved");
    expect(withIt).not.toContain("forged");
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
