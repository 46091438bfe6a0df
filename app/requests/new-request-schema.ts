import { z } from "zod";
import { fieldSchemas } from "~/collections/schema";
import { keysOf } from "~/values/query-params";
import { isBlank, optionalLine, optionalMessage } from "~/values/text";
import { NEW_KINDS, type NewRequestField } from "./new-request-page";
import { PART_REQUESTS } from "./part-requests";

export const NEW_REQUEST_MESSAGES = {
  reach: "Please enter a name or a phone number",
  need: "Please enter the part they need",
  stockNumber: "Please enter the car's stock number",
  stockNumberUnknown: "We have no car for sale with that stock number",
} as const;

const { phone, email } = PART_REQUESTS.fields.customerInfo.fields;

/** The form: a name or a phone number, and for a part what it is, is enough. */
export const newRequestSchema = z
  .object({
    kind: z.enum(keysOf(NEW_KINDS), "Please choose what it's about"),
    name: optionalLine(),
    ...fieldSchemas({ phone, email }),
    need: optionalLine(),
    year: optionalLine(40),
    make: optionalLine(60),
    model: optionalLine(60),
    stockNumber: optionalLine(40),
    notes: optionalMessage(),
  })
  .superRefine(({ kind, name, phone, need, stockNumber }, context) => {
    const miss = (field: NewRequestField, message: string) =>
      context.addIssue({ code: "custom", path: [field], message });
    if (isBlank(name) && isBlank(phone)) miss("name", NEW_REQUEST_MESSAGES.reach);
    if (kind === "part" && isBlank(need)) miss("need", NEW_REQUEST_MESSAGES.need);
    if (kind === "inquiry" && isBlank(stockNumber)) miss("stockNumber", NEW_REQUEST_MESSAGES.stockNumber);
  });
export type NewRequest = z.output<typeof newRequestSchema>;
