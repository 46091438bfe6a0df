import { LETTERS, UNITS_PER_EM } from "./sign-letters.data";

/** Capitals are this much of an em high. */
export const CAPITALS = 0.7;
/** From one baseline to the next, in ems. */
export const LINE_HEIGHT = 0.92;

/** The room for the words of a sign, in pixels. */
interface Board {
  width: number;
  height: number;
  /** Heights of an em that may be tried, the largest first. */
  sizes: readonly number[];
}

/** Words that fit their board. */
export interface Lettering {
  /** The height of an em, in pixels. */
  size: number;
  lines: SignLine[];
  /** From the top of the first line's capitals to the baseline of the last, in pixels. */
  height: number;
}

/** One line of a sign, in units of the typeface: scaled by `size / UNITS_PER_EM` it is in pixels. */
export interface SignLine {
  width: number;
  letters: { left: number; outline: string }[];
}

/**
 * Words in the capitals of a road sign, as large as the board allows. No typeface of the machine has a part in it.
 * @returns undefined where a character is none of ours or the words do not fit: half a name is worse than none
 */
export function letterSign(words: string, { width, height: most, sizes }: Board): Lettering | undefined {
  const written = words.split(/\s+/).filter(Boolean).map(inCapitals);
  if (!written.every((word) => word !== undefined) || written.length === 0) return undefined;
  for (const size of sizes) {
    const lines = wrapped(written, (width * UNITS_PER_EM) / size);
    const height = size * (CAPITALS + ((lines?.length ?? 1) - 1) * LINE_HEIGHT);
    if (lines && height <= most) return { size, lines: lines.map(set), height };
  }
  return undefined;
}

/** The word in characters that we have outlines of; an accent that is none of ours gives way. */
function inCapitals(word: string): string | undefined {
  const capitals = [...word.toUpperCase().normalize("NFC")].map((character) =>
    character in LETTERS ? character : character.normalize("NFKD").replace(/\p{M}/gu, ""),
  );
  return capitals.every((character) => character in LETTERS) ? capitals.join("") : undefined;
}

/** Words put into lines, each as full as it gets; undefined where one word alone is too wide. */
function wrapped(words: readonly string[], mostUnits: number): string[] | undefined {
  const lines: string[] = [];
  for (const word of words) {
    const last = lines.at(-1);
    const longer = last === undefined ? undefined : `${last} ${word}`;
    if (longer !== undefined && widthOf(longer) <= mostUnits) lines[lines.length - 1] = longer;
    else if (widthOf(word) <= mostUnits) lines.push(word);
    else return undefined;
  }
  return lines;
}

function set(line: string): SignLine {
  let left = 0;
  const letters = [...line].map((character) => {
    const [width, outline] = LETTERS[character] ?? [0, ""];
    const placed = { left, outline };
    left += width;
    return placed;
  });
  return { width: left, letters: letters.filter(({ outline }) => outline) };
}

function widthOf(line: string): number {
  return set(line).width;
}
