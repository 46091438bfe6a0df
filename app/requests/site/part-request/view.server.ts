import { findCategory, findSubcategory, PART_CATEGORIES } from "~/parts/catalog";
import { respondToPartSearch } from "~/parts/catalog-search";
import { readPartLine } from "~/parts/finder";
import { findShelfPart } from "~/parts/finder.server";
import { SENT, type WizardStep } from "~/requests/part";
import {
  currentDecode,
  type DonorVehicle,
  type WizardAnswers,
  type WizardProgress,
  wizardProgress,
} from "~/requests/part-answers";
import { draftKey, type PartRequestDraft } from "~/requests/part-draft.server";
import { PART_REQUESTS } from "~/requests/part-requests";
import { findSent } from "~/requests/sent.server";
import { SENT_BEFORE } from "~/requests/submit-once.server";
import { isValidId } from "~/values/id";
import { findPublicDismantledVehicle } from "~/vehicles/dismantled.server";
import { vehicleName } from "~/vehicles/inventory";
import { possibleYearsMessage, VIN_MESSAGES } from "~/vin/validate";
import { findInStock, readPrefill } from "./stock-part.server";
import { CHANGE } from "./wizard";

/** What the page shows of a step; what the step does not need is left out. */
export type WizardView = Awaited<ReturnType<typeof wizardView>>;

/**
 * @param requestedStep the URL's step; a later step than the first incomplete one is not shown
 * @param params the URL's query: `vehicle` is the id of a donor vehicle, `q` a search for a part
 */
export async function wizardView(
  { draft, now }: { draft: PartRequestDraft | undefined; now: Date },
  requestedStep: WizardStep,
  params: URLSearchParams,
) {
  const answers: WizardAnswers = draft?.answers ?? { typed: {} };
  const progress = wizardProgress(answers);
  const step = Math.min(requestedStep, progress.firstOpenStep) as WizardStep;
  const prefill = step === 1 ? readPrefill(params) : undefined;
  return {
    step,
    /** Changes with the answers: the form then remounts with their values. */
    version: draft?.updatedAt ?? "",
    typed: { ...answers.typed, ...prefill?.typed },
    /** The part that the URL names. */
    entry: prefill?.entry,
    donor: await donorView(step === 1 ? params.get("vehicle") : null, answers.donor),
    vehicle: progress.vehicle,
    decodeProblem: step === 1 ? decodeProblem(answers) : undefined,
    /** True if a Change link of the review opened this step. */
    isChange: step < 4 && params.has(CHANGE),
    sent: step === 1 ? await sentView(params.get(SENT) ?? "", now) : undefined,
    part: step === 2 ? partChoices(answers, params.get("q") ?? "") : undefined,
    review: step === 4 && draft ? await reviewView(draft, progress) : undefined,
  };
}

/** The donor vehicle, with its picture and VIN as long as it is public, after that only with its name. */
async function donorView(requested: string | null, saved: DonorVehicle | undefined) {
  const id = requested && isValidId(requested) ? requested : saved?.id;
  const vehicle = id ? await findPublicDismantledVehicle(id) : undefined;
  if (vehicle) {
    const { _id, stockNumber, vin, imageUrl, exteriorColor, engineType } = vehicle;
    return { id: _id, stockNumber, name: vehicleName(vehicle), vin, imageUrl, exteriorColor, engineType };
  }
  return saved && { ...saved, vin: undefined, imageUrl: undefined };
}

function decodeProblem(answers: WizardAnswers) {
  const { outcome, possibleYears } = currentDecode(answers) ?? {};
  if (!outcome || outcome === "decoded" || outcome === "limited") return undefined;
  return {
    outcome,
    message: VIN_MESSAGES[outcome],
    yearHint: possibleYears && possibleYearsMessage(possibleYears),
  };
}

/** What the confirmation of a sent request says; nothing about the customer, which only the private page shows. */
async function sentView(key: string, now: Date) {
  if (key === SENT_BEFORE) return {};
  const found = await findSent(PART_REQUESTS, key, now);
  if (!found) return undefined;
  const { vin, vehicleInfo, partDetails, partId, askedPart } = found.request;
  const { year, make, model } = vehicleInfo;
  const onShelf = partId ? await findShelfPart(partId) : undefined;
  const asked = askedPart === undefined ? undefined : readPartLine(askedPart);
  return {
    own: {
      ...found.sent,
      key,
      part: asked?.part ?? partDetails.component,
      /** Of a part on the shelf. */
      stockNumber: asked?.stockNumber,
      isOnHold: onShelf?.isOnHold ?? false,
      vehicle: [year, make, model].filter(Boolean).join(" ") || (vin && `VIN ${vin}`),
    },
  };
}

export type PartChoices = ReturnType<typeof partChoices>;

/** The options of the selects, and the results of the search. */
function partChoices({ typed }: WizardAnswers, q: string) {
  const named = ({ id, name }: { id: string; name: string }) => ({ id, name });
  const { categoryId = "", subcategoryId = "" } = typed;
  const query = q.trim().slice(0, 100);
  return {
    categories: PART_CATEGORIES.map(named),
    subcategories: findCategory(categoryId)?.subcategories.map(named) ?? [],
    parts: findSubcategory(categoryId, subcategoryId)?.parts.map(named) ?? [],
    search: { q: query, ...respondToPartSearch(query) },
  };
}

async function reviewView(draft: PartRequestDraft, { vehicle, part, contact }: WizardProgress) {
  if (!vehicle || !part || !contact) return undefined;
  return {
    key: draftKey(draft.id),
    vehicle,
    part: { category: part.category.name, subcategory: part.subcategory.name, part: part.part?.name },
    contact,
    inStock: await findInStock(draft.answers.typed, vehicle),
  };
}
