import { findPublicDismantledVehicle } from "~/models/dismantled-vehicle.server";
import { isIdShaped } from "~/models/id";
import { findCategory, findSubcategory, PART_CATEGORIES } from "~/models/part-catalogue";
import type { WizardStep } from "~/models/part-request";
import {
  currentDecode,
  type DonorVehicle,
  type DraftAnswers,
  type DraftProgress,
  draftKey,
  type PartRequestDraft,
  progressOf,
} from "~/models/part-request-draft.server";
import { answerPartSearch } from "~/models/part-search";
import { vehicleName } from "~/models/vehicle";
import { VIN_SENTENCES } from "~/models/vin";

/** Everything the page shows of a step; what a step does not need is not sent. */
export type WizardView = Awaited<ReturnType<typeof viewOf>>;

/**
 * @param asked the step of the address; the first that is not complete is shown at most
 * @param address the search of the address: `vehicle` names a donor vehicle, `q` searches a part
 */
export async function viewOf(
  draft: PartRequestDraft | undefined,
  asked: WizardStep,
  address: URLSearchParams,
) {
  const answers: DraftAnswers = draft?.answers ?? { typed: {} };
  const progress = progressOf(answers);
  const step = Math.min(asked, progress.firstOpenStep) as WizardStep;
  return {
    step,
    /** Another state of the answers is another form: its fields start anew. */
    version: draft?.updatedAt ?? "",
    typed: answers.typed,
    donor: await donorOf(step === 1 ? address.get("vehicle") : null, answers.donor),
    vehicle: progress.vehicle,
    decodeProblem: step === 1 ? decodeProblem(answers) : undefined,
    part: step === 2 ? partChoices(answers, address.get("q") ?? "") : undefined,
    review: step === 4 && draft ? reviewOf(draft, progress) : undefined,
  };
}

/** The donor vehicle with its picture and VIN while it is on the public list; by its name alone after that. */
async function donorOf(asked: string | null, kept: DonorVehicle | undefined) {
  const id = asked && isIdShaped(asked) ? asked : kept?.id;
  const vehicle = id ? await findPublicDismantledVehicle(id) : undefined;
  if (vehicle) {
    const { _id, stockNumber, vin, imageUrl, exteriorColor, engineType } = vehicle;
    return { id: _id, stockNumber, name: vehicleName(vehicle), vin, imageUrl, exteriorColor, engineType };
  }
  return kept && { ...kept, vin: undefined, imageUrl: undefined };
}

function decodeProblem(answers: DraftAnswers) {
  const decode = currentDecode(answers);
  if (!decode || decode.outcome === "decoded") return undefined;
  return { outcome: decode.outcome, message: VIN_SENTENCES[decode.outcome] };
}

export type PartChoices = ReturnType<typeof partChoices>;

/** The choices that go with what is chosen, and the results of a search. */
function partChoices({ typed }: DraftAnswers, q: string) {
  const named = ({ id, name }: { id: string; name: string }) => ({ id, name });
  const { categoryId = "", subcategoryId = "" } = typed;
  const query = q.trim().slice(0, 100);
  return {
    categories: PART_CATEGORIES.map(named),
    subcategories: findCategory(categoryId)?.subcategories.map(named) ?? [],
    parts: findSubcategory(categoryId, subcategoryId)?.parts.map(named) ?? [],
    search: { q: query, ...answerPartSearch(query) },
  };
}

function reviewOf(draft: PartRequestDraft, { vehicle, part, contact }: DraftProgress) {
  if (!vehicle || !part || !contact) return undefined;
  return {
    draft: draftKey(draft.id),
    vehicle,
    part: { category: part.category.name, subcategory: part.subcategory.name, part: part.part?.name },
    contact,
  };
}
