import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { HELD_PARAMETER, type StaffArgs } from "~/auth/require-staff.server";
import { business } from "~/business.server";
import { dayIn } from "~/models/format";
import { findHeldForm } from "~/models/held-form.server";
import { isIdShaped } from "~/models/id";
import { PICTURE_PROBLEM } from "~/models/pictures.server";
import { listAddressFrom } from "~/models/staff-list";
import { newWords, type VehicleForm, type Words, wordsOf } from "~/models/vehicle-form";
import { stockedName } from "../vehicle-row";
import { type EditorPage, VERSION } from "./answer";
import type { CommonFields, Desk } from "./desk.server";

type Args = StaffArgs<LoaderFunctionArgs>;

/** What the page for a new vehicle starts with. */
export async function showNew<Fields extends CommonFields>(
  { form }: Desk<Fields>,
  args: Args,
): Promise<EditorPage> {
  const { held, ...page } = await opened(form, args);
  return {
    ...page,
    held: held?.state,
    pictureProblem: held?.pictureProblem,
    words: held?.words ?? newWords(form, page.today),
  };
}

/**
 * What the page for a stored vehicle starts with: the vehicle, or the form that was held, with the version it was
 * typed over. 404 where there is no such vehicle, yet with a page: words that were typed outlive their vehicle and can
 * still become a new one, those of a held form, of a form just posted, or of one that this tab has kept.
 */
export async function showEdit<Fields extends CommonFields>({ form, find }: Desk<Fields>, args: Args) {
  const { id } = args.params;
  const [{ held, ...opening }, kept] = await Promise.all([
    opened(form, args),
    isIdShaped(id) ? find(id) : undefined,
  ]);
  const page: EditorPage = {
    ...opening,
    held: held?.state,
    pictureProblem: held?.pictureProblem,
    words: held?.words ?? wordsOf(form, kept?.vehicle ?? {}),
    version: held?.version ?? kept?.version,
    name: kept && stockedName(kept.vehicle),
    gone: !kept,
  };
  return data(page, kept || held?.words ? 200 : 404);
}

async function opened(form: Pick<VehicleForm, "list" | "labels">, { request, session, now }: Args) {
  const { pathname, searchParams } = new URL(request.url);
  return {
    today: dayIn(business.timeZone, now),
    back: listAddressFrom(searchParams, form.list),
    owner: session.user._id,
    held: await heldWords(form, {
      id: searchParams.get(HELD_PARAMETER),
      address: pathname,
      owner: session.user._id,
      now,
    }),
  };
}

interface Held {
  state: "back" | "lost";
  words?: Words;
  version?: string | undefined;
  pictureProblem?: string | undefined;
}

async function heldWords(
  { labels }: Pick<VehicleForm, "labels">,
  { id, address, owner, now }: { id: string | null; address: string; owner: string; now: Date },
): Promise<Held | undefined> {
  if (id === null) return undefined;
  const held = isIdShaped(id) ? await findHeldForm(id, owner, now) : undefined;
  if (!held || held.address !== address) return { state: "lost" };
  const given = new Map(held.fields);
  const words = Object.fromEntries(Object.keys(labels).map((name) => [name, given.get(name) ?? ""]));
  return {
    state: "back",
    words,
    version: given.get(VERSION),
    pictureProblem: given.get(PICTURE_PROBLEM),
  };
}
