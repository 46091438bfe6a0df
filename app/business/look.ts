/*
 * The owner's own look: a logo with its dark form, and an accent color for each scheme. The accent is that of links, headings and
 * signs, so it must be readable on every background of its scheme (WCAG 2.2, 1.4.3).
 */

/** The contrast that text needs. */
const MINIMUM = 4.5;

/** Of each scheme the background that stands out least: --color-sunken in styles/tokens.css. */
export const BACKGROUNDS = { light: "#eaecea", dark: "#23282b" } as const;
export type Scheme = keyof typeof BACKGROUNDS;

export const HEX_COLOR = /^#[\da-f]{6}$/;

/** `0D6B45` and `#0d6` as `#0d6b45`; anything else as it is. */
export function tidyColor(typed: string): string {
  const digits = /^#?([\da-f]{3}|[\da-f]{6})$/i.exec(typed.trim())?.[1]?.toLowerCase();
  if (digits === undefined) return typed.trim();
  return `#${digits.length === 3 ? digits.replace(/./g, "$&$&") : digits}`;
}

/** What is wrong with a color as the accent of a scheme, after its label; undefined if it can be read. */
export function problemOfAccent(color: string, scheme: Scheme): string | undefined {
  const ratio = contrast(color, BACKGROUNDS[scheme]);
  if (ratio >= MINIMUM) return undefined;
  // Rounded down: 4.49 must not read 4.5.
  const said = (Math.floor(ratio * 10) / 10).toFixed(1);
  const better = scheme === "light" ? "darker" : "lighter";
  return `must stand out from the ${scheme} pages: its contrast is ${said} to 1, and text needs ${MINIMUM} to 1. Choose a ${better} one`;
}

/** The accent of each scheme: the dark one, if it is not given, is the light one with as much white as it takes. */
export function accentsOf({
  accent,
  accentDark,
}: {
  accent?: string | undefined;
  accentDark?: string | undefined;
}): Record<Scheme, string> | undefined {
  if (accent === undefined) return undefined;
  if (accentDark !== undefined) return { light: accent, dark: accentDark };
  for (let white = 0; ; white += 0.05) {
    const dark = mix(accent, "#ffffff", Math.min(white, 1));
    if (white >= 1 || problemOfAccent(dark, "dark") === undefined) return { light: accent, dark };
  }
}

/** The style sheet that puts the accents in the place of the site's green. */
export function accentStyles({ light, dark }: Record<Scheme, string>): string {
  const [pressed, faint] = [mix(light, "#000000", 0.25), mix(dark, "#ffffff", 0.4)];
  // As far from the accent as the site's own tints are from its green, and further from text than BACKGROUNDS.
  const [tint, darkTint] = [mix(light, "#ffffff", 0.93), mix(light, "#131618", 0.88)];
  return `:root {
  --color-accent: ${light};
  --color-link: ${light};
  --color-link-hover: ${pressed};
  --color-tint: ${tint};
  --color-sign: ${light};
  --color-sign-hover: ${pressed};
}
@media screen and (prefers-color-scheme: dark) {
  :root {
    --color-accent: ${dark};
    --color-link: ${dark};
    --color-link-hover: ${faint};
    --color-tint: ${darkTint};
  }
}
`;
}

/** The address of that style sheet, another one for other colors. */
export function accentPath({ light, dark }: Record<Scheme, string>): string {
  return `/look.css?v=${light.slice(1)}${dark.slice(1)}`;
}

/** The contrast ratio of two hex colors, from 1 to 21 (WCAG 2.2). */
export function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = channels(hex)
    .map((channel) => channel / 255)
    .map((share) => (share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function mix(color: string, other: string, share: number): string {
  const second = channels(other);
  const mixed = channels(color).map((channel, at) =>
    Math.round(channel * (1 - share) + (second[at] ?? 0) * share),
  );
  return `#${mixed.map((channel) => channel.toString(16).padStart(2, "0")).join("")}`;
}

function channels(hex: string): number[] {
  return [1, 3, 5].map((start) => Number.parseInt(hex.slice(start, start + 2), 16));
}
