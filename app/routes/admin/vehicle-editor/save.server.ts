import { type ActionFunctionArgs, data } from "@remix-run/node";
import { HELD_PARAMETER, type StaffArgs } from "~/auth/require-staff.server";
import { business } from "~/business.server";
import { readForm, staffTooManySentence, tooManyInit } from "~/doors/form.server";
import { countRequest } from "~/doors/limits.server";
import { log } from "~/doors/log.server";
import { dayIn } from "~/models/format";
import { dropHeldForm } from "~/models/held-form.server";
import { isIdShaped } from "~/models/id";
import { PICTURE_FIELDS, pictureFromForm, type RefusedPicture } from "~/models/pictures.server";
import { listAddressFrom } from "~/models/staff-list";
import { STOCK_NUMBER_TAKEN } from "~/models/vehicle";
import { decodeIntoForm } from "~/models/vehicle-decode.server";
import { differences } from "~/models/vehicle-form";
import { findJustStored } from "~/models/vehicle-twin.server";
import { vinSchema } from "~/models/vin-schema";
import { redirectWithToast } from "~/toast.server";
import { stockedName } from "../vehicle-row";
import {
  ADD_AS_NEW,
  asTyped,
  checkVehicle,
  type EditorAnswer,
  failedAnswer,
  INTENT,
  VERSION,
} from "./answer";
import type { CommonFields, Desk, Kept } from "./desk.server";

type Args = StaffArgs<ActionFunctionArgs>;
type SettledPicture = Awaited<ReturnType<typeof pictureFromForm>>;

/**
 * The action of both editors: decodes, or checks and stores, and goes back to the list that one came from. Where
 * nothing was stored the form is shown again with every word, the picture included.
 * @throws Response 404 where the address names no id
 */
export async function saveVehicle<Fields extends CommonFields>(desk: Desk<Fields>, args: Args) {
  const { request, context, params } = args;
  if ("id" in params && !isIdShaped(params.id)) throw new Response(null, { status: 404 });
  const form = await readForm(request, [
    ...Object.keys(desk.form.labels),
    ...PICTURE_FIELDS,
    ...[VERSION, ADD_AS_NEW, INTENT],
  ]);
  try {
    const picture = await pictureFromForm(form, context.upload);
    return form.get(INTENT) === "decode"
      ? await decode(desk, form, picture, context.clientAddress)
      : await save(desk, form, picture, args);
  } catch (error) {
    log.error({ requestId: context.requestId, failure: (error as Error).name }, "vehicle not stored");
    return data(failedAnswer(form, desk.form, "site"), 500);
  }
}

async function save<Fields extends CommonFields>(
  desk: Desk<Fields>,
  form: FormData,
  picture: SettledPicture,
  args: Args,
) {
  const submission = checkVehicle(form, desk.form, dayIn(business.timeZone, args.now));
  if (!picture.ok) {
    return refusePicture({ result: submission.reply({ fieldErrors: wrongPicture(picture) }) }, picture);
  }
  if (submission.status !== "success") return data<EditorAnswer>({ result: submission.reply() }, 400);
  const stored = await store(desk, submission.value, form, args);
  if ("vehicle" in stored) return answerSaved(desk, stored, args);
  const { taken, ...rest } = stored;
  const result = submission.reply(taken ? { fieldErrors: { stockNumber: [STOCK_NUMBER_TAKEN] } } : {});
  return data<EditorAnswer>({ ...rest, result }, 409);
}

type Stored<Fields> =
  | { vehicle: Kept<Fields>; added: boolean }
  | (Pick<EditorAnswer, "conflict" | "gone"> & { taken?: boolean });

async function store<Fields extends CommonFields>(
  { form: vehicleForm, table, ...desk }: Desk<Fields>,
  fields: Fields,
  form: FormData,
  { params: { id }, now }: Args,
): Promise<Stored<Fields>> {
  const isSame = (vehicle: Fields) => differences(vehicleForm, fields, vehicle).length === 0;
  if (id === undefined || form.get(ADD_AS_NEW)) {
    const created = await desk.create(fields, now);
    if (created.outcome === "saved") return { vehicle: created.vehicle, added: true };
    // A button pressed twice: the first press has stored this very form.
    const twin = await findJustStored({ table, stockNumber: fields.stockNumber }, now);
    const stored = twin && (await desk.find(twin));
    return stored && isSame(stored.vehicle) ? { vehicle: stored.vehicle, added: true } : { taken: true };
  }
  const updated = await desk.update(id, fields, form.get(VERSION)?.toString() ?? "", now);
  switch (updated.outcome) {
    case "saved":
      return { vehicle: updated.vehicle, added: false };
    case "stock-number-taken":
      return { taken: true };
    case "gone":
      return { gone: true };
    case "changed": {
      const { vehicle, version } = updated.current;
      // Pressed twice, or two people of one mind.
      if (isSame(vehicle)) return { vehicle, added: false };
      return { conflict: { version, differences: differences(vehicleForm, fields, vehicle) } };
    }
  }
}

async function answerSaved<Fields extends CommonFields>(
  { form }: Desk<Fields>,
  { vehicle, added }: { vehicle: Kept<Fields>; added: boolean },
  { request, context, session }: Args,
) {
  const { searchParams } = new URL(request.url);
  const held = searchParams.get(HELD_PARAMETER);
  try {
    if (held !== null) await dropHeldForm(held, session.user._id);
  } catch (error) {
    // The vehicle is stored, and that is what the answer has to say.
    log.error({ requestId: context.requestId, failure: (error as Error).name }, "held form not dropped");
  }
  return redirectWithToast(listAddressFrom(searchParams, form.list), {
    title: added ? "Vehicle added" : "Vehicle updated",
    description: stockedName(vehicle),
  });
}

async function decode<Fields extends CommonFields>(
  { form: { kind } }: Desk<Fields>,
  form: FormData,
  picture: SettledPicture,
  clientAddress: string,
) {
  const limit = await countRequest("vinDecode", clientAddress);
  if (!limit.ok) {
    const problem = { sentence: staffTooManySentence(limit.retryAfter), retry: true };
    return data<EditorAnswer>({ result: asTyped(form), decode: { problem } }, tooManyInit(limit.retryAfter));
  }
  const { fills, problem, toast } = await decodeIntoForm(kind, form);
  const vin = vinSchema.safeParse(form.get("vin"));
  if (vin.success) form.set("vin", vin.data);
  for (const [name, word] of Object.entries(fills)) form.set(name, word);
  const result = asTyped(form);
  const answer: EditorAnswer = {
    result: picture.ok ? result : { ...result, status: "error", error: wrongPicture(picture) },
    decode: { problem, toast: toast && { variant: "default", ...toast } },
  };
  return picture.ok ? data(answer) : refusePicture(answer, picture);
}

function wrongPicture({ sentence }: RefusedPicture) {
  return { imageUrl: [sentence] };
}

function refusePicture(answer: EditorAnswer, { status, retryAfter }: RefusedPicture) {
  return data(answer, retryAfter === undefined ? { status } : tooManyInit(retryAfter));
}
