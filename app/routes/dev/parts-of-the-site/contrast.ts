/** Two meanings that stand on each other, and how far apart they must be: 4.5 for words, 3 for lines and rings (WCAG 2.2 AA). */
export interface Pair {
  front: string;
  back: string;
  least: 4.5 | 3;
}

export type Scheme = "light" | "dark";

/** Custom properties by name, with the value that holds in a scheme: `--color-text` → `#e9ecea`. */
export type Tokens = Record<string, string>;

const on = (least: Pair["least"], back: string, fronts: readonly string[]): Pair[] =>
  fronts.map((front) => ({ front: `--color-${front}`, back: `--color-${back}`, least }));

const PAGES = ["page", "surface", "tint", "sunken"];

/** Every pair of colours that the parts put together. */
export const PAIRS: readonly Pair[] = [
  ...PAGES.flatMap((back) => [
    ...on(4.5, back, ["text", "muted", "link", "link-hover", "accent", "bad"]),
    ...on(3, back, ["control-line", "focus"]),
  ]),
  ...on(4.5, "sign", ["on-sign"]),
  ...on(4.5, "sign-hover", ["on-sign"]),
  ...on(4.5, "road", ["on-road", "on-road-muted", "on-road-good"]),
  ...on(4.5, "road-deep", ["on-road", "on-road-muted", "on-road-good"]),
  ...on(3, "road-lane", ["paint"]),
  ...on(4.5, "action", ["on-action"]),
  ...on(4.5, "action-hover", ["on-action"]),
  ...on(4.5, "action-pressed", ["on-action"]),
  ...on(4.5, "danger", ["on-danger"]),
  ...on(4.5, "danger-hover", ["on-danger"]),
  ...on(4.5, "plate", ["on-plate"]),
  ...on(3, "plate", ["plate-line"]),
  ...on(4.5, "filled", ["text"]),
  ...["good", "wait", "bad", "info", "still"].flatMap((tone) => [
    ...on(4.5, `${tone}-back`, [tone]),
    ...on(4.5, `${tone}-back`, ["text", "link"]),
  ]),
];

/** The tokens of a stylesheet as they are in a scheme, each followed to its value. */
export function tokensIn(css: string, scheme: Scheme): Tokens {
  const plain = css.replace(/\/\*[\s\S]*?\*\//g, "");
  const dark = /@media (?:screen and )?\(prefers-color-scheme: dark\) \{\s*:root \{([^}]*)\}/.exec(
    plain,
  )?.[1];
  const given = [...plain.matchAll(/^:root \{([^}]*)\}/gm)].map(([, body = ""]) => body);
  if (scheme === "dark" && dark === undefined) throw new Error("There is no dark scheme.");
  const bodies = scheme === "dark" ? [...given, dark ?? ""] : given;
  const written: Tokens = Object.fromEntries(
    bodies.flatMap((body) =>
      [...body.matchAll(/(--[\w-]+):\s*([^;]+);/g)].map(([, name = "", value = ""]) => [name, value]),
    ),
  );
  return Object.fromEntries(Object.keys(written).map((name) => [name, followed(name, written)]));
}

/** How far two colours are apart, from 1 to 21 (WCAG 2.2). */
export function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

function followed(name: string, tokens: Tokens): string {
  const value = tokens[name];
  if (value === undefined) throw new Error(`There is no token ${name}.`);
  const next = /^var\((--[\w-]+)\)$/.exec(value)?.[1];
  return next ? followed(next, tokens) : value;
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = channels(hex).map((share) =>
    share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function channels(hex: string): number[] {
  const digits = /^#([\da-f]{3}|[\da-f]{6})$/i.exec(hex)?.[1];
  if (!digits) throw new Error(`${hex} is not a colour of three or six digits.`);
  const long = digits.length === 3 ? digits.replace(/./g, "$&$&") : digits;
  return [0, 2, 4].map((at) => Number.parseInt(long.slice(at, at + 2), 16) / 255);
}
