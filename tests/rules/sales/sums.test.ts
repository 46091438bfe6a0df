import { describe, expect, it } from "vitest";
import { freightClass } from "~/sales/freight";
import { isTaxedKind, priceFor, warrantyDays } from "~/sales/sale";
import { saleFormSchema } from "~/sales/sale-schema";
import { addUpSale, type CountedLine, settle } from "~/sales/sums";
import { divideHalfUp, parseCents } from "~/values/decimal";

const line = (values: Partial<CountedLine> = {}): CountedLine => ({
  ...{ kind: "part", quantity: 100, priceCents: 8500, percent: null, isTaxed: true },
  ...values,
});
const add = (lines: CountedLine[], { taxRate = 8125, isExempt = false } = {}) =>
  addUpSale({ lines, taxRate, isExempt });

describe("the sums of a sale", () => {
  it("taxes each line by itself, half up to a cent", () => {
    // 8.125% of $85.00 is $6.90625, and twice the half cent is not a whole one.
    expect(add([line(), line()])).toMatchObject({ goodsCents: 17_000, taxCents: 1382, totalCents: 18_382 });
    expect(add([line({ priceCents: 40, quantity: 125 })], { taxRate: 1000 }).taxCents).toBe(1);
    expect(divideHalfUp(5, 10)).toBe(1);
    expect(divideHalfUp(4, 10)).toBe(0);
  });

  it("taxes neither an exempt line nor anything of an exempt customer", () => {
    expect(add([line(), line({ isTaxed: false })]).taxCents).toBe(691);
    expect(add([line(), line()], { isExempt: true })).toMatchObject({ taxCents: 0, totalCents: 17_000 });
  });

  it("takes a discount off goods and labor before tax, and not off cores and shipping", () => {
    const sums = add([
      line({ priceCents: 10_000 }),
      line({ kind: "labor", priceCents: 5000, isTaxed: false }),
      line({ kind: "core", priceCents: 2000 }),
      line({ kind: "shipping", priceCents: 1500 }),
      line({ kind: "discount", priceCents: null, percent: 10_000 }),
    ]);
    expect(sums.lines.map(({ discountCents }) => discountCents)).toEqual([1000, 500, 0, 0, 0]);
    expect(sums.lines.map(({ amountCents }) => amountCents)).toEqual([10_000, 5000, 2000, 1500, -1500]);
    expect(sums.lines.map(({ taxCents }) => taxCents)).toEqual([731, 0, 163, 122, 0]);
    expect(sums).toMatchObject({
      goodsCents: 18_500,
      discountCents: 1500,
      taxCents: 1016,
      totalCents: 18_016,
    });
  });

  it("reads a comma between thousands alone: 1,5 is not 15, and 7,5% not 75%", () => {
    const lineOf = (typed: object) =>
      saleFormSchema.safeParse({ lines: [{ kind: "other", item: "Oil", price: "9", ...typed }] });
    expect(lineOf({ quantity: "1,250.5" }).data?.lines[0]?.quantity).toBe(125_050);
    for (const quantity of ["1,5", "1,,5", "12,50", ",100", "1,0000", "1.000,5"])
      expect([quantity, lineOf({ quantity }).success]).toEqual([quantity, false]);
    expect(lineOf({ kind: "discount", price: "7.5%" }).data?.lines[0]?.percent).toBe(7500);
    expect(lineOf({ kind: "discount", price: "7,5%" }).success).toBe(false);
    // What the form adds up while it is typed is what it then says.
    expect(["$1,250.50", "12,9", "$"].map(parseCents)).toEqual([125_050, undefined, undefined]);
  });

  it("says when a discount is more than what it comes off", () => {
    expect(add([line(), line({ kind: "discount", priceCents: 8501 })]).isDiscountTooBig).toBe(true);
    expect(add([line(), line({ kind: "discount", priceCents: 8500 })])).toMatchObject({
      ...{ isDiscountTooBig: false, totalCents: 0, taxCents: 0 },
    });
  });

  it("loses no cent, however a discount is split", () => {
    const random = numbers(7);
    const wrong: string[] = [];
    for (let round = 0; round < 3000; round++) {
      const lines = Array.from({ length: 1 + (random() % 9) }, () =>
        line({
          kind: (["part", "labor", "core", "other", "shipping"] as const)[random() % 5] ?? "part",
          quantity: 1 + (random() % 100_000),
          priceCents: random() % 1_000_000,
          isTaxed: random() % 3 > 0,
        }),
      );
      const discount = line({ kind: "discount", priceCents: null, percent: random() % 100_001 });
      const sums = add([...lines, discount], { taxRate: random() % 30_001 });
      const sum = (read: (one: (typeof sums.lines)[number]) => number) =>
        sums.lines.reduce((all, one) => all + read(one), 0);
      const isSplit =
        sum(({ discountCents }) => discountCents) === sums.discountCents &&
        sum(({ amountCents, taxCents }) => amountCents + taxCents) === sums.totalCents &&
        sums.lines
          .slice(0, -1)
          .every(
            ({ amountCents, discountCents, taxCents }) =>
              discountCents >= 0 && discountCents <= amountCents && taxCents >= 0,
          );
      if (!isSplit) wrong.push(JSON.stringify(lines));
    }
    expect(wrong).toEqual([]);
  });
});

describe("what pays for a sale", () => {
  it("gives change for cash alone, after everything else", () => {
    expect(
      settle(10_000, [
        { method: "cash", givenCents: 5000 },
        { method: "card", givenCents: 6000 },
      ]),
    ).toEqual({
      payments: [
        { amountCents: 4000, changeCents: 1000 },
        { amountCents: 6000, changeCents: 0 },
      ],
      ...{ paidCents: 10_000, leftCents: 0 },
    });
  });

  it("takes what is left for a payment without an amount", () => {
    const { payments, leftCents } = settle(10_000, [
      { method: "card", givenCents: null },
      { method: "check", givenCents: 2500 },
    ]);
    expect(payments.map(({ amountCents }) => amountCents)).toEqual([7500, 2500]);
    expect(leftCents).toBe(0);
  });

  it("says what is still to pay, and what was paid too much", () => {
    expect(settle(10_000, [{ method: "cash", givenCents: 4000 }]).leftCents).toBe(6000);
    expect(settle(10_000, [{ method: "check", givenCents: 12_000 }]).leftCents).toBe(-2000);
  });
});

it("cores, labor and shipping are taxed as the business says", () => {
  const none = { taxesCores: false, taxesLabor: false, taxesShipping: false };
  const taxed = (rules: typeof none) =>
    (["part", "vehicle", "labor", "core", "shipping", "other", "discount"] as const).filter((kind) =>
      isTaxedKind(kind, rules),
    );
  expect(taxed(none)).toEqual(["part", "vehicle", "other"]);
  expect(taxed({ ...none, taxesCores: true })).toEqual(["part", "vehicle", "core", "other"]);
  expect(taxed({ ...none, taxesLabor: true, taxesShipping: true })).toEqual([
    ...["part", "vehicle", "labor", "shipping", "other"],
  ]);
});

it("a wholesale customer pays their percentage, half up", () => {
  expect(priceFor(8500, 80)).toBe(6800);
  expect(priceFor(8501, 50)).toBe(4251);
  expect(priceFor(8500, null)).toBe(8500);
});

it("a warranty's days are read from its words", () => {
  const from = "2026-12-20";
  expect(warrantyDays("90-day parts warranty", from)).toBe(90);
  expect(warrantyDays("3 months or 3,000 miles", from)).toBe(90);
  expect(warrantyDays("1-year parts and labor warranty", from)).toBe(365);
  expect(warrantyDays("9999 years", from)).toBe(36_525);
  expect(warrantyDays("As is", from)).toBeUndefined();
});

it("the freight class follows from the density", () => {
  // One cubic foot, so the weight is the density.
  const box = { lengthInches: 12, widthInches: 12, heightInches: 12 };
  const classes = [0.9, 1, 2, 4, 6, 8, 10, 12, 15, 22.5, 30, 35, 50].map((weightPounds) =>
    freightClass({ ...box, weightPounds }),
  );
  expect(classes).toEqual([400, 300, 250, 175, 125, 100, 92.5, 85, 70, 65, 60, 55, 50]);
  expect(freightClass({ ...box, weightPounds: 49.9 })).toBe(55);
  expect(freightClass({ weightPounds: 50 })).toBeUndefined();
});

/** The same numbers in every run. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state >>> 4;
  };
}
