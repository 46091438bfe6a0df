import { keysOf } from "~/values/query-params";

/** The page where visitors offer us a car. */
export const SELL_CAR_PAGE = "/sell-your-car";

/** Whether the car runs, as visitors choose and staff read it. */
export const RUNS = {
  yes: "Runs and drives",
  starts: "Starts, but doesn't drive",
  no: "Doesn't run",
} as const;
export const RUNS_KEYS = keysOf(RUNS);

/** Whether the owner has the title. */
export const HAS_TITLE = {
  yes: "I have the title",
  lien: "A lender has it",
  no: "No title",
} as const;
export const HAS_TITLE_KEYS = keysOf(HAS_TITLE);

/** What the owner brings when we buy the car, by what they said about its title. Staff may have taken the car down without asking. */
export function whatToBring(title: keyof typeof HAS_TITLE = "yes"): string {
  return WHAT_TO_BRING[title];
}

const WHAT_TO_BRING = {
  yes: "Bring the title and your ID.",
  lien: "Bring your ID and a payoff letter from the lender that has the title.",
  no: "Bring your ID. We'll tell you what we need in place of the title.",
} as const;

/** The most photos of one offered car. */
export const MAX_OFFER_PHOTOS = 8;
/** The form's file field, which takes several. */
export const OFFER_PHOTO_FIELD = "photo";
/** The fields with the ids of photos that have arrived, so that a form that comes back with an error keeps them. */
export const KEPT_OFFER_PHOTOS = Array.from({ length: MAX_OFFER_PHOTOS }, (_, index) => `photoKept${index}`);

/** Messages of the form and of the API. */
export const OFFERED_CAR_MESSAGES = {
  vehicleMissing: "Please enter the VIN, or the year, make and model",
  locationMissing: "Please enter where the car is",
  runsMissing: "Please choose whether it runs",
  titleMissing: "Please choose whether you have the title",
  nameMissing: "Please enter your name",
  phoneMissing: "Please enter your phone number",
  phoneMalformed: "Please enter a valid phone number",
  emailMalformed: "Please enter a valid email address",
  tooManyPhotos: `Please send at most ${MAX_OFFER_PHOTOS} photos`,
  sent: "We got your car's details",
} as const;
