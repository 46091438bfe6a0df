import { describe, expect, it } from "vitest";
import { addUp, type EstimateLine } from "~/requests/estimate";
import { estimateFormSchema } from "~/requests/estimate-schema";
import { formatTaxRate } from "~/values/decimal";

const line = (values: Partial<EstimateLine> = {}): EstimateLine => ({
  kind: "labor",
  description: "Brakes",
  quantity: 100,
  priceCents: 10_000,
  isTaxed: true,
  ...values,
});

describe("an estimate's sums", () => {
  it.each([
    // quantity, price, tax rate, amount, tax
    [100, 10_000, 8125, 10_000, 813],
    [150, 12_000, 8875, 18_000, 1598],
    [150, 333, 0, 500, 0],
    [149, 333, 0, 496, 0],
    [1, 50, 0, 1, 0],
    [1, 49, 0, 0, 0],
    [33, 100, 10_000, 33, 3],
    [100, 5, 10_000, 5, 1],
    [100, 4, 10_000, 4, 0],
    [100, 1000, 8_450, 1000, 85],
    [99_999, 10_000_000, 30_000, 9_999_900_000, 2_999_970_000],
  ])(
    "%i hundredths at %i cents with a tax of %i thousandths",
    (quantity, priceCents, taxRate, amount, tax) => {
      const sums = addUp({ lines: [line({ quantity, priceCents })], taxRate });
      expect([sums.amounts, sums.tax, sums.total]).toEqual([[amount], tax, amount + tax]);
    },
  );

  it("round the tax line by line, and tax no other line", () => {
    const cents = { priceCents: 5, quantity: 100 };
    const lines = [
      line(cents),
      line({ ...cents, kind: "used-part" }),
      line({ ...cents, kind: "fee", isTaxed: false }),
    ];
    expect(addUp({ lines, taxRate: 10_000 })).toEqual({
      amounts: [5, 5, 5],
      labor: 5,
      parts: 5,
      fees: 5,
      tax: 2,
      total: 17,
    });
  });

  it("are exact to the cent, whatever is typed", () => {
    for (let quantity = 1; quantity < 3000; quantity += 371)
      for (let priceCents = 1; priceCents < 20_000; priceCents += 997) {
        const { amounts, total } = addUp({ lines: [line({ quantity, priceCents })], taxRate: 8375 });
        const exact = BigInt(quantity) * BigInt(priceCents);
        expect(amounts).toEqual([Number((2n * exact + 100n) / 200n)]);
        const taxed = BigInt(amounts[0] ?? 0) * 8375n;
        expect(total).toBe((amounts[0] ?? 0) + Number((2n * taxed + 100_000n) / 200_000n));
      }
  });
});

describe("the form of an estimate", () => {
  const typed = { kind: "labor", description: "Brakes", quantity: "1.5", price: "$1,120.50", taxed: "yes" };
  const car = { complaint: "It squeals", plate: "ABC 1234", odometer: "91,240" };
  const check = (fields: Record<string, unknown>, isSending = false) => {
    const { data, error } = estimateFormSchema({ isSending }).safeParse(fields);
    return (
      data ?? Object.fromEntries(error?.issues.map(({ path, message }) => [path.join("."), message]) ?? [])
    );
  };

  it("is stored in whole cents, hundredths and thousandths", () => {
    expect(check({ lines: [typed], taxRate: "8.125 %", ...car }, true)).toEqual({
      lines: [{ kind: "labor", description: "Brakes", quantity: 150, priceCents: 112_050, isTaxed: true }],
      taxRate: 8125,
      ...car,
    });
    expect(formatTaxRate(8125)).toBe("8.125%");
  });

  it("takes a line as taxed, exempt, or as usual", () => {
    const lines = ["yes", "no", "", undefined].map((taxed) => ({ ...typed, taxed }));
    expect(check({ lines })).toMatchObject({
      lines: [true, false, undefined, undefined].map((isTaxed) => ({ isTaxed })),
    });
  });

  it("leaves out rows in which nothing was typed", () => {
    const blank = { kind: "labor", description: " ", quantity: "1", price: "" };
    expect(check({ lines: [blank, typed, {}], taxRate: "" })).toMatchObject({ lines: [{ quantity: 150 }] });
    expect(check({})).toMatchObject({ lines: [], taxRate: 0 });
  });

  it.each([
    [{ kind: "bribe" }, "lines.1.kind", "Please choose what the line is for"],
    [{ description: "" }, "lines.1.description", "Please describe the line"],
    [{ quantity: "1.555" }, "lines.1.quantity", "Please enter hours or a quantity up to 999.99, such as 1.5"],
    [{ quantity: "0" }, "lines.1.quantity", "Please enter hours or a quantity up to 999.99, such as 1.5"],
    [{ quantity: "1000" }, "lines.1.quantity", "Please enter hours or a quantity up to 999.99, such as 1.5"],
    [
      { quantity: undefined },
      "lines.1.quantity",
      "Please enter hours or a quantity up to 999.99, such as 1.5",
    ],
    [{ price: "" }, "lines.1.price", "Please enter a price, such as 120 or 89.50"],
    [{ price: "-5" }, "lines.1.price", "Please enter a price, such as 120 or 89.50"],
    [{ price: "100001" }, "lines.1.price", "Please enter a price, such as 120 or 89.50"],
  ])("says by the field of the row what is wrong: %j", (wrong, path, message) => {
    expect(check({ lines: [typed, { ...typed, ...wrong }] })).toEqual({ [path]: message });
  });

  it.each(["8.1255", "31", "eight", "-1"])("takes no tax rate of %s", (taxRate) => {
    expect(check({ taxRate })).toEqual({
      taxRate: "Please enter a tax rate in percent from 0 to 30, such as 8.125",
    });
  });

  it("asks for what an estimate must say only before it is sent", () => {
    expect(check({}, true)).toEqual({
      lines: "Please add at least one line",
      complaint: "Please enter what the customer wants done",
      plate: "Please enter the plate or the VIN",
      odometer: "Please enter the odometer reading, or why it's unknown",
    });
    const whole = { lines: [typed], ...car, plate: "", vin: "5J6RM4H7XGL047215" };
    expect(check({ ...whole, taxRate: "8.125" }, true)).toMatchObject({ vin: "5J6RM4H7XGL047215" });
    const noRate = "Lines are marked as taxed: please enter the tax rate, or 0";
    expect(check(whole, true)).toEqual({ taxRate: noRate });
    expect(check(whole)).toMatchObject({ taxRate: 0 });
  });

  it("takes no more lines than it has room for", () => {
    expect(check({ lines: Array(61).fill(typed) })).toEqual({ lines: "Please use at most 60 lines" });
  });
});
