import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import {
  accentPath,
  accentStyles,
  accentsOf,
  BACKGROUNDS,
  contrast,
  problemOfAccent,
  tidyColor,
} from "~/business/look";
import { businessSchema } from "~/business/schema";
import shipped from "../../../business.json";

it("the backgrounds are those of the style sheet that stand out least", () => {
  const css = readFileSync("app/styles/tokens.css", "utf8");
  const value = (name: string) => new RegExp(`--${name}: (#[0-9a-f]{6})`).exec(css)?.[1];
  expect(BACKGROUNDS).toEqual({ light: value("asphalt-100"), dark: value("asphalt-850") });
  expect(css).toContain("--color-sunken: var(--asphalt-100)");
  expect(css).toContain("--color-sunken: var(--asphalt-850)");
});

it("a color that can't be read gets the ratio that it has", () => {
  expect(problemOfAccent("#0d6b45", "light")).toBeUndefined();
  expect(problemOfAccent("#ffb81c", "light")).toBe(
    "must stand out from the light pages: its contrast is 1.4 to 1, and text needs 4.5 to 1. Choose a darker one",
  );
  expect(problemOfAccent("#0d6b45", "dark")).toMatch(/contrast is 2\.\d to 1.*Choose a lighter one/);
  const { error } = businessSchema.safeParse({ ...shipped, look: { accent: "#ffb81c" } });
  expect(error?.issues).toMatchObject([
    { path: ["look", "accent"], message: expect.stringContaining("1.4 to 1") },
  ]);
});

it("the dark accent is worked out, and can be read", () => {
  for (const accent of ["#000000", "#0d6b45", "#8a1111", "#00308f"]) {
    const { dark } = accentsOf({ accent }) ?? { dark: "" };
    expect(contrast(dark, BACKGROUNDS.dark)).toBeGreaterThanOrEqual(4.5);
  }
  expect(accentsOf({})).toBeUndefined();
  expect(accentsOf({ accent: "#0d6b45", accentDark: "#ffffff" })).toEqual({
    light: "#0d6b45",
    dark: "#ffffff",
  });
});

it("the style sheet has another address for other colors, and white text on signs stays readable", () => {
  const accents = { light: "#114f8e", dark: "#93c5f6" };
  expect(accentPath(accents)).toBe("/look.css?v=114f8e93c5f6");
  expect(accentStyles(accents)).toContain("--color-sign: #114f8e");
  expect(contrast("#114f8e", "#ffffff")).toBeGreaterThan(4.5);
});

it("the tints of bands and chosen rows follow the accent, which is read on them", () => {
  for (const accent of ["#0d6b45", "#8a1111", "#00308f", "#6b2fa0"]) {
    const accents = accentsOf({ accent }) ?? { light: "", dark: "" };
    const [light = "", dark = ""] = [...accentStyles(accents).matchAll(/--color-tint: (#\w{6})/g)].map(
      ([, color]) => color,
    );
    expect(contrast(accents.light, light)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(accents.dark, dark)).toBeGreaterThanOrEqual(4.5);
  }
  expect(accentStyles({ light: "#8a1111", dark: "#ff9999" })).toContain("--color-tint: #f7eeee");
});

it("a color is taken as people type it", () => {
  expect([" 0D6B45", "#0d6", "green"].map(tidyColor)).toEqual(["#0d6b45", "#00dd66", "green"]);
});
