import { data } from "@remix-run/node";
import { consumeRateLimit } from "~/http/rate-limits.server";
import { askedCarName, type FindInput, readFindInput } from "~/parts/find";
import { findStock, findVin } from "~/parts/find.server";
import type { PartSearchResult } from "~/parts/search-index";
import { lookUpVin } from "~/vin/lookup.server";
import { isValidVin } from "~/vin/validate";

/** What the search page shows: what was asked, and what is in stock for it. */
export async function loadFind(request: Request, clientIp: string) {
  const now = new Date();
  const input = readFindInput(new URL(request.url).searchParams);
  const vin = (await findVin(input, now))?.toUpperCase().replace(/\s/g, "");
  if (vin === undefined) return data(await loadStock(input, now));
  // A VIN names one customer's car, so its page stays out of caches and search engines.
  const headers = { "Cache-Control": "private, no-store", "X-Robots-Tag": "noindex" };
  const { car, problem } = await decodeCar(vin, clientIp);
  return data({ ...(await loadStock({ ...input, ...car, vin }, now)), problem }, { headers });
}

/** What the page shows. */
export type FindData = Awaited<ReturnType<typeof loadStock>>;

async function loadStock(input: FindInput, now: Date) {
  const { entries, part: q, ...stock } = await findStock(input, now);
  const best = entries.filter(({ rank }) => rank === 0).map(({ result }) => result);
  return {
    ...stock,
    input,
    /** The part that the search names: of several, such as a left and a right one, what they have in common. */
    part: best[0] && {
      isGuess: stock.isGuess,
      name: best.length === 1 ? nameOf(best[0]) : (nameOf(best[0]).split(/, | \(/)[0] ?? ""),
      request: best.length === 1 ? { entryId: best[0].id } : { q },
    },
    /** A year alone is no car. */
    carName: stock.hasCar || best[0] ? askedCarName(stock.car) : "",
    problem: undefined as string | undefined,
  };
}

function nameOf({ partName, subcategoryName }: PartSearchResult): string {
  return partName ?? subcategoryName;
}

/** The car of a VIN, or why it cannot be told. */
async function decodeCar(vin: string, clientIp: string): Promise<{ car: FindInput; problem?: string }> {
  if (!isValidVin(vin))
    return { car: {}, problem: "That VIN isn't complete: it has 17 letters and numbers." };
  const limit = await consumeRateLimit("vinDecode", clientIp);
  const result = limit.ok ? (await lookUpVin(vin)).result : undefined;
  if (!result || !("vehicleInfo" in result) || !result.vehicleInfo.make)
    return { car: {}, problem: "We couldn't read that VIN. Please type year, make and model instead." };
  const { year, make, model } = result.vehicleInfo;
  return { car: { year, make, model } };
}
