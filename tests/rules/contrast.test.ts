import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

type Scheme = "light" | "dark";

/** Two colors that meet, and the contrast WCAG 2.2 AA asks for: 4.5 for text, 3 for lines and focus rings. */
interface Pair {
  front: string;
  back: string;
  minimum: 4.5 | 3;
}

const pairs = (minimum: Pair["minimum"], back: string, fronts: readonly string[]): Pair[] =>
  fronts.map((front) => ({ front: `--color-${front}`, back: `--color-${back}`, minimum }));

/** Every pair of colors that the components put together. */
const PAIRS: readonly Pair[] = [
  ...["page", "surface", "tint", "sunken"].flatMap((back) => [
    ...pairs(4.5, back, ["text", "muted", "link", "link-hover", "accent", "bad"]),
    ...pairs(3, back, ["control-line", "focus"]),
  ]),
  ...pairs(4.5, "sign", ["on-sign"]),
  ...pairs(4.5, "sign-hover", ["on-sign"]),
  ...pairs(4.5, "road", ["on-road", "on-road-muted", "on-road-good"]),
  ...pairs(4.5, "road-deep", ["on-road", "on-road-muted", "on-road-good"]),
  ...pairs(3, "road-lane", ["paint"]),
  ...pairs(4.5, "action", ["on-action"]),
  ...pairs(4.5, "action-hover", ["on-action"]),
  ...pairs(4.5, "action-pressed", ["on-action"]),
  ...pairs(4.5, "danger", ["on-danger"]),
  ...pairs(4.5, "danger-hover", ["on-danger"]),
  ...pairs(4.5, "plate", ["on-plate"]),
  ...pairs(3, "plate", ["plate-line"]),
  ...pairs(4.5, "filled", ["text"]),
  ...["good", "wait", "bad", "info", "busy", "still"].flatMap((tone) =>
    pairs(4.5, `${tone}-back`, [tone, "text", "link"]),
  ),
];

const css = readFileSync("app/styles/tokens.css", "utf8").replace(/\/\*[\s\S]*?\*\//g, "");

describe.each(["light", "dark"] as const)("in the %s scheme", (scheme) => {
  const colors = colorsIn(scheme);
  it.each(PAIRS)("$front stands out from $back", ({ front, back, minimum }) => {
    expect(contrast(colorOf(front, colors), colorOf(back, colors))).toBeGreaterThanOrEqual(minimum);
  });
});

it("black on white has the highest contrast, a color on itself the lowest", () => {
  expect(contrast("#000", "#ffffff")).toBeCloseTo(21);
  expect(contrast("#767676", "#fff")).toBeCloseTo(4.54, 2);
  expect(contrast("#0d6b45", "#0d6b45")).toBe(1);
});

/** Custom properties by name, as a scheme declares them. */
function colorsIn(scheme: Scheme): Map<string, string> {
  const light = [...css.matchAll(/^:root \{([^}]*)\}/gm)];
  const dark = [...css.matchAll(/\(prefers-color-scheme: dark\) \{\s*:root \{([^}]*)\}/g)];
  expect(dark).not.toEqual([]);
  const declarations = (scheme === "dark" ? [...light, ...dark] : light).map(([, body]) => body).join("");
  return new Map(
    [...declarations.matchAll(/(--[\w-]+):\s*([^;]+);/g)].map(([, name = "", value = ""]) => [name, value]),
  );
}

/** The hex color behind a custom property that may refer to another. */
function colorOf(name: string, colors: Map<string, string>): string {
  const value = colors.get(name);
  if (value === undefined) throw new Error(`There is no color ${name}.`);
  const reference = /^var\((--[\w-]+)\)$/.exec(value)?.[1];
  return reference ? colorOf(reference, colors) : value;
}

/** The contrast ratio of two hex colors, from 1 to 21 (WCAG 2.2). */
function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(hex: string): number {
  const digits = /^#([\da-f]{3}|[\da-f]{6})$/i.exec(hex)?.[1];
  if (!digits) throw new Error(`${hex} is not a hex color.`);
  const long = digits.length === 3 ? digits.replace(/./g, "$&$&") : digits;
  const [red = 0, green = 0, blue = 0] = [0, 2, 4]
    .map((start) => Number.parseInt(long.slice(start, start + 2), 16) / 255)
    .map((share) => (share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
