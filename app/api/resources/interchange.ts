import { findConfirmed } from "~/interchange/confirmed.server";
import { type AskedCar, findMatches } from "~/interchange/find.server";
import { findKnownFits, toMatch } from "~/interchange/fitments.server";
import { withoutKnownNotToFit } from "~/interchange/fits-of-part.server";
import { findEntryByName } from "~/parts/catalog";
import { findBodyClass } from "~/vin/body-class.server";
import { lookUpVin } from "~/vin/lookup.server";
import { vinSchema } from "~/vin/schema";
import { isDecodedVehicle } from "~/vin/vehicle-info";
import {
  errorResponse,
  jsonResponse,
  queryErrorResponse,
  rateLimitResponse,
  resourceRoute,
} from "./json.server";

/** `GET /api/interchange?make=&model=&year=` or `?vin=`, with `engine` and `entry`: the cars whose parts fit, and why. */
const handlers = resourceRoute({
  GET: async ({ request, context }) => {
    const params = new URL(request.url).searchParams;
    const invalid = queryErrorResponse("/interchange", params);
    if (invalid) return invalid;
    const text = (name: string) => params.get(name)?.trim() || undefined;
    const entry = findEntryByName(text("entry") ?? "");
    if (text("entry") && !entry) return wrong({ entry: "There is no such part in the catalog" });

    const vin = text("vin");
    if (vin) {
      const limited = await rateLimitResponse("vinDecode", context.clientIp);
      if (limited) return limited;
    }
    const car = vin ? await readVin(vin) : readCar(text);
    if ("problems" in car) return wrong(car.problems);
    const asked = { ...car, engine: text("engine") ?? car.engine };
    const confirmed = entry ? await findConfirmed(asked, entry.id) : [];
    const known = entry ? await findKnownFits(asked, [entry.id]) : [];
    const said = known.filter(({ verdict }) => verdict === "fits").map(toMatch);
    const found = [...confirmed, ...findMatches(asked, entry)];
    return jsonResponse(request, [...said, ...withoutKnownNotToFit(found, known, ({ from }) => from)]);
  },
});

export const loader = handlers.loader;
export const action = handlers.action;

type ReadCar = AskedCar | { problems: Record<string, string> };

function readCar(text: (name: string) => string | undefined): ReadCar {
  const [make, model, year] = [text("make"), text("model"), text("year")];
  if (make && model && year) return { make, model, year: Number(year) };
  const missing = Object.entries({ make, model, year }).filter(([, value]) => !value);
  return { problems: Object.fromEntries(missing.map(([name]) => [name, `${name} is required`])) };
}

/** A VIN that nobody can decode is a car that we know nothing of. */
async function readVin(text: string): Promise<ReadCar> {
  const vin = vinSchema.safeParse(text);
  if (!vin.success) return { problems: { vin: vin.error.issues[0]?.message ?? "" } };
  const { result } = await lookUpVin(vin.data);
  const info = result.outcome === "decoded" ? result.vehicleInfo : {};
  if (!isDecodedVehicle(info)) return { make: "", model: "", year: 0 };
  const { year, make, model, trim, engineSize: engine } = info;
  return { year, make, model, trim, engine, body: findBodyClass(vin.data, year, make) };
}

function wrong(problems: Record<string, string>): Response {
  const [message = ""] = Object.values(problems);
  const fields = Object.fromEntries(Object.entries(problems).map(([name, problem]) => [name, [problem]]));
  return errorResponse(400, message, { fields });
}
