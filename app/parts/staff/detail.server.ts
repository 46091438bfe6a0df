import { type ActionFunctionArgs, data } from "@remix-run/node";
import type { z } from "zod";
import { forbidden, type StaffRequestArgs } from "~/accounts/require-staff.server";
import type { StaffSession } from "~/accounts/session";
import { business } from "~/business/business.server";
import { findRecord } from "~/collections/records.server";
import { mayRead, now } from "~/context.server";
import { readForm } from "~/http/form.server";
import { openSealed, seal } from "~/http/sealed.server";
import { redirectWithToast } from "~/http/toast.server";
import { sayFitment } from "~/interchange/fitments.server";
import { isVerdict, type Verdict } from "~/interchange/verdicts";
import {
  type ActionOptions,
  holdPart,
  movePart,
  type PartChange,
  releasePart,
  restorePartState,
  scrapPart,
  sellPart,
} from "~/parts/actions.server";
import { PART_RECORDS } from "~/parts/part.server";
import { askedCarSchema, holdSchema, moveSchema, sellSchema, undoSchema } from "~/parts/part-action-schema";
import { holdEnd, PART_ACTIONS, type PartAction } from "~/parts/part-actions";
import { PARTS } from "~/parts/parts";
import { dayInTimeZone } from "~/values/format";
import { isValidId } from "~/values/id";

/** The answer to an action that was not carried out; the form comes back as typed. */
export interface PartReply {
  action: PartAction | "fitment" | undefined;
  values: Record<string, string>;
  errors: Record<string, string[]>;
  /** Someone else has changed the part since the page was opened. */
  isChanged: boolean;
  /** Why nothing was done to a part that a sale has. */
  reason?: string;
}

const FIELDS = [
  ...["intent", "version", "heldFor", "hours", "soldPrice", "soldTo", "day", "location", "state"],
  ...["year", "make", "model"],
];

/** Carries out a button of a part's page, and offers to undo it. */
export async function changePartFromPage({
  request,
  params: { id },
  session,
}: StaffRequestArgs<ActionFunctionArgs>) {
  if (!isValidId(id)) throw new Response(null, { status: 404 });
  const form = await readForm(request, FIELDS);
  const values = Object.fromEntries([...form].map(([name, value]) => [name, String(value)]));
  const options = { version: values.version };
  const intent = values.intent ?? "";
  if (intent === "undo") return undoChange(id, values.state ?? "", session);
  if (isVerdict(intent)) return sayFit(id, intent, values);
  if (!Object.hasOwn(PART_ACTIONS, intent)) throw new Response(null, { status: 400 });
  const action = intent as PartAction;
  const outcome = await act(id, action, values, options);
  if ("errors" in outcome)
    return data<PartReply>({ action, values, errors: outcome.errors, isChanged: false }, 400);
  if (outcome.outcome === "not-found") throw new Response(null, { status: 404 });
  if (outcome.outcome === "forbidden") throw forbidden(session.role);
  if (outcome.outcome === "changed")
    return data<PartReply>({ action, values, errors: {}, isChanged: true }, 409);
  if (outcome.outcome === "on-sale")
    return data<PartReply>({ action, values, errors: {}, isChanged: false, reason: outcome.reason }, 409);
  const { version, before } = outcome;
  return redirectWithToast(`${PARTS.path}/${id}`, {
    title: TITLES[action],
    action: {
      label: "Undo",
      to: `${PARTS.path}/${id}`,
      fields: {
        intent: "undo",
        state: seal(UNDO, JSON.stringify({ state: before, id, version, by: session.user._id })),
      },
    },
  });
}

/** Stores what staff say about how the part fits a car. */
async function sayFit(id: string, verdict: Verdict, values: Record<string, string>) {
  const part = (await findRecord(PART_RECORDS, id))?.item;
  if (!part) throw new Response(null, { status: 404 });
  const parsed = askedCarSchema.safeParse(values);
  if (!parsed.success) {
    const errors = Object.fromEntries(
      parsed.error.issues.map(({ path, message }) => [String(path[0]), [message]]),
    );
    return data<PartReply>({ action: "fitment", values, errors, isChanged: false }, 400);
  }
  const { entryId, stockNumber, year, make, model } = part;
  await sayFitment({ entryId, verdict, car: parsed.data, from: { year, make, model } }, { stockNumber });
  return redirectWithToast(`${PARTS.path}/${id}`, {
    title: verdict === "fits" ? "Noted: it fits" : "Noted: it does not fit",
    description: "It overrides all data, here and on the public site.",
  });
}

const TITLES: Record<PartAction, string> = {
  hold: "Held",
  sell: "Sold",
  move: "Moved",
  scrap: "Scrapped",
  release: "Available again",
};

type Invalid = { errors: Record<string, string[]> };

function act(
  id: string,
  action: PartAction,
  values: Record<string, string>,
  options: ActionOptions,
): Promise<PartChange> | Invalid {
  switch (action) {
    case "hold":
      return checked(holdSchema, values, ({ heldFor, hours }) =>
        holdPart(
          id,
          { heldFor: mayRead("holds") ? heldFor : undefined, until: holdEnd(hours, now()) },
          options,
        ),
      );
    case "sell":
      return checked(
        sellSchema(dayInTimeZone(business.timeZone, now())),
        values,
        ({ soldPrice, soldTo, day }) => sellPart(id, { price: soldPrice, soldTo, day }, options),
      );
    case "move":
      return checked(moveSchema, values, ({ location }) => movePart(id, location, options));
    case "scrap":
      return scrapPart(id, options);
    case "release":
      return releasePart(id, options);
  }
}

function checked<Value>(
  schema: z.ZodType<Value>,
  values: Record<string, string>,
  run: (value: Value) => Promise<PartChange>,
): Promise<PartChange> | Invalid {
  const parsed = schema.safeParse(values);
  if (parsed.success) return run(parsed.data);
  const errors: Record<string, string[]> = {};
  for (const { path, message } of parsed.error.issues) errors[String(path[0])] = [message];
  return { errors };
}

/** What an Undo brings back is sealed: it may be more than the person who undoes may read, and nobody may forge it. */
const UNDO = "undo of a part's change";

async function undoChange(id: string, sealed: string, { user, role }: StaffSession) {
  const parsed = undoSchema.safeParse(parseJson(openSealed(UNDO, sealed) ?? ""));
  if (!parsed.success || parsed.data.id !== id || parsed.data.by !== user._id)
    throw new Response(null, { status: 400 });
  const { state, version } = parsed.data;
  const change = await restorePartState(id, state, { version });
  if (change.outcome === "not-found") throw new Response(null, { status: 404 });
  // The role may be another one since the button was shown.
  if (change.outcome === "forbidden") throw forbidden(role);
  return redirectWithToast(
    `${PARTS.path}/${id}`,
    change.outcome === "done"
      ? { title: "Undone", description: PARTS.nameOf(change.part) }
      : {
          title: "Not undone",
          description: change.outcome === "on-sale" ? change.reason : "Someone has changed this part since.",
          variant: "destructive",
        },
  );
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
