import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { Rejection, readPublicForm, takeForm } from "~/http/public-form.server";
import { findEntry, systemFor } from "~/parts/catalog";
import { foundPartLine } from "~/parts/finder";
import { askedPartSchema } from "~/requests/asked-part-schema";
import { PART_REQUEST_MESSAGES, SENT } from "~/requests/part";
import { findAskedPart, type NewPartRequest, receivePartRequest } from "~/requests/part.server";
import { submitOnce } from "~/requests/submit-once.server";
import { checkForm } from "~/ui/forms/check-form";
import { idInSegment } from "~/values/record-path";
import { ASK_FIELDS } from "./ask";

/** Stores the request for the part of this page, and redirects to its confirmation. */
export async function askForPart({ request, params, context }: ActionFunctionArgs) {
  const form = await readPublicForm(request, ASK_FIELDS);
  const id = idInSegment(params.id);
  form.set("partId", id);
  const now = new Date();
  return takeForm(form, context, {
    name: "a request for a part",
    check: (form) => checkForm(form, askedPartSchema),
    // It may have been sold or removed while the visitor typed.
    prepare: async ({ partDetails, ...fields }): Promise<NewPartRequest | Rejection> => {
      const part = await findAskedPart(id, now);
      if (part === "unknown") return new Rejection(PART_REQUEST_MESSAGES.partUnknown, 410);
      if (part === "sold") return new Rejection(PART_REQUEST_MESSAGES.partSold, 409);
      const entry = findEntry(part.entryId);
      return {
        ...fields,
        partDetails: {
          ...partDetails,
          system: systemFor(entry?.categoryId ?? "") ?? "Other",
          component: entry?.label ?? part.name,
        },
        askedPart: foundPartLine(part),
      };
    },
    limit: "partRequest",
    store: async (fields) => {
      // What it was offered as may change between two taps.
      const { askedPart, ...said } = fields;
      const submission = { scope: "part page form", said, prefix: "PR", now } as const;
      const { sent, headers } = await submitOnce(request, submission, () => receivePartRequest(fields));
      return redirect(`/partsrequest?${SENT}=${sent}`, { status: 303, headers });
    },
  });
}
