import { z } from "zod";
import { bareVin, INVENTORY_TYPES, isValidVin, VIN_SENTENCES } from "./vin";

export const inventoryTypeSchema = z.enum(INVENTORY_TYPES);

/**
 * What a decode can say (spec section 3). `year` is a model year; an absent field is one nobody knows. `fuelType` is
 * beyond the specification's list: only the online service knows it, and only the retail form takes it.
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
 * A submitted VIN: cleaned like a typed one, but never cut, since the first 17 of 20 characters may well be
 * another vehicle's VIN.
 */
export const vinSchema = z
  .string({ error: VIN_SENTENCES.required })
  .transform(bareVin)
  .pipe(
    z
      .string()
      .min(1, { error: VIN_SENTENCES.required, abort: true })
      .refine(isValidVin, { error: VIN_SENTENCES.malformed }),
  );
