import { refuseForm, tooManyInit, tooManySentence } from "~/doors/form.server";
import { countRequest } from "~/doors/limits.server";
import { findPublicDismantledVehicle } from "~/models/dismantled-vehicle.server";
import { currentDecode, type Typed, withTyped } from "~/models/part-request-draft.server";
import { typedVehicleSchema, vinStepSchema } from "~/models/part-request-schema";
import { lookUpVin } from "~/models/vehicle-lookup.server";
import { inInventorySentence, VIN_SENTENCES } from "~/models/vin";
import type { VehicleInfo } from "~/models/vin-schema";
import { checkForm } from "~/ui/check-form";
import { goOn, goTo, type Post, STAYING, showAgain } from "./post.server";

/** Step 1: decodes the VIN; where that fails, takes the vehicle as typed (decisions, section 5). */
export async function answerVehicle(post: Post) {
  const { form, intent } = post;
  if (intent === "use-donor-vin") await typeDonorVin(post);
  const checked = checkForm(form, vinStepSchema);
  const known = currentDecode(post.answers);
  const stays = STAYING.has(intent);
  const decodes = !stays && checked.status === "success" && (!known || intent === "retry");

  // A decode costs a look-up, a first save a row: what a person does a few times, and a flood does not.
  if (decodes || (stays && !post.draft)) {
    const limit = await countRequest("vinDecode", post.clientAddress);
    if (!limit.ok) {
      const reply = refuseForm(checked, tooManySentence(limit.retryAfter));
      return showAgain(post, reply, tooManyInit(limit.retryAfter));
    }
  }
  if (stays) return goTo(post, 1);
  if (checked.status !== "success") return showAgain(post, checked.reply());
  if (decodes) return decodeVin(post, checked.value.vin);
  if (known?.outcome === "decoded") return goOn(post);

  // Where the fields for it were not on the page yet, the page shows them first.
  if (!form.has("year")) return goTo(post, 1);
  const typed = checkForm(form, typedVehicleSchema);
  return typed.status === "success" ? goOn(post) : showAgain(post, typed.reply());
}

async function decodeVin(post: Post, vin: string) {
  const { result, inventoryType } = await lookUpVin(vin);
  const vehicleInfo = "vehicleInfo" in result ? result.vehicleInfo : {};
  const typed = result.outcome === "incomplete" ? typedFrom(post.answers.typed, vehicleInfo) : {};
  const answers = {
    ...withTyped(post.answers, { ...typed, vin }),
    decode: { vin, outcome: result.outcome, vehicleInfo },
  };
  const decoded = { ...post, answers };
  if (inventoryType && result.outcome === "decoded") {
    return goOn(decoded, { title: inInventorySentence(inventoryType) });
  }
  if (result.outcome === "decoded") return goOn(decoded);
  if (result.outcome !== "incomplete") return goTo(decoded, 1);
  return goTo(decoded, 1, {
    title: VIN_SENTENCES.validationFailed,
    description: VIN_SENTENCES.incomplete,
    variant: "destructive",
  });
}

async function typeDonorVin(post: Post): Promise<void> {
  const vehicle = post.answers.donor && (await findPublicDismantledVehicle(post.answers.donor.id));
  if (!vehicle) return;
  post.form.set("vin", vehicle.vin);
  post.answers = withTyped(post.answers, { vin: vehicle.vin });
}

/** What was decoded, written over what was typed of the vehicle; empty keeps (specification, section 3). */
function typedFrom(typed: Typed, info: VehicleInfo): Typed {
  const { year, make, model, trim, engineSize } = info;
  const words = { year: year === undefined ? undefined : String(year), make, model, trim, engineSize };
  return Object.fromEntries(
    Object.entries(words).map(([field, word]) => [field, word ?? typed[field as keyof Typed] ?? ""]),
  );
}
