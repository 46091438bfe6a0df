import { z } from "zod";
import { optionalLine } from "~/values/text";
import { INVENTORY_TYPES, isValidVin, stripVin, VIN_MESSAGES } from "./validate";

export const inventoryTypeSchema = z.enum(INVENTORY_TYPES);

/**
 * The fields that a decode can return. `year` is the model year. Only the online
 * service returns `fuelType`, and only the retail form uses it.
 */
export const vehicleInfoSchema = z.object({
  year: z.number().int().optional(),
  make: z.string().optional(),
  model: z.string().optional(),
  trim: z.string().optional(),
  engineSize: z.string().optional(),
  transmissionType: z.string().optional(),
  driveType: z.string().optional(),
  fuelType: z.string().optional(),
});

export type VehicleInfo = z.infer<typeof vehicleInfoSchema>;

/**
 * A submitted VIN: normalized like a typed one but never truncated, because the first 17 of 20 characters may be another
 * vehicle's VIN.
 */
export const vinSchema = z
  .string({ error: VIN_MESSAGES.required })
  .transform(stripVin)
  .pipe(
    z
      .string()
      .min(1, { error: VIN_MESSAGES.required, abort: true })
      .refine(isValidVin, { error: VIN_MESSAGES.malformed }),
  );

/** Like `vinSchema`, for a form or body that may leave the VIN out: it is then empty text. */
export const optionalVinSchema = z
  .string({ error: VIN_MESSAGES.required })
  .nullish()
  .transform((vin) => stripVin(vin ?? ""))
  .pipe(z.string().refine((vin) => vin === "" || isValidVin(vin), { error: VIN_MESSAGES.malformed }));

/** The body of the API's VIN decode. `exceptId` is a vehicle that does not count as found in our inventories. */
export const vinDecodeSchema = z.object({ vin: vinSchema, exceptId: optionalLine() });
