import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { HONEYPOT_NAME } from "~/http/honeypot";
import { API_DEFAULTS } from "~/requests/repair";
import { recordsOf } from "../../support/api";
import { type Site, startSite, textOf } from "../../support/site";

let site: Site;

beforeAll(async () => {
  site = await startSite();
});

beforeEach(async () => {
  await site.db.deleteFrom("repairRequests").execute();
  await site.db.deleteFrom("idempotencyKeys").execute();
});

const FORM = {
  idempotencyKey: "6f0b8f5e-52ce-4d0c-9a38-2cf7b8f1a001",
  name: "Ann Lee",
  contactMethod: "phone",
  phone: "555 555 0101",
  email: "",
  description: "Brakes squeal",
};

function post(body: unknown) {
  return site.fetch("/api/repair-requests", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
}

const stored = () => recordsOf(site, "repair-requests");

describe("the callback form without script", () => {
  test("stores the request and shows that it was sent, also after a reload", async () => {
    const answer = await site.form("/repair", FORM);
    expect(answer.status).toBe(303);
    const [request] = await stored();
    expect(request).toMatchObject({
      customerInfo: { phone: "(555) 555-0101" },
      serviceInfo: { message: "Brakes squeal" },
    });
    const place = answer.headers.get("Location") ?? "";
    expect(place).toMatch(new RegExp(`^/repair\\?sent=RR\\.${request._id}\\.[\\w.-]+$`));
    for (const visit of [1, 2]) {
      const words = await textOf(await site.fetch(place.replace(/#.*/, "")));
      expect(words, `visit ${visit}`).toContain("Request Submitted!");
      expect(words).toContain("We'll call you back at the number you gave us.");
      expect(words).toMatch(/What Happens Next .* We'll call you back by /);
      expect(words).toContain(`RR-${request._id.slice(-6)}`);
      expect(words).not.toContain("What does the vehicle need?");
    }
  });

  test("says that something is wrong, in the title of its page too, once it is, and not before", async () => {
    const titleOf = async (answer: Response) => /<title>(.*?)<\/title>/.exec(await answer.text())?.[1];
    for (const page of ["/repair", "/sell-your-car"]) {
      const answer = await site.fetch(page);
      // Text browsers show what is hidden or in a template.
      expect(await textOf(answer.clone()), page).not.toMatch(/There is a problem|Failed to submit/);
      expect(await titleOf(answer), page).not.toContain("Error");
    }
    expect(await titleOf(await site.form("/repair", { ...FORM, name: "" }))).toMatch(/^Error: /);
  });

  test("leads to the customer's own page, and is stored and indexed by nobody", async () => {
    const answer = await site.form("/repair", FORM);
    const shown = await site.fetch((answer.headers.get("Location") ?? "").replace(/#.*/, ""));
    expect(shown.headers.get("Cache-Control")).toBe("private, no-store");
    expect(shown.headers.get("X-Robots-Tag")).toBe("noindex");
    const link = /<a href="(\/your-request\?key=[\w.-]+)">See your request<\/a>/.exec(
      await shown.text(),
    )?.[1];
    const words = await textOf(await site.fetch(link ?? ""));
    expect(words).toMatch(/Your callback request RR-\w{6}/);
    expect(words).toContain("Message Brakes squeal");
  });

  test("posted twice is one request and two answers", async () => {
    const both = await Promise.all([site.form("/repair", FORM), site.form("/repair", FORM)]);
    expect(both.map((answer) => answer.status)).toEqual([303, 303]);
    const [request, ...others] = await stored();
    expect(others).toEqual([]);
    for (const { headers } of both) expect(headers.get("Location")).toContain(`sent=RR.${request._id}.`);
  });

  test("shows what is wrong and keeps what was typed", async () => {
    const answer = await site.form("/repair", { ...FORM, name: "  ", phone: "555 01" });
    expect(answer.status).toBe(400);
    const html = await answer.clone().text();
    const words = await textOf(answer);
    expect(words).toContain("There is a problem");
    expect(words).toContain("Please enter your name");
    expect(words).toContain("Please enter a valid phone number");
    expect(html).toContain('value="555 01"');
    expect(html).toContain("Brakes squeal</textarea>");
    expect(html).toContain(FORM.idempotencyKey);
    expect(await stored()).toEqual([]);
  });

  test("by e-mail asks for the address and not for a number", async () => {
    const words = await textOf(await site.form("/repair", { ...FORM, contactMethod: "email", phone: "" }));
    expect(words).toContain("Please enter your email address");
    expect(words).not.toContain("Please enter your phone number");
  });

  test("shows script in any field as text, and stores it as text", async () => {
    const script = "<script>alert('x')</script>";
    const wrong = await site.form("/repair", {
      idempotencyKey: script,
      name: script,
      contactMethod: script,
      phone: script,
      email: script,
      description: script,
    });
    expect([wrong.status, await wrong.text()]).toEqual([400, expect.not.stringContaining(script)]);
    await site.form("/repair", {
      ...FORM,
      idempotencyKey: script,
      name: script,
      description: `${script} 🚗`,
    });
    expect(await stored()).toMatchObject([
      { customerInfo: { name: script }, serviceInfo: { message: `${script} 🚗` } },
    ]);
  });

  test("too long is said by field, and a name that nobody can see is none", async () => {
    const long = { ...FORM, name: "n".repeat(201), description: "n".repeat(5001) };
    const words = await textOf(await site.form("/repair", long));
    expect(words).toContain("Please use at most 200 characters");
    expect(words).toContain("Please use at most 5,000 characters");
    expect(await textOf(await site.form("/repair", { ...FORM, name: "\u200b" }))).toContain(
      "Please enter your name",
    );
    expect(await stored()).toEqual([]);
  });

  test("filled by a robot is not stored and keeps the words", async () => {
    const answer = await site.form("/repair", { ...FORM, [HONEYPOT_NAME]: "https://spam.example" });
    expect(answer.status).toBe(400);
    const html = await answer.text();
    expect(html).toContain("This looked like an automated message");
    expect(html).toContain("Brakes squeal</textarea>");
    expect(html).toMatch(/name="companyUrl"[^>]*value=""/);
    expect(await stored()).toEqual([]);
  });

  test("an address that names no stored request shows the form", async () => {
    await site.form("/repair", FORM);
    const [{ _id }] = await stored();
    // The id of a stored request is no key.
    for (const sent of ["", "made-up-by-someone", _id, `RR.${_id}.zzzzzz.x`, "<b>"]) {
      const words = await textOf(await site.fetch(`/repair?sent=${encodeURIComponent(sent)}`));
      expect(words).toContain("Request a Callback");
      expect(words).not.toContain("Request Submitted!");
    }
  });
});

describe("POST /api/repair-requests", () => {
  const body = {
    customerInfo: {
      name: "Ann Lee",
      phone: "5555550101",
      email: API_DEFAULTS.email,
      address: { street: "", city: "", state: "", zipCode: "" },
    },
    vehicleInfo: { year: new Date().getFullYear(), make: "TBD", model: "TBD" },
    serviceInfo: { message: API_DEFAULTS.message, urgency: "Medium" },
    contactMethod: "phone",
    isSimplifiedRequest: true,
  };

  test("answers 201 with the stored record in the documented shape", async () => {
    const answer = await post(body);
    expect(answer.status).toBe(201);
    const [{ _id, createdAt, updatedAt, answerDueAt }] = await stored();
    expect(await answer.json()).toEqual({
      ...{ _id, createdAt, updatedAt, answerDueAt },
      status: "pending",
      customerInfo: { ...body.customerInfo, phone: "(555) 555-0101" },
      vehicleInfo: { year: expect.stringMatching(/^\d{4}$/), make: "TBD", model: "TBD" },
      serviceInfo: body.serviceInfo,
      contactMethod: "phone",
      isSimplifiedRequest: true,
      notes: [],
      customerUrl: expect.stringContaining(`/your-request?key=RR.${_id}.`),
    });
  });

  test("says by field what is wrong", async () => {
    const answer = await post({ contactMethod: "email", customerInfo: { email: "ann@" } });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toEqual({
      error: "Please enter your name",
      fields: {
        "customerInfo.name": ["Please enter your name"],
        "customerInfo.email": ["Please enter a valid email address"],
      },
    });
  });

  test("takes POST alone", async () => {
    const answer = await site.fetch("/api/repair-requests");
    expect(answer.status).toBe(405);
    expect(answer.headers.get("Allow")).toBe("POST");
  });

  // Last, since it uses up what this address may send.
  test("sends no more than a person would, by form and by API together", async () => {
    let answer = await post(body);
    for (let sent = 0; sent < 30 && answer.status === 201; sent++) answer = await post(body);
    expect(answer.status).toBe(429);
    const refusal = (await answer.json()) as { error: string; retryAfter: number };
    expect(refusal.retryAfter).toBeGreaterThan(0);
    expect(answer.headers.get("Retry-After")).toBe(String(refusal.retryAfter));
    const form = await site.form("/repair", FORM);
    expect(form.status).toBe(429);
    expect(Number(form.headers.get("Retry-After"))).toBeGreaterThan(0);
    const html = await form.text();
    expect(html).toContain("Too many requests from your connection");
    expect(html).toContain("Brakes squeal</textarea>");
  });
});
