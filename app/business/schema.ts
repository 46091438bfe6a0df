import path from "node:path";
import { z } from "zod";
import { buyersGuideSchema } from "~/documents/buyers-guide-schema";
import { LABEL_SIZE_NAMES } from "~/documents/labels";
import { feedSettingsSchema } from "~/feeds/settings-schema";
import { parsePublicId } from "~/pictures/picture";
import { normalizeLine } from "~/values/normalize";
import { isZip } from "~/values/zip";
import { HEX_COLOR, problemOfAccent, type Scheme } from "./look";
import { MAX_ROWS } from "./rows";
import { teardownLinesSchema } from "./teardown-lines";
import { areInOrder, CLOCK_TIME, parseSpans, readHours, WEEKDAYS, type Weekday } from "./week";

type ErrorOf = (issue: { input?: unknown }) => string | undefined;

/** One line, because text files such as llms.txt have one line for each. */
const line = (error?: ErrorOf) => z.string({ error }).overwrite(normalizeLine).min(1).max(200);
const text = line();
const longText = z.string().trim().min(1).max(500);
const clockTime = z.string().regex(CLOCK_TIME, "must be a time such as 8am or 5:30pm");
const daySpans = z
  .string()
  .refine(
    (spans) => parseSpans(spans) !== undefined,
    'must be times such as "8am to 5pm", or "8am to 12pm, 1pm to 5pm"',
  )
  .refine(
    (spans) => areInOrder(parseSpans(spans) ?? []),
    "must have its times in order, with a break between them",
  )
  .optional();
const phone = z.string().regex(/^\(\d{3}\) \d{3}-\d{4}$/, "must look like (555) 555-0142");
const closedDay = z.string().refine(isDay, "must be a date such as 2026-11-26, or 12-25 for every year");

/** There is a store with all that names it, or none. */
const storeError: ErrorOf = ({ input }) =>
  input === undefined ? "must be filled in too, or all three left empty" : undefined;

const dayRange = z
  .tuple([z.number().int().min(0).max(90), z.number().int().min(0).max(90)])
  .superRefine(([fewest, most], context) => {
    if (most < fewest)
      context.addIssue({
        code: "custom",
        path: [1],
        message: `must be ${fewest} or more, because the minimum is ${fewest}`,
      });
  });

const uploadedPicture = z
  .string()
  .refine((url) => parsePublicId(url) !== undefined, "must be a picture that was uploaded here");
const accentColor = (scheme: Scheme) =>
  z
    .string()
    .regex(HEX_COLOR, "must be a color such as #0d6b45")
    .superRefine((color, context) => {
      const problem = HEX_COLOR.test(color) ? problemOfAccent(color, scheme) : undefined;
      if (problem) context.addIssue({ code: "custom", message: problem });
    });
/** Whole cents are required where it is typed: what was stored before still counts. */
const dollars = z.number().min(0).max(10_000);
export const ANOTHER_PLACE = "must be another one than those of the rates above";
export const THREE_DECIMALS = "must have at most three decimals, such as 8.125";
const labelSize = z.enum(LABEL_SIZE_NAMES);
const mailbox = z.email("must be an email address such as office@example.com");

/** The name of a photo next to the business file. */
export const PHOTO_FILE = /^\w[\w .-]{0,90}\.(jpe?g|png|webp)$/i;

/** The schema of `business.json`, the only source of facts about the business. */
export const businessSchema = z.strictObject({
  name: text,
  tagline: text,
  foundedYear: z.number().int().min(1900).max(2100),
  owner: text,
  operationsManager: text.optional(),
  /** The others that the about page names. */
  team: z
    .array(z.strictObject({ name: text, role: text }))
    .max(MAX_ROWS.team)
    .default([]),
  /** What the yard does, and what happened in which year, for the about page. */
  services: z
    .array(z.strictObject({ title: text, text: longText }))
    .max(MAX_ROWS.services)
    .default([]),
  milestones: z
    .array(z.strictObject({ year: z.number().int().min(1900).max(2100), text: longText }))
    .max(MAX_ROWS.milestones)
    .default([]),
  /** The owner's own photos of the yard and the team, for the first screens of home and about. */
  photos: z
    .array(
      z
        .strictObject({
          /** A file next to this one, or a picture that was uploaded in the browser. */
          file: z
            .string()
            .regex(PHOTO_FILE, "must be the name of a JPG, PNG or WebP next to this file, such as yard.jpg")
            .optional(),
          picture: uploadedPicture.optional(),
          /** What is to be seen, for those who can't see it. */
          alt: text,
          of: z.enum(["yard", "team"]),
        })
        .superRefine(({ file, picture }, context) => {
          if (file === undefined && picture === undefined)
            context.addIssue({ code: "custom", path: ["picture"], message: "must be chosen" });
        }),
    )
    .max(MAX_ROWS.photos)
    .superRefine(
      differIn("picture", ({ file, picture }) => picture ?? file, "must be another one than those above"),
    )
    .default([]),
  phone,
  email: z.email(),
  privacyEmail: z.email(),
  address: z.strictObject({
    street: text,
    city: text,
    state: z.string().regex(/^[A-Z]{2}$/, "must be a two-letter state"),
    zipCode: z.string().refine(isZip, "must be five digits, such as 12545"),
  }),
  /** Where the map has its pin; a business without them has no map. */
  coordinates: z
    .strictObject({
      latitude: z.number().min(-90).max(90),
      longitude: z.number().min(-180).max(180),
    })
    .optional(),
  timeZone: z.string().refine(isTimeZone, "must be a time zone such as America/New_York"),
  hours: z
    .strictObject(
      {
        /** The same times on some days; `week` says more, and counts where both are there. */
        days: text
          .regex(
            /^\D*$/,
            'must be days alone, such as "Monday to Saturday"; the times go in opens and closes, such as "8am" and "5:30pm"',
          )
          .optional(),
        opens: clockTime.optional(),
        closes: clockTime.optional(),
        /** The times of each weekday; one that is left out is closed. */
        week: z
          .strictObject(
            Object.fromEntries(WEEKDAYS.map((day) => [day, daySpans])) as Record<Weekday, typeof daySpans>,
          )
          .optional(),
        /** As visitors read them, instead of what follows from the times. */
        words: text.optional(),
        weekends: text.optional(),
        weekendsShort: text.optional(),
        closedOn: z.array(closedDay).max(100).default([]),
      },
      {
        error: ({ code }) =>
          code === "invalid_type"
            ? 'must have days and times by name, such as { "days": "Monday to Saturday", "opens": "8am", "closes": "5:30pm", … }'
            : undefined,
      },
    )
    .superRefine((hours, context) => {
      if (hours.week || hours.words) return;
      if (!hours.days && !hours.opens && !hours.closes)
        context.addIssue({
          code: "custom",
          path: ["week"],
          message: "must have times, or another day, or the hours must be said in words",
        });
      else
        for (const key of ["days", "opens", "closes"] as const)
          if (hours[key] === undefined)
            context.addIssue({
              code: "custom",
              path: [key],
              message: "Invalid input: expected string, received undefined",
            });
    })
    // "Open now" (opening-hours.ts) is computed from the same text that visitors read.
    .transform((hours) => ({ ...hours, ...readHours(hours) })),
  /** Within how many business hours a request is answered, as customers are promised. */
  answerHours: z.number().int().min(1).max(240).default(24),
  warranty: z.strictObject({ newParts: text, usedParts: text }),
  /** The warranties that a part can be sold with, as they are worded to the customer. */
  partWarranties: z.array(text).max(20).default([]),
  /** Whether parts can be brought back: a sentence for visitors, and what search engines can say about it. */
  returnPolicy: z
    .strictObject({
      sentence: longText,
      /** From the day it is received; 0 if nothing is taken back. */
      days: z.number().int().min(0).max(365).optional(),
      /** Whether sending it back is free or the customer's to pay. */
      shippingBack: z.enum(["free", "customer pays"]).optional(),
      restockingPercent: z.number().min(0).max(100).optional(),
    })
    .optional(),
  /** How parts are shipped within the US: a sentence for visitors; search engines need the price and both times. */
  shipping: z
    .strictObject({
      sentence: longText,
      /** In dollars, whatever the part. */
      price: dollars.optional(),
      /** Business days until it leaves, and on its way. */
      handlingDays: dayRange.optional(),
      transitDays: dayRange.optional(),
    })
    .optional(),
  /** The store on a marketplace, for a business that has one. */
  marketplace: z
    .strictObject({
      id: z
        .string({ error: storeError })
        .regex(/^[a-z][a-z0-9]{1,19}$/, "must be a short lower-case word such as ebay"),
      name: line(storeError),
      storeUrl: z.url({ protocol: /^https$/, error: storeError }),
    })
    .optional(),
  /** What the FTC's Buyers Guide says about the dealer; its `defaults` fill in the form of each vehicle. */
  buyersGuide: z
    .strictObject({
      /** Some states allow no as-is sales; that is for the owner to know. */
      asIsAllowed: z.boolean().default(false),
      /** Contact for complaints after the sale; the operations manager if it is left out. */
      complaints: z.strictObject({ name: text, phone }).optional(),
      email: z.email().optional(),
      signatureLine: z.boolean().default(true),
      defaults: z.record(z.string(), z.unknown()).optional(),
    })
    .transform((guide, context) => {
      if (!guide.defaults) return { ...guide, defaults: undefined };
      const { data, error } = buyersGuideSchema(guide).safeParse(guide.defaults);
      for (const { path, message } of error?.issues ?? [])
        context.addIssue({ code: "custom", path: ["defaults", ...path], message });
      return { ...guide, defaults: data };
    })
    .prefault({}),
  /** The registration with the National Motor Vehicle Title Information System. */
  nmvtis: z.strictObject({ reportingEntityId: text }).optional(),
  /** What an estimate of a repair begins with and says. The words are what New York asks of a shop (15 NYCRR 82.5 and 82.8). */
  repairEstimate: z
    .strictObject({
      /** The sales tax in percent, such as 8.125. */
      taxPercent: z.number().min(0).max(30).refine(hasThreeDecimals, THREE_DECIMALS).default(0),
      /** Dollars for an hour of labor. */
      laborRate: dollars.optional(),
      /** The shop's registration, as the estimate names it: `Repair shop registration 7000000`. */
      registration: text.optional(),
      words: z
        .array(longText)
        .max(20)
        .default([
          "We won't do work or supply parts beyond this estimate without your consent.",
          "Parts are new and at least of original equipment quality unless this estimate says used or rebuilt.",
          "You have the right to get replaced parts back if you ask for them in writing before the work begins, except parts that go back under a warranty or in exchange.",
          "Labor is charged by clock hours at the price per hour shown.",
          "We keep a copy of this estimate for two years.",
        ]),
    })
    .prefault({}),
  /** The sales taxes by place; a new sale begins with the first. Without any, it is the one of estimates. */
  salesTaxes: z
    .array(
      z.strictObject({
        place: text,
        percent: z.number().min(0).max(30).refine(hasThreeDecimals, THREE_DECIMALS),
      }),
    )
    .max(MAX_ROWS.salesTaxes)
    .superRefine(differIn("place", ({ place }) => place, ANOTHER_PLACE))
    .default([]),
  /** What is taxed in a sale besides parts and vehicles, and the number that sales start with. */
  sales: z
    .strictObject({
      taxesCores: z.boolean().default(false),
      taxesLabor: z.boolean().default(false),
      taxesShipping: z.boolean().default(false),
      /**
       * Whether a trade-in comes off the price of a vehicle before tax. In New York it does: Tax Law 1101(b)(3) leaves out of a receipt
       * what is allowed for property that is taken in part payment and meant for resale.
       */
      tradeReducesTax: z.boolean().default(true),
      /** What a vehicle's bill of sale says above the signatures; the usual sentence is of New York's Vehicle and Traffic Law 417. */
      billWords: z
        .array(longText)
        .max(20)
        .default([
          "If this motor vehicle is classified as a used motor vehicle, the dealer named above certifies that the entire vehicle is in condition and repair to render, under normal use, satisfactory and adequate service upon the public highway at the time of delivery.",
        ]),
      /** The number under which the state registered the business as a dealer, for bills of sale. */
      facilityNumber: text.optional(),
      /** The number of the sales tax certificate, as receipts say it. */
      taxNumber: text.optional(),
      firstNumber: z.number().int().min(1).max(900_000_000).default(1001),
    })
    .prefault({}),
  /** The accounts of QuickBooks or Xero that the files for them name. */
  bookkeeping: z
    .strictObject({
      accounts: z
        .strictObject({
          cash: text.default("Undeposited Funds"),
          card: text.default("Card Clearing"),
          check: text.default("Undeposited Funds"),
          bank: text.default("Checking"),
          receivable: text.default("Accounts Receivable"),
          storeCredit: text.default("Customer Store Credit"),
          deposits: text.default("Customer Deposits"),
          tradeIns: text.default("Inventory"),
          carsBought: text.default("Inventory"),
          carCosts: text.default("Car Costs"),
          parts: text.default("Sales of Used Parts"),
          vehicles: text.default("Sales of Vehicles"),
          labor: text.default("Labor Income"),
          shipping: text.default("Shipping Income"),
          cores: text.default("Core Deposits"),
          other: text.default("Other Income"),
          salesTax: text.default("Sales Tax Payable"),
        })
        .prefault({}),
    })
    .prefault({}),
  /** How the staff sign in. */
  signIn: z
    .strictObject({
      /** Everyone sets up a second factor before anything else. */
      secondFactorForAll: z.boolean().default(false),
    })
    .prefault({}),
  /** How the site sends mail, and to which staff; the server's password is a secret (settings/secrets.server.ts). */
  mail: z
    .strictObject({
      server: z
        .string()
        .regex(
          /^[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?$/i,
          "must be the name of a mail server, such as smtp.example.com",
        )
        .optional(),
      port: z.number().int().min(1).max(65_535).optional(),
      user: text.optional(),
      from: mailbox.optional(),
      notify: z.array(mailbox).max(20).default([]),
      leads: z.array(mailbox).max(20).default([]),
    })
    .prefault({}),
  /** What is usually sold from a car; the teardown file counts as long as it is left out. */
  teardown: teardownLinesSchema.optional(),
  /** Sentences of the messages that staff answer customers with, instead of the site's own. */
  answers: z.strictObject({ order: longText.optional(), closing: longText.optional() }).prefault({}),
  /** Whether NHTSA's online service is asked, too, when a VIN is decoded. */
  vinOnline: z.boolean().default(false),
  /** The owner's own look on public pages (look.ts). */
  look: z
    .strictObject({
      logo: uploadedPicture.optional(),
      logoDark: uploadedPicture.optional(),
      logoHasName: z.boolean().default(false),
      accent: accentColor("light").optional(),
      accentDark: accentColor("dark").optional(),
    })
    .superRefine(({ logo, logoDark, accent, accentDark }, context) => {
      if (logoDark !== undefined && logo === undefined)
        context.addIssue({
          code: "custom",
          path: ["logo"],
          message: "must be chosen too, because its dark form is",
        });
      if (accentDark !== undefined && accent === undefined)
        context.addIssue({
          code: "custom",
          path: ["accent"],
          message: "must be set too, because the dark one is",
        });
    })
    .prefault({}),
  /** Backups: whether one is made each night, where they go and how long they are kept. */
  backups: z
    .strictObject({
      nightly: z.boolean().default(false),
      folder: z
        .string()
        .max(300)
        .refine((folder) => path.isAbsolute(folder), "must begin at the root, such as /mnt/backup/yard")
        .optional(),
      days: z.number().int().min(1).max(9999).optional(),
    })
    .prefault({}),
  /** The size of stock labels, by what they are for. */
  labels: z
    .strictObject({ dismantled: labelSize, retail: labelSize, part: labelSize })
    .partial()
    .prefault({}),
  /** Buying cars: what is kept of sellers, and what the bill of sale says. */
  buying: z
    .strictObject({
      /** For how many years the number and the photos of a seller's ID are kept. */
      sellerIdYears: z.number().int().min(1).max(20).default(5),
      /** The yard's own registration as a dismantler, for the book and the bill of sale. */
      registration: text.optional(),
      billWords: z
        .array(longText)
        .max(20)
        .default([
          "The seller owns this vehicle, may sell it, and knows of no lien, claim or other interest in it.",
          "The seller has told the buyer what they know of the odometer, damage and missing parts.",
          "The seller has been paid in full and gives up every right in the vehicle and what is left in it.",
        ]),
    })
    .prefault({}),
  /** Which feeds other sites may fetch, and under which addresses. */
  feeds: feedSettingsSchema,
});

/** Rows of which no two have the same; the issue is the second one's. */
function differIn<Row>(field: string, toValue: (row: Row) => unknown, message: string) {
  return (rows: Row[], context: z.RefinementCtx<Row[]>) => {
    const values = rows.map(toValue);
    for (const [at, value] of values.entries())
      if (values.indexOf(value) < at) context.addIssue({ code: "custom", path: [at, field], message });
  };
}

export function hasThreeDecimals(percent: number): boolean {
  return Math.abs(percent * 1000 - Math.round(percent * 1000)) < 1e-6;
}

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat("en-US", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** A date, or a month and a day, February 29 included. */
function isDay(day: string): boolean {
  const dated = /^\d{2}-\d{2}$/.test(day) ? `2024-${day}` : day;
  return z.iso.date().safeParse(dated).success;
}
