import { CABS } from "~/vehicles/trade-words";

/*
 * The text of a search for a part before its words are read: the VIN, the years and the sizes in it.
 */

/** Takes a VIN out of a search: 17 letters and digits, both of them, with no I, O or Q. */
export function takeVin(q: string): { text: string; vin?: string } {
  const vin = /(?<![\p{L}\p{N}])(?=[A-Z\d]*\d)(?=[A-Z\d]*[A-Z])[A-HJ-NPR-Z\d]{17}(?![\p{L}\p{N}])/iu.exec(
    q,
  )?.[0];
  return vin ? { text: q.replace(vin, " "), vin: vin.toUpperCase() } : { text: q };
}

/** The oldest model year that two digits may mean. */
const FIRST_SHORT_YEAR = 1960;

/** "'10", "08-12", "2008-12" and "2010accord" as years of four digits that stand alone. */
export function writeOutYears(text: string, lastYear: number): string {
  const long = (digits: string) => String(fullYear(digits, lastYear) ?? digits);
  return text
    .replace(/\b((?:19|20)\d\d)\s*(?:-|–|\/|to)\s*(\d\d)\b(?!\d)/g, (_, from, to) => `${from}-${long(to)}`)
    .replace(/(?<![\d.-])(\d\d)\s*[-–]\s*(\d\d)(?![\d.-])/g, (whole, from: string, to: string) => {
      const [first, last] = [fullYear(from, lastYear), fullYear(to, lastYear)];
      return first && last && first < last ? `${first}-${last}` : whole;
    })
    .replace(/(?<!\w)['’]\s?(\d\d)\b/g, (_, digits) => long(digits))
    .replace(/\b((?:19|20)\d\d)(?=[a-z]{3,})/g, "$1 ");
}

/** The model year that two digits mean; undefined where they mean none. */
export function fullYear(digits: string, lastYear: number): number | undefined {
  const year = Number(digits) + (2000 + Number(digits) <= lastYear ? 2000 : 1900);
  return year >= FIRST_SHORT_YEAR ? year : undefined;
}

/** An engine ("3.5l v6"), a wheel's inches, a cab and a bed's feet say nothing that a part's record has. */
export function withoutDescriptions(text: string): string {
  return text
    .replace(/(?<!\w)w\/o?(?!\w)\s*|\bwithout\b/g, " with ")
    .replace(CABS, " ")
    .replace(/\b\d\d?[ -]?(?:speed|spd)[ -]?(auto(?:matic)?)\b/g, " $1 ")
    .replace(/\b(auto(?:matic)?)[ -]\d\d?[ -]?(?:speed|spd)\b/g, " $1 ")
    .replace(/\b\d(?:\.\d)?[ -]?(?:ft|foot|feet)\b/g, " ")
    .replace(/\b\d\.\d\s?(?:liters?|litres?|l)?(?![\d.])/g, " ")
    .replace(/\b[vi]-?(?:4|5|6|8|10|12)\b/g, " ")
    .replace(/\b\d\d\s?(?:inch(?:es)?\b|in\b|")/g, " ");
}
