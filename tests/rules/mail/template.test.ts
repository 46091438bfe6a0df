import { parse } from "node-html-parser";
import { expect, test } from "vitest";
import { renderMail, withoutLinks } from "~/mail/template.server";

const HOSTILE = `<a href="https://evil.example">click</a><script>alert(1)</script>\nSubject: "it's" & more`;

test("what a visitor typed is text in both parts, and no link", () => {
  const { text, html } = renderMail({
    subject: "New part request PR-7K3Q9D",
    paragraphs: ["A new part request has arrived."],
    facts: [["Message", HOSTILE]],
    link: { label: "Open the request", url: "https://yard.example/admin/parts-requests/1" },
  });
  expect(html).not.toMatch(/<script|href="https:\/\/evil/);
  const page = parse(html);
  expect(page.querySelectorAll("a").map((link) => link.getAttribute("href"))).toEqual([
    "https://yard.example/admin/parts-requests/1",
  ]);
  const cell = page.querySelectorAll("td").at(-1);
  expect(cell?.querySelectorAll("*").map(({ tagName }) => tagName)).toEqual(["BR"]);
  expect(cell?.textContent).toContain(`Subject: "it's" & more`);
  // A typed line is indented, so that it cannot look like one of ours.
  expect(text).toContain("\n  Subject: ");
  expect(text).not.toContain("https://evil");
});

test("an empty fact is left out, and the business's address is below", () => {
  const { text, html } = renderMail({
    subject: "Subject",
    paragraphs: ["Hello."],
    facts: [
      ["Vehicle", "2003 Honda Accord"],
      ["VIN", ""],
      ["Part", undefined],
    ],
  });
  for (const part of [text, html]) {
    expect(part).toContain("2003 Honda Accord");
    expect(part).not.toMatch(/VIN|Part/);
    expect(part).toContain("1480 Quarry Road, Millbrook, NY 12545");
    expect(part).toContain("(555) 555-0142");
  }
});

test("a paragraph keeps its line breaks, and two may say the same", () => {
  const { text, html } = renderMail({ subject: "S", paragraphs: ["One\nTwo", "Yes", "Yes"], facts: [] });
  expect(text).toMatch(/^One\nTwo\n\nYes\n\nYes\n\n-- \n/);
  expect(html).toContain("<p>One<br/>Two</p><p>Yes</p><p>Yes</p>");
});

test.each([
  ["https://evil.example/x", "https: //evil. example/x"],
  ["www.4you", "www. 4you"],
  ["write to eve@evil.com", "write to eve@evil. com"],
  ["evil。com", "evil。 com"],
  ["पता.भारत", "पता. भारत"],
  ["2.4L I4, 1.8 t. No rush.", "2.4L I4, 1.8 t. No rush."],
])("a mail program makes no link of %s", (typed, shown) => {
  expect(withoutLinks(typed)).toBe(shown);
});
