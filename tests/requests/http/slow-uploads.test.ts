import { afterEach, beforeAll, expect, test } from "vitest";
import { BOUNDARY, MULTIPART, sendRaw } from "../../support/multipart";
import { type Site, startSite } from "../../support/site";
import { administrator, signedIn } from "../../support/staff";

let site: Site;
beforeAll(async () => {
  site = await startSite();
});

const begun: ReturnType<typeof sendRaw>[] = [];
afterEach(() => {
  for (const { request } of begun.splice(0)) request.destroy();
});

/** Begins to send a file, and says no more. */
function fallSilent(path: string, { from, cookie = "" }: { from?: string; cookie?: string }): void {
  const body = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="image"; filename="a.jpg"\r\n\r\nhalf`;
  const headers = {
    Origin: site.url,
    Cookie: cookie,
    "Content-Type": MULTIPART,
    "Content-Length": "5000000",
  };
  begun.push(sendRaw(site.url + path, { headers, body, end: false, ...(from ? { from } : {}) }));
}

/** Sends a form with nothing filled in; its status. */
async function send(path: string, cookie = ""): Promise<number> {
  const form = new FormData();
  form.set("unknown", "");
  const headers = { Origin: site.url, Cookie: cookie };
  return (await site.fetch(path, { method: "POST", body: form, headers, redirect: "manual" })).status;
}

test("one machine with photos that never arrive keeps nobody else from offering a car", async () => {
  for (let count = 0; count < 20; count++) fallSilent("/sell-your-car", { from: "127.0.0.3" });
  await expect(send("/sell-your-car")).resolves.toBe(400);
});

test.each(["/admin/parts/new", "/admin/retail-vehicles/new", "/admin/import"])(
  "one account with files that never arrive keeps no colleague from sending theirs: %s",
  async (path) => {
    const [silent, colleague] = [await signedIn(await administrator()), await signedIn()];
    for (let count = 0; count < 20; count++) fallSilent(path, { cookie: silent.cookie });
    await expect(send(path, colleague.cookie)).resolves.toBe(400);
  },
);
