import { z } from "zod";

const SETTING = "must be true, false, or a key of 16 to 100 letters, digits, - and _";

/** A key is a part of a path, so it has only characters that mean nothing there. */
const setting = z.union([z.boolean(), z.string().regex(/^[\w-]{16,100}$/, SETTING)], SETTING).default(false);

/** `feeds` of the business file: a feed is off unless it is true or has a key that its address gets. */
export const feedSettingsSchema = z
  .strictObject({
    /** What Google calls this location. */
    storeCode: z
      .string()
      .regex(/^[\w.-]{1,64}$/, "must be 1 to 64 letters, digits, -, _ and .")
      .optional(),
    googleListings: setting,
    googleVehicleAds: setting,
    metaCatalog: setting,
    marketplace: setting,
    salvage: setting,
    parts: setting,
    newArrivals: setting,
    /** What the salvage feed says about every vehicle's title; the site stores none. */
    titleStatus: z.string().trim().min(1).max(100).optional(),
  })
  .superRefine(({ storeCode, googleListings, googleVehicleAds }, context) => {
    if (storeCode === undefined && (googleListings || googleVehicleAds))
      context.addIssue({
        code: "custom",
        path: ["storeCode"],
        message: "must be set, because a feed for Google is on",
      });
  })
  .prefault({});
