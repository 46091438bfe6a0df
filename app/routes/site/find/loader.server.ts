import { data } from "@remix-run/node";
import { consumeRateLimit } from "~/http/rate-limits.server";
import { askedCarName, type FindInput, readFindInput } from "~/parts/find";
import { findStock, findVin } from "~/parts/find.server";
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
  const { entries, ...stock } = await findStock(input, now);
  const [best] = entries;
  return {
    ...stock,
    input,
    /** The entry that the search means, if it names one. */
    entry: best && { id: best.result.id, name: best.result.partName ?? best.result.subcategoryName },
    carName: askedCarName(stock.car),
    problem: undefined as string | undefined,
  };
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
