import { beforeAll, describe, expect, test } from "vitest";
import { business as shipped } from "~/business/business.server";
import { parseSpans } from "~/business/week";
import { engine } from "~/db/connection.server";
import { migrate } from "~/db/migrate.server";
import type { PublicPart } from "~/parts/parts";
import { findPartPage } from "~/parts/public-part.server";
import { businessJsonLd, type JsonLd } from "~/seo/json-ld";
import { partJsonLd } from "~/seo/part-json-ld";
import { vehicleJsonLd } from "~/seo/vehicle-json-ld";
import { publicPage } from "~/site/layout/public-page";
import { findPublicRetailVehicle } from "~/vehicles/retail.server";
import type { PublicRetailVehicle } from "~/vehicles/retail-vehicles";
import { retailVehicle, shelfPart } from "../../support/builders";
import { structuredDataProblems } from "../../support/structured-data";

beforeAll(() => migrate(engine));

type Facts = Partial<typeof shipped>;
const siteOf = (facts: Facts = {}) => ({
  business: { ...shipped, ...facts },
  publicUrl: "https://yard.example",
});
const publicPart = async (fields: Record<string, unknown> = {}): Promise<PublicPart> => {
  const { _id } = await shelfPart(fields);
  return (await findPartPage(_id, new Date())) as PublicPart;
};
const offerOf = (thing: JsonLd) => thing.offers as JsonLd | undefined;
const checked = (thing: JsonLd) => {
  expect(structuredDataProblems([thing])).toEqual([]);
  return JSON.parse(JSON.stringify(thing)) as JsonLd;
};

test("a day without a closing time is open until midnight, and a day off of the past is none", () => {
  const open = parseSpans("12am to 12am") ?? [];
  const hours = {
    ...shipped.hours,
    ...{ openDays: [1], week: [[], open, [], [], [], [], []], closedOn: ["2019-12-25", "2126-12-25"] },
  };
  const thing = businessJsonLd(siteOf({ hours }));
  expect(thing.openingHoursSpecification).toMatchObject({ opens: "00:00", closes: "23:59" });
  expect(thing.specialOpeningHoursSpecification).toMatchObject([{ validFrom: "2126-12-25" }]);
});

describe("an offer", () => {
  test.each([
    ["sold", { status: "Sold" }],
    ["without a price", { price: undefined }],
    ["with a price of 0", { price: 0 }],
  ])("is none for a part that is %s", async (_what, fields) => {
    expect(checked(partJsonLd(await publicPart(fields), siteOf()))).not.toHaveProperty("offers");
  });

  test.each([{ status: "sold" }, { price: 0 }, { price: undefined }])(
    "is none for a car with %j",
    async (fields) => {
      const { _id } = await retailVehicle(fields);
      const vehicle = (await findPublicRetailVehicle(_id)) as PublicRetailVehicle;
      expect(checked(vehicleJsonLd(vehicle, siteOf()))).not.toHaveProperty("offers");
    },
  );

  test("of a part on hold says what the feed says: that it is not to be had now", async () => {
    const thing = checked(partJsonLd(await publicPart({ status: "On hold" }), siteOf()));
    expect(offerOf(thing)?.availability).toBe("https://schema.org/OutOfStock");
  });

  test("says what business.json says of bringing a part back", async () => {
    const part = await publicPart();
    const policy = (returnPolicy: Facts["returnPolicy"]) =>
      offerOf(checked(partJsonLd(part, siteOf({ returnPolicy }))))?.hasMerchantReturnPolicy;
    const sentence = "Bring it back within 30 days.";
    expect(policy(undefined)).toBeUndefined();
    expect(policy({ sentence })).toBeUndefined();
    expect(policy({ sentence: "All sales are final.", days: 0 })).toEqual({
      "@type": "MerchantReturnPolicy",
      applicableCountry: "US",
      returnPolicyCountry: "US",
      returnPolicyCategory: "https://schema.org/MerchantReturnNotPermitted",
    });
    expect(policy({ sentence, days: 30, shippingBack: "customer pays", restockingPercent: 20 })).toEqual({
      "@type": "MerchantReturnPolicy",
      applicableCountry: "US",
      returnPolicyCountry: "US",
      returnPolicyCategory: "https://schema.org/MerchantReturnFiniteReturnWindow",
      merchantReturnDays: 30,
      returnFees: "https://schema.org/ReturnFeesCustomerResponsibility",
      restockingFee: 20,
    });
  });

  test("says how a part is shipped, or that it is not", async () => {
    const sentence = "We ship most parts within 2 business days.";
    const shipping = {
      sentence,
      price: 25,
      handlingDays: [0, 2],
      transitDays: [2, 5],
    } satisfies Facts["shipping"];
    const detailsOf = async (isShippable: boolean | undefined, facts: Facts) =>
      offerOf(checked(partJsonLd(await publicPart({ isShippable }), siteOf(facts))))?.shippingDetails;
    expect(await detailsOf(undefined, { shipping })).toBeUndefined();
    expect(await detailsOf(true, {})).toBeUndefined();
    expect(await detailsOf(true, { shipping: { sentence, price: 25 } })).toBeUndefined();
    expect(await detailsOf(false, { shipping })).toMatchObject({ doesNotShip: true });
    expect(await detailsOf(true, { shipping })).toMatchObject({
      shippingRate: { value: 25, currency: "USD" },
      deliveryTime: {
        handlingTime: { minValue: 0, maxValue: 2, unitCode: "DAY" },
        transitTime: { minValue: 2, maxValue: 5, unitCode: "DAY" },
      },
    });
  });
});

test("the check notices what Google refuses", async () => {
  const thing = JSON.parse(JSON.stringify(partJsonLd(await publicPart(), siteOf())));
  const { price: _price, ...offers } = thing.offers;
  expect(structuredDataProblems([{ ...thing, offers }])).toEqual([
    expect.stringMatching(/^Product offers\.price/),
  ]);
  expect(structuredDataProblems([{ ...thing, colour: "red" }])).toEqual([expect.stringMatching(/colour/)]);
  expect(structuredDataProblems([{ "@type": "Thing" }])).toHaveLength(1);
});

test.each([
  [["A", " for Sale", " in Millbrook, NY"], "A for Sale in Millbrook, NY | Millbrook Auto"],
  [
    ["2014 BMW X5 sDrive35i", " for Sale", " in Millbrook, NY"],
    "2014 BMW X5 sDrive35i for Sale in Millbrook, NY",
  ],
  [
    ["2004 Mercedes-Benz E-Class Window Regulator, Left", " | Used Part", " in Millbrook, NY"],
    "2004 Mercedes-Benz E-Class Window Regulator, Left | Used Part in Millbrook, NY",
  ],
] as const)(
  "the title of %j says the trade and the town, and the business where it fits",
  (pieces, title) => {
    const data = siteOf({ name: "Millbrook Auto" });
    const page = { title: pieces, description: "Parts", path: "/parts" };
    expect(publicPage([{ id: "root", data }] as never, () => page)[0]).toEqual({ title });
  },
);
