import { expect, it } from "vitest";
import { type QrCode, renderQrCode } from "~/seo/qr-code.server";
import { readCode } from "../../support/qr-code";

const drawn = ({ size, path }: QrCode) =>
  `<svg viewBox="0 0 ${size} ${size}"><path d="${path}" stroke="#000"/></svg>`;

it.each([
  "https://www.example.com/inventory/01M7Z3E77NJMPRGAMC72R7QZV8",
  "http://localhost:3000/inventory/a_b-c12345",
  `https://${"long-name.".repeat(20)}example.com/inventory/${"a".repeat(64)}`,
])("reads as the address it was drawn of: %s", async (address) => {
  expect(await readCode(drawn(renderQrCode(address)))).toBe(address);
});

it("weighs little, and keeps its margin white", () => {
  const { path, size } = renderQrCode("https://www.example.com/inventory/01M7Z3E77NJMPRGAMC72R7QZV8");
  expect(path.length).toBeLessThan(2_500);
  const rows = path.split("M").slice(1);
  expect(rows).toHaveLength(size - 8);
  for (const row of rows) expect(row).toMatch(/^([4-9]|\d\d) \d+\.5(h\d+)(m\d+ 0h\d+)*$/);
});
