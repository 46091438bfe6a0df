import { findKnownCars, findSaidOfModel, type KnownFit } from "~/interchange/fitments.server";
import { gradeAndReason, matchName } from "~/interchange/match-words";
import { findFitsOfShelfPart } from "~/parts/likely-fits.server";
import type { Part } from "~/parts/parts";

/** The most cars of the interchange that the page lists. */
const MAX_LIKELY = 20;

/** What a part fits, for staff: their own word with who and when, what was said of other years of its car, and what is likely. */
export async function loadFits(part: Part) {
  const { entryId, year, make, model } = part;
  const from = { year, make, model };
  const [known, said, { matches }] = await Promise.all([
    findKnownCars(from, entryId),
    findSaidOfModel(from, entryId),
    findFitsOfShelfPart(part),
  ]);
  return {
    known: known.map(toWord),
    said: said.map((fit) => ({ ...toWord(fit), from: nameOf(fit.from) })),
    likely: matches
      .filter(({ grade }) => grade !== "confirmed here")
      .slice(0, MAX_LIKELY)
      .map((match) => ({ name: matchName(match), reason: gradeAndReason(match) })),
  };
}

export type Fits = Awaited<ReturnType<typeof loadFits>>;

function toWord({ verdict, car, source }: KnownFit) {
  return { verdict, car, name: nameOf(car), source };
}

function nameOf({ year, make, model }: KnownFit["car"]): string {
  return `${year} ${make} ${model}`;
}
