import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { contrast, PAIRS, tokensIn } from "~/routes/dev/parts-of-the-site/contrast";

const css = readFileSync("app/styles/tokens.css", "utf8");

it("black on white is as far apart as can be, a colour on itself not at all", () => {
  expect(contrast("#000", "#ffffff")).toBeCloseTo(21);
  expect(contrast("#767676", "#fff")).toBeCloseTo(4.54, 2);
  expect(contrast("#0d6b45", "#0d6b45")).toBe(1);
});

it("a token is followed to its value, in each scheme to its own", () => {
  const sheet = `:root { --white: #fff; --ink: #111; }
:root {
  --color-text: var(--ink);
}
@media (prefers-color-scheme: dark) {
  :root {
    --color-text: var(--white);
  }
}
`;
  expect(tokensIn(sheet, "light")["--color-text"]).toBe("#111");
  expect(tokensIn(sheet, "dark")["--color-text"]).toBe("#fff");
  expect(() => tokensIn(":root { --a: var(--b); }", "light")).toThrow("There is no token --b.");
});

describe.each(["light", "dark"] as const)("in the %s scheme", (scheme) => {
  const tokens = tokensIn(css, scheme);
  it.each(PAIRS)("$front stands out from $back", ({ front, back, least }) => {
    expect(contrast(tokens[front] ?? "", tokens[back] ?? "")).toBeGreaterThanOrEqual(least);
  });
});
