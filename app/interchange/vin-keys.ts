/*
 * The keys of vPIC's patterns: what a VIN must have in its positions 4 to 8, a bar, and positions 10 to 17. `*` is any character, `#` a
 * digit, `[A-C7]` one of a set.
 */

const ALL = "ABCDEFGHJKLMNPRSTUVWXYZ0123456789|";

/** What each position of the keys allows. */
export function positionsOf(keys: string): string[] {
  const known = positions.get(keys);
  if (known) return known;
  const found = (keys.match(/\[[^\]]*\]?|./g) ?? []).map(charactersOf);
  positions.set(keys, found);
  return found;
}

const positions = new Map<string, string[]>();

function charactersOf(key: string): string {
  if (key === "*") return ALL;
  if (key === "#") return "0123456789";
  if (!key.startsWith("[")) return key;
  return key
    .replace(/[[\]]/g, "")
    .replace(/(.)-(.)/g, (_, from: string, to: string) =>
      [...ALL].filter((character) => character >= from && character <= to).join(""),
    );
}

/** Whether one VIN can match both. */
export function canMatchOneVin(keys: string, others: string): boolean {
  if (keys === others) return true;
  const [one, other] = [positionsOf(keys), positionsOf(others)];
  return one.every((characters, index) => {
    const allowed = other[index] ?? ALL;
    return (
      characters === allowed || characters === ALL || allowed === ALL || shareCharacter(characters, allowed)
    );
  });
}

function shareCharacter(one: string, other: string): boolean {
  return [...one].some((character) => other.includes(character));
}
