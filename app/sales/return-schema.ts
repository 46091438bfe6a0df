import { z } from "zod";
import { centsSchema } from "~/values/money";
import { keysOf } from "~/values/query-params";
import { optionalLine, orBlank } from "~/values/text";
import { wholeNumber } from "~/values/whole-number";
import { MODEL_YEARS } from "~/vehicles/inventory";
import { GOES_TO, REFUND_METHODS, RETURN_REASONS } from "./returns";
import { MAX_QUANTITY, MAX_SALE_PRICE } from "./sale";
import { decimalSchema } from "./sale-schema";

const RETURN_MESSAGES = {
  lines: "Please choose what came back",
  quantity: "Please enter how many came back",
  reason: "Please say why it came back",
  year: "Please enter the year too, or leave the car out",
  make: "Please enter the make too, or leave the car out",
  model: "Please enter the model too, or leave the car out",
  method: "Please choose how the customer gets the money",
  fee: "Please enter a fee in dollars, or leave it empty",
} as const;

/** What comes back of a sale; quantities come out in hundredths, the fee in cents. */
export const returnSchema = z.object({
  lines: z
    .array(
      z
        .object({
          saleLineId: z.string(),
          quantity: decimalSchema(RETURN_MESSAGES.quantity, { places: 2, max: MAX_QUANTITY }),
          reason: z.enum(keysOf(RETURN_REASONS), RETURN_MESSAGES.reason),
          goesTo: z.enum(keysOf(GOES_TO)).optional(),
          // The car that it does not fit.
          year: orBlank(wholeNumber(MODEL_YEARS, { malformed: MODEL_YEARS.message })),
          make: optionalLine(),
          model: optionalLine(),
        })
        .superRefine(({ reason, year, make, model }, context) => {
          const car = { year, make, model };
          if (reason !== "does-not-fit" || (!year && !make && !model)) return;
          for (const name of ["year", "make", "model"] as const)
            if (!car[name])
              context.addIssue({ code: "custom", path: [name], message: RETURN_MESSAGES[name] });
        }),
    )
    .min(1, RETURN_MESSAGES.lines),
  method: z.enum(keysOf(REFUND_METHODS), RETURN_MESSAGES.method),
  fee: z
    .union(
      [z.literal("").transform(() => 0), centsSchema(RETURN_MESSAGES.fee, { min: 0, max: MAX_SALE_PRICE })],
      RETURN_MESSAGES.fee,
    )
    .default(0),
  notes: optionalLine(),
});

export type GivenReturn = z.infer<typeof returnSchema>;

/** The car that a line does not fit; undefined if nobody said. */
export function carOf({ year, make, model }: GivenReturn["lines"][number]) {
  return year && make && model ? { year, make, model } : undefined;
}
