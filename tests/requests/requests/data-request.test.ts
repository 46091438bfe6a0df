import { beforeAll, describe, expect, test } from "vitest";
import { HONEYPOT_NAME } from "~/http/honeypot";
import { type Site, startSite, textOf } from "../../support/site";

let site: Site;

beforeAll(async () => {
  site = await startSite();
});

const FORM = {
  customerEmail: "ann@example.com",
  customerName: "Ann Lee",
  requestType: "access",
  ebayUserId: "annlee",
  transactionId: "",
  additionalInfo: "All of it",
};

describe("the data request portal without script", () => {
  test("has its own main, and no site header", async () => {
    const html = await (await site.fetch("/partsmatrix")).text();
    expect(html).toMatch(/<main [^>]*id="main"/);
    expect(html).not.toContain('<header class="site-header');
    expect(html).toContain('name="ebayUserId"');
    expect(html).toContain('<option value="deletion" selected="">Delete My Data');
  });

  test("shows that the request was submitted, and stores nothing", async () => {
    const answer = await site.form("/partsmatrix", FORM);
    expect(answer.status).toBe(200);
    const words = await textOf(answer);
    expect(words).toContain("Request Submitted Successfully");
    expect(words).toContain("within 30 days");
    expect(words).toContain("Submit Another Request");
    expect(words).toContain("You requested: Access My Data");
    expect(words).not.toContain("Request type");
    expect(words).not.toContain("ann@example.com");
  });

  test("shows what is wrong and keeps what was typed", async () => {
    const answer = await site.form("/partsmatrix", { ...FORM, customerEmail: "ann", customerName: " " });
    expect(answer.status).toBe(400);
    const html = await answer.clone().text();
    const words = await textOf(answer);
    expect(words).toContain("Please enter a valid email address");
    expect(words).toContain("Please enter your name");
    expect(html).toContain('value="annlee"');
    expect(html).toContain('<option value="access" selected="">');
    expect(html).toContain("All of it</textarea>");
  });

  test("shows script in any field as text", async () => {
    const script = "<script>alert('x')</script>";
    const fields = { ebayUserId: script, transactionId: script, additionalInfo: script };
    const answer = await site.form("/partsmatrix", {
      ...FORM,
      ...fields,
      customerEmail: script,
      customerName: script,
      requestType: script,
    });
    const html = await answer.text();
    expect(answer.status).toBe(400);
    expect(html).not.toContain(script);
    expect(html.match(/&lt;script&gt;/g)?.length).toBeGreaterThanOrEqual(5);
  });

  test("filled by a robot is turned away", async () => {
    const answer = await site.form("/partsmatrix", { ...FORM, [HONEYPOT_NAME]: "spam" });
    expect(answer.status).toBe(400);
    expect(await textOf(answer)).toContain("This looked like an automated message");
  });

  // Last, since it uses up what this address may send.
  test("stops an address that sends more than a person would", async () => {
    let answer = await site.form("/partsmatrix", FORM);
    for (let sent = 0; sent < 30 && answer.status === 200; sent++) {
      answer = await site.form("/partsmatrix", FORM);
    }
    expect(answer.status).toBe(429);
    expect(Number(answer.headers.get("Retry-After"))).toBeGreaterThan(0);
    expect(await answer.clone().text()).toContain('value="annlee"');
    expect(await textOf(answer)).toContain("Too many requests from your connection");
  });
});
