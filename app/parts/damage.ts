/*
 * Damage to a body part as the trade writes it, by the damage locator of the Automotive Recyclers Association: where, what and
 * how much of it. `2D1` is a dent in area 2 that a credit card covers, `0H4` hail all over, `000` no damage.
 */

/** The letters of the code. */
const DAMAGE_TYPES = {
  B: "burn",
  C: "crease",
  D: "dent",
  E: "bend",
  H: "hail damage",
  J: "rip or crack",
  K: "buckle",
  L: "damaged lip",
  P: "parking lot dings",
  R: "surface rust",
  S: "surface scratch",
  T: "paint problem",
} as const;
type DamageType = keyof typeof DAMAGE_TYPES;

const NO_DAMAGE = "000";
/** The most codes of one part. */
const MAX_CODES = 6;

/** One code. */
export interface Damage {
  /** Front to back, top to bottom, left to right; 0 is the entire part. */
  area: number;
  type: DamageType;
  /** How many credit cards cover it. */
  units: number;
}

/**
 * Reads damage codes as they are typed: `2d1, 5S.5`, `none`, `000`.
 * @returns the codes, none for a part without damage; undefined if the text is anything else
 */
export function parseDamage(text: string): Damage[] | undefined {
  const codes = text
    .toUpperCase()
    .split(/[\s,;/]+/)
    .filter(Boolean);
  if (codes.length === 1 && /^(0+|NONE|NO|OK|CLEAN)$/.test(codes[0] ?? "")) return [];
  if (codes.length === 0 || codes.length > MAX_CODES) return undefined;
  const damages = codes.map(parseCode);
  return damages.every((damage) => damage !== undefined) ? damages : undefined;
}

/** The codes as they are stored: `2D1,5S0.5`, or `000`. */
export function formatDamage(damages: readonly Damage[]): string {
  return damages.map(({ area, type, units }) => `${area}${type}${units}`).join(",") || NO_DAMAGE;
}

/** In words for visitors: `Dent in area 2, the size of one credit card`. One line a code. */
export function describeDamage(code: string): string[] {
  const damages = parseDamage(code) ?? [];
  if (damages.length === 0) return code === NO_DAMAGE ? ["No damage"] : [];
  return damages.map(({ area, type, units }) => {
    const what = DAMAGE_TYPES[type];
    const where = area === 0 ? "all over" : `in area ${area}`;
    return `${what[0]?.toUpperCase()}${what.slice(1)} ${where}, ${sizeOf(units)}`;
  });
}

/** What typed codes mean, as they are typed; nothing for anything else. */
export function explainTypedDamage(typed: string): string[] {
  const damages = parseDamage(typed);
  return damages ? describeDamage(formatDamage(damages)) : [];
}

/** True if the code says no damage and the words describe some. */
export function contradictsWords(code: string | undefined, words: string | undefined): boolean {
  const isNone = /^\W*(none|no( visible)? damage|ok|good|clean|n\/?a|no)\W*$/i.test(words ?? "");
  return code === NO_DAMAGE && words !== undefined && words.trim() !== "" && !isNone;
}

/** The units of all damages together. */
export function damageUnits(damages: readonly Damage[]): number {
  return damages.reduce((sum, { units }) => sum + units, 0);
}

function parseCode(code: string): Damage | undefined {
  const [, area, letter = "", units] = /^(\d)([A-Z])(\d{1,2}(?:\.5)?|\.5)$/.exec(code) ?? [];
  if (!(letter in DAMAGE_TYPES) || Number(units) === 0) return undefined;
  return { area: Number(area), type: letter as DamageType, units: Number(units) };
}

function sizeOf(units: number): string {
  if (units < 1) return "smaller than a credit card";
  return units === 1 ? "the size of one credit card" : `the size of ${units} credit cards`;
}
