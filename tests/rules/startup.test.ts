import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { readBusinessFile } from "~/business/business-file.server";
import { directionsHref, mapEmbedHref, openingHours, phoneHref, postalAddress } from "~/business/links";
import { parseEnvironment } from "~/environment.server";
import { StartError } from "~/values/start-error";

describe("the environment", () => {
  it("has a default for everything", () => {
    const config = parseEnvironment({});
    expect(config).toMatchObject({ PORT: 3000, TRUST_PROXY: 0, VIN_ONLINE: false });
    expect(config.DATA_DIR).toBe(path.resolve("data"));
  });

  it("takes an empty value as not set", () => {
    expect(parseEnvironment({ PORT: "", PUBLIC_URL: "", SESSION_SECRET: "" })).toMatchObject({ PORT: 3000 });
  });

  it("keeps the origin of PUBLIC_URL alone", () => {
    expect(parseEnvironment({ PUBLIC_URL: "https://www.example.com/" }).PUBLIC_URL).toBe(
      "https://www.example.com",
    );
  });

  it.each([
    ["PORT", "eighty"],
    ["PORT", "70000"],
    ["PUBLIC_URL", "www.example.com"],
    ["PUBLIC_URL", "ftp://example.com"],
    ["PUBLIC_URL", "https://example.com/shop"],
    ["TRUST_PROXY", "yes"],
    ["VIN_ONLINE", "true"],
    ["SESSION_SECRET", "short"],
    ["SMTP_URL", "smtp.example.com"],
    ["SMTP_URL", "https://smtp.example.com"],
    ["SMTP_URL", "smtps://us%er:secret@smtp.example.com"],
    ["MAIL_FROM", "Millbrook <office@example.com>"],
    ["NOTIFY_EMAIL", "ann@example.com, bob"],
    ["DKIM_SELECTOR", "a b"],
    ["UPLOADS_URL", "https://bucket.s3.amazonaws.com"],
    ["UPLOADS_URL", "s3://Pictures"],
    ["UPLOADS_URL", "s3://pictures"],
    ["UPLOADS_URL", "s3://key:secret@pictures?region=us-east-1"],
    ["UPLOADS_URL", "s3://pictures?endpoint=s3.example.com"],
    ["UPLOADS_URL", "s3://pictures/../etc?region=us-east-1&endpoint=https://u:p@s3.example.com"],
    ["UPLOADS_URL", "s3://pictures?region=us-east-1&acl=public"],
  ])("stops the start over %s=%s with one sentence that names it", (name, value) => {
    const attempt = () => parseEnvironment({ [name]: value });
    expect(attempt).toThrow(StartError);
    expect(attempt).toThrow(new RegExp(`^Environment: ${name}: [^\\n]+$`));
  });

  it.each(["AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_SESSION_TOKEN"])(
    "stops the start over a line break, a space or another script in %s, and says nothing of the key",
    (name) => {
      for (const key of ["KEY\nPART", "KEY PART", "KEY\n", "KEYß"])
        expect(() => parseEnvironment({ [name]: key })).toThrow(
          new StartError(
            `Environment: ${name}: must be one line of letters, digits and signs, without spaces and line breaks`,
          ),
        );
    },
  );

  it.each([
    ["s3://pictures?region=eu-west-1", "https://pictures.s3.eu-west-1.amazonaws.com", ""],
    ["s3://my.pictures/a/b/?region=eu-west-1", "https://s3.eu-west-1.amazonaws.com/my.pictures", "a/b/"],
    ["s3://pictures/yard?endpoint=https://s3.example.com/", "https://s3.example.com/pictures", "yard/"],
    ["s3://pictures?endpoint=http://10.0.0.2:9000&region=garage", "http://10.0.0.2:9000/pictures", ""],
  ])("finds the bucket of %s", (value, url, prefix) => {
    const keys = { AWS_ACCESS_KEY_ID: "a", AWS_SECRET_ACCESS_KEY: "b" };
    expect(parseEnvironment({ UPLOADS_URL: value, ...keys }).UPLOADS_URL).toMatchObject({ url, prefix });
  });

  it("takes several addresses in NOTIFY_EMAIL", () => {
    expect(parseEnvironment({ NOTIFY_EMAIL: "ann@example.com, bob@example.com" }).NOTIFY_EMAIL).toEqual([
      "ann@example.com",
      "bob@example.com",
    ]);
  });

  it.each([
    [{ SMTP_URL: "smtps://u:p@smtp.example.com" }, "MAIL_FROM: must be set too, because SMTP_URL is"],
    [{ UPLOADS_URL: "s3://pictures?region=x" }, "AWS_ACCESS_KEY_ID: must be set too, because UPLOADS_URL is"],
    [
      { UPLOADS_URL: "s3://pictures?region=x", AWS_ACCESS_KEY_ID: "a" },
      "AWS_SECRET_ACCESS_KEY: must be set too, because UPLOADS_URL is",
    ],
    [{ DKIM_KEY_FILE: "mail.pem" }, "DKIM_SELECTOR: must be set too, because DKIM_KEY_FILE is"],
    [{ DKIM_SELECTOR: "mail" }, "DKIM_KEY_FILE: must be set too, because DKIM_SELECTOR is"],
  ])("stops the start over half of what mail needs: %o", (environment, message) => {
    expect(() => parseEnvironment(environment)).toThrow(new StartError(`Environment: ${message}`));
  });
});

describe("the business file", () => {
  const shipped = JSON.parse(readFileSync("business.json", "utf8")) as Record<string, unknown>;

  it("is shipped with a plainly fictional business", () => {
    const business = readBusinessFile("business.json").business;
    expect(business.phone).toMatch(/555-01\d\d$/);
    expect(business.email).toMatch(/example\.com$/);
  });

  it.each([
    ["phone", "555 0142", "phone"],
    ["timeZone", "Mars/Olympus", "timeZone"],
    ["coordinates", { latitude: 99, longitude: 0 }, "coordinates.latitude"],
    ["marketplace", { id: "e bay", name: "eBay", storeUrl: "https://example.com" }, "marketplace.id"],
    ["foundedYear", "2012", "foundedYear"],
  ])("stops the start over a wrong %s and names the field", (field, value, place) => {
    const file = written(JSON.stringify({ ...shipped, [field]: value }));
    expect(() => readBusinessFile(file)).toThrow(StartError);
    expect(() => readBusinessFile(file)).toThrow(`${file}: ${place}: `);
  });

  it("names a field that is missing and one that is unknown", () => {
    const { owner: _owner, ...rest } = shipped;
    expect(() => readBusinessFile(written(JSON.stringify(rest)))).toThrow(": owner: ");
    expect(() => readBusinessFile(written(JSON.stringify({ ...shipped, fone: "x" })))).toThrow('"fone"');
  });

  it("says so where the file is not there or is no JSON", () => {
    expect(() => readBusinessFile("/nowhere/business.json")).toThrow(/cannot be read/);
    expect(() => readBusinessFile(written(""))).toThrow(
      /is not JSON: line 1, column 1: a value must come here$/,
    );
  });

  it("says so where the file is larger than anybody writes one", () => {
    const file = written(`${JSON.stringify(shipped)}${" ".repeat(1_000_000)}`);
    expect(() => readBusinessFile(file)).toThrow(
      new StartError(`Business file ${file} is larger than 1 MB.`),
    );
  });

  it.each([
    ['{\n  "name": "Yard"\n  "phone": "1"\n}', "line 3, column 3: a comma is missing before this"],
    ['{\r\n  "name": "Yard",\r\n}', "line 3, column 1: a name in double quotes must come here"],
    ['{\n  "name": "Yard,\n  "phone": "1"\n}', 'line 2, column 11: the closing " of a text is missing'],
    ['{\n  "name": "Yard"\n', "line 3, column 1: a } is missing"],
  ])("says in which line and column %j is no JSON", (text, problem) => {
    const file = written(text);
    expect(() => readBusinessFile(file)).toThrow(`Business file ${file} is not JSON: ${problem}`);
  });

  it("may begin with a byte order mark", () => {
    expect(readBusinessFile(written(`\ufeff${JSON.stringify(shipped)}`)).business.name).toBe(shipped.name);
  });

  it.each([
    [
      { ...(shipped.hours as object), days: "Mon-Sat 8 to 5:30" },
      'hours.days: must be days alone, such as "Monday to Saturday"',
    ],
    ["Mon-Sat 8 to 5:30", 'hours: must have days and times by name, such as { "days": "Monday to Saturday"'],
  ])("takes no times among the days: %j", (hours, problem) => {
    expect(() => readBusinessFile(written(JSON.stringify({ ...shipped, hours })))).toThrow(problem);
  });
});

describe("the facts as they are written", () => {
  const business = readBusinessFile("business.json").business;

  it("puts the address on one line", () => {
    expect(postalAddress(business)).toBe("1480 Quarry Road, Millbrook, NY 12545");
  });

  it("makes the phone dial in the international form", () => {
    expect(phoneHref(business)).toBe("tel:+15555550142");
  });

  it("centres the map on the business and asks for nothing else", () => {
    const map = new URL(mapEmbedHref(business) ?? "");
    expect(map.host).toBe("www.openstreetmap.org");
    expect(map.searchParams.get("marker")).toBe("41.78510,-73.69350");
  });

  it("leads the way to the address", () => {
    expect(new URL(directionsHref(business)).searchParams.get("destination")).toContain("1480 Quarry Road");
  });

  it("states the hours in one line", () => {
    expect(openingHours(business)).toBe("Monday to Friday 8am to 5pm");
  });
});

function written(text: string): string {
  const file = path.join(mkdtempSync(path.join(tmpdir(), "yard-business-")), "business.json");
  writeFileSync(file, text);
  return file;
}
