import { parse } from "node-html-parser";
import { beforeAll, describe, expect, it } from "vitest";
import { vehiclePath } from "~/vehicles/inventory";
import { retailVehicle } from "../../support/builders";
import { PUBLIC_URL } from "../../support/mail-server";
import { readCode } from "../../support/qr-code";
import { type Site, startSite } from "../../support/site";

let site: Site;
beforeAll(async () => {
  site = await startSite();
});

const codeIn = (html: string) => parse(html).querySelector(".sticker-code > svg")?.outerHTML ?? "";

describe("where the outside address is known", () => {
  it.each(["available", "pending", "sold"])(
    "the code of a vehicle that is %s leads back to its page",
    async (status) => {
      const vehicle = await retailVehicle({ status });
      // A host that a visitor makes up leads nobody astray.
      const answer = await site.fetch(`${vehiclePath(vehicle)}?utm_source=x`, {
        headers: { "X-Forwarded-Host": "evil.example" },
      });
      expect(await readCode(codeIn(await answer.text()))).toBe(`${PUBLIC_URL}/inventory/${vehicle._id}`);
    },
  );

  it("the email names the vehicle and its address, and leaves open to whom", async () => {
    const path = vehiclePath(await retailVehicle({ trim: "Limited & more" }));
    const html = await (await site.fetch(path)).text();
    const mail = new URL(parse(html).querySelector("a[href^='mailto:?']")?.getAttribute("href") ?? "");
    expect(mail.pathname).toBe("");
    expect(mail.searchParams.get("subject")).toBe("2016 Subaru Outback Limited & more");
    expect(mail.searchParams.get("body")).toBe(`2016 Subaru Outback Limited & more\r\n${PUBLIC_URL}${path}`);
  });

  it("the code is drawn by the server: one path, a few kilobytes", async () => {
    const path = vehiclePath(await retailVehicle());
    const code = codeIn(await (await site.fetch(path)).text());
    expect(code.match(/<path/g)).toHaveLength(1);
    expect(code).not.toContain("style=");
    expect(code.length).toBeLessThan(3_000);
  });
});
