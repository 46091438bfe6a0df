import { beforeAll, describe, expect, test } from "vitest";
import { business } from "~/business/business.server";
import { engine } from "~/db/connection.server";
import { migrate } from "~/db/migrate.server";
import { type AnswerTopic, toAnswerTopic, topicOfStatus } from "~/requests/answer";
import { draftFor } from "~/requests/answer.server";
import { draftAnswer } from "~/requests/answer-mail";
import { OFFERED_CARS } from "~/requests/offered-cars";
import { PART_REQUESTS } from "~/requests/part-requests";
import { findStaffRequest } from "~/requests/record.server";
import { REPAIR_REQUESTS } from "~/requests/repair-requests";
import { callback, newPartRequest, OFFERED_CAR, offeredCar, repairRequest } from "../../support/requests";

beforeAll(() => migrate(engine));

type AnswerFacts = Parameters<typeof draftAnswer>[0];

const FACTS: AnswerFacts = {
  about: undefined,
  customerName: "Ann Lee",
  reference: "PR-7K3Q9D",
  noun: "part request",
  requestSubject: "Radiator, 2003 Honda Accord",
  business,
};
const draft = (about: AnswerTopic | undefined, facts: Partial<AnswerFacts> = {}) =>
  draftAnswer({ ...FACTS, about, ...facts });
const THANKS = "Thank you for your part request PR-7K3Q9D: Radiator, 2003 Honda Accord.";
const VISIT =
  "Millbrook Auto Recyclers, 1480 Quarry Road, Millbrook, NY 12545. We're open Monday to Friday 8am to 5pm.";
const donor = { stockNumber: "D000123", year: 2002, make: "Honda", model: "Accord", mileage: 1 };

describe("the message that staff start from", () => {
  test.each<[AnswerTopic | undefined, Partial<AnswerFacts>, string, string[]]>([
    [undefined, {}, "Your part request PR-7K3Q9D", [THANKS]],
    [
      undefined,
      { requestSubject: undefined },
      "Your part request PR-7K3Q9D",
      ["for your part request PR-7K3Q9D."],
    ],
    [
      "quoted",
      { quote: { price: 89.5 } },
      "Our quote for your part request PR-7K3Q9D",
      [THANKS, "Price: $89.50\n\n"],
    ],
    [
      "quoted",
      {
        quote: { price: 89.5, warranty: "90 days" },
        part: { name: "Radiator", coreCharge: 20, heldUntil: "Dec 3" },
      },
      "Our quote for your part request PR-7K3Q9D",
      ["Price: $89.50\nCore charge: $20.00, paid back when you bring us the old part\nWarranty: 90 days\n\n"],
    ],
    ["quoted", {}, "Our quote for your part request PR-7K3Q9D", ["We have a price for you."]],
    ["fulfilled", {}, "Ready for you: your part request PR-7K3Q9D", ["is ready.", VISIT]],
    ["scheduled", {}, "Your appointment: your part request PR-7K3Q9D", ["We've scheduled", VISIT]],
    [
      "scheduled",
      { appointment: "Tuesday, December 15, 2026, 2:00 PM to 3:00 PM" },
      "Your appointment: your part request PR-7K3Q9D",
      ["Your appointment: Tuesday, December 15, 2026, 2:00 PM to 3:00 PM.\n\nPlease bring"],
    ],
    [
      "estimate",
      { estimate: "$412.50" },
      "Our estimate for your part request PR-7K3Q9D",
      [THANKS, "Our estimate comes to $412.50.", "approve it on your own page"],
    ],
    ["completed", {}, "Done: your part request PR-7K3Q9D", ["The work is done.", VISIT]],
    [
      "donor",
      { donor },
      "A vehicle in our yard: your part request PR-7K3Q9D",
      [THANKS, "We have a 2002 Honda Accord, stock number D000123, 1 mile. It may have what you need."],
    ],
  ])("about %s, of %j", (about, facts, subject, words) => {
    const { subject: written, text } = draft(about, facts);
    expect(written).toBe(subject);
    expect(text).toMatch(
      /^Hello Ann Lee,\n\n[\s\S]*\n\nQuestions\? Reply to this message, or call \(555\) 555-0142\.$/,
    );
    for (const part of words) expect(text).toContain(part);
  });

  test("names what was asked for in a request of each kind, without the customer's free text", async () => {
    const of = async (id: string) => {
      const request = await findStaffRequest(REPAIR_REQUESTS, id);
      return request && draftFor(REPAIR_REQUESTS, request, { about: undefined, donor: undefined }).text;
    };
    expect(await of(await repairRequest())).toMatch(
      /your repair request RR-\w{6}: Other, Exhaust, 2016 Honda CR-V\.\n/,
    );
    expect(await of(await callback())).toMatch(
      /^Hello Cal Back,\n\nThank you for your callback request RR-\w{6}\.\n/,
    );
  });

  test("of an offer says what to bring by what was said of the title", async () => {
    const offer = {
      ...{ number: 1, amountCents: 450_00, goodUntil: "2099-12-31", state: "open" as const },
      ...{ madeAt: "2026-03-03T16:00:00.000Z", madeBy: "Marta", answer: undefined },
    };
    const id = await offeredCar({ carInfo: { ...OFFERED_CAR.carInfo, title: "lien" } });
    const request = await findStaffRequest(OFFERED_CARS, id);
    const { text } = request
      ? draftFor(OFFERED_CARS, request, { about: "offer", donor: undefined, offer })
      : { text: "" };
    expect(text).toContain("We offer you $450.00, good until Dec 31, 2099.");
    expect(text).toContain("Bring your ID and a payoff letter from the lender that has the title.");
  });

  test("makes no link of what the customer typed", async () => {
    const id = await newPartRequest({ otherComponent: "see www.evil.example" }, { name: "evil.example" });
    const request = await findStaffRequest(PART_REQUESTS, id);
    const { text } = request
      ? draftFor(PART_REQUESTS, request, { about: undefined, donor: undefined })
      : { text: "" };
    expect(text).toContain("Hello evil. example,");
    expect(text).toContain("see www. evil. example");
  });
});

test("a status that the customer should hear of is a topic, and nothing else in an address is", () => {
  expect(["pending", "processing", "in_progress", "cancelled", "donor"].map(topicOfStatus)).toEqual(
    Array(5).fill(undefined),
  );
  expect(["quoted", "fulfilled", "scheduled", "completed"].map(topicOfStatus)).not.toContain(undefined);
  expect([toAnswerTopic("donor"), toAnswerTopic("constructor"), toAnswerTopic(null)]).toEqual([
    "donor",
    undefined,
    undefined,
  ]);
});
