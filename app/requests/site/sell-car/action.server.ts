import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { log } from "~/http/log.server";
import { IDEMPOTENCY_KEY } from "~/http/public-form";
import { readPublicForm, takeForm } from "~/http/public-form.server";
import { consumeRateLimit } from "~/http/rate-limits.server";
import { customerKey } from "~/requests/customer-link.server";
import { KEPT_OFFER_PHOTOS, OFFER_PHOTO_FIELD, SELL_CAR_PAGE } from "~/requests/offered-car";
import { submitOfferedCar } from "~/requests/offered-car.server";
import type { OfferedCarFields } from "~/requests/offered-cars";
import { SENT } from "~/requests/part";
import { lookUpVin } from "~/vin/lookup.server";
import { check } from "./checks";
import { SELL_CAR_FIELDS } from "./fields";

/** Stores the car with its photos and redirects to the confirmation. A form that comes back keeps the photos that have arrived. */
export async function sendOfferedCar({ request, context }: ActionFunctionArgs) {
  const form = await readPublicForm(request, [IDEMPOTENCY_KEY, ...SELL_CAR_FIELDS, ...KEPT_OFFER_PHOTOS]);
  const photos = KEPT_OFFER_PHOTOS.flatMap((name) => form.get(name)?.toString() || []);
  const problems = (context.uploads ?? []).flatMap((upload) =>
    upload.ok ? [] : [[upload.name, upload.message].filter(Boolean).join(": ")],
  );
  return takeForm(form, context, {
    name: "an offered car",
    check: (form) => withPhotoProblems(check(form), problems),
    limit: "offeredCar",
    store: async (fields, key) => {
      const now = new Date();
      const decoded = await addDecoded(fields, context.clientIp);
      const id = await submitOfferedCar(decoded, { said: [key, fields], photos, now });
      return redirect(`${SELL_CAR_PAGE}?${SENT}=${customerKey({ prefix: "OC", id }, now)}`, 303);
    },
  });
}

/** The same check, with what is wrong with the photos below their field. */
function withPhotoProblems(
  submission: ReturnType<typeof check>,
  problems: string[],
): ReturnType<typeof check> {
  if (problems.length === 0) return submission;
  const fieldErrors = { [OFFER_PHOTO_FIELD]: problems };
  return {
    ...submission,
    status: "error",
    reply: (options) => submission.reply({ ...(options as object), fieldErrors }),
  } as ReturnType<typeof check>;
}

/** Fills in from the VIN what the visitor left empty. One that can't be decoded, or can't be now, must not cost us a customer. */
async function addDecoded(fields: OfferedCarFields, clientIp: string): Promise<OfferedCarFields> {
  const { vin, vehicleInfo } = fields;
  if (!vin || (vehicleInfo.year && vehicleInfo.make && vehicleInfo.model)) return fields;
  try {
    if (!(await consumeRateLimit("vinDecode", clientIp)).ok) return fields;
    const { result } = await lookUpVin(vin);
    if (result.outcome !== "decoded" && result.outcome !== "incomplete") return fields;
    const { year, make, model, trim } = result.vehicleInfo;
    return {
      ...fields,
      vehicleInfo: {
        ...vehicleInfo,
        year: vehicleInfo.year ?? (year === undefined ? undefined : String(year)),
        make: vehicleInfo.make ?? make,
        model: vehicleInfo.model ?? model,
        trim: vehicleInfo.trim ?? trim,
      },
    };
  } catch (error) {
    log.error({ error }, "decoding the VIN of an offered car failed");
    return fields;
  }
}
