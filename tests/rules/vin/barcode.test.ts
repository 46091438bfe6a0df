import { beforeAll, describe, expect, test } from "vitest";
import { prepareZXingModule, readBarcodes } from "zxing-wasm/reader";
import { VIN_BARCODES, vinInBarcode } from "~/vin/barcode";
import { barcode, READER } from "../../support/barcodes";

const VIN = "1HGCM82633A004352";

describe("the VIN in a barcode's text", () => {
  test.each([
    ["by itself", VIN],
    ["in small letters", VIN.toLowerCase()],
    ["of an imported car", `I${VIN}`],
    ["between Code 39's asterisks", `*${VIN}*`],
    ["among other facts", `HONDA,2003,${VIN},NH-578`],
    ["in an address", `https://maker.example/r?vin=${VIN}&t=1`],
    ["beside a number as long", `AAAAAAAAAAAAAAAAA ${VIN}`],
  ])("is found %s", (_name, text) => expect(vinInBarcode(text)).toBe(VIN));

  test("may have a check digit that does not match, which is for whoever reads it to say", () => {
    expect(vinInBarcode("WVWZZZ1JZXW000001")).toBe("WVWZZZ1JZXW000001");
  });

  test.each([
    ["too short", "1HGCM82633A00435"],
    ["a longer number", `${VIN}99`],
    ["with a letter that no VIN has", "1HGCM82633O004352"],
    ["empty", ""],
  ])("is none: %s", (_name, text) => expect(vinInBarcode(text)).toBeUndefined());
});

describe("the reader", () => {
  beforeAll(() => prepareZXingModule(READER));

  test.each([
    ["Code39", `I${VIN}`],
    ["Code39", VIN],
    ["DataMatrix", `HONDA,2003,${VIN}`],
    ["QRCode", `https://maker.example/r?vin=${VIN}`],
  ] as const)("reads a VIN in a picture of %s: %s", async (format, text) => {
    const png = await barcode(text, format);
    const found = await readBarcodes(new Uint8Array(png), {
      formats: [...VIN_BARCODES.zxing],
      tryHarder: true,
    });
    expect(found.map(({ text }) => vinInBarcode(text))).toEqual([VIN]);
  });
});
