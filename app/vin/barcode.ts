import { hasMatchingCheckDigit } from "./validate";

/** How long the camera looks for a barcode, in seconds. */
export const SCAN_SECONDS = 10;

/** The barcodes that hold VINs: on door labels, dash plates and registrations. As zxing-wasm and as BarcodeDetector name them. */
export const VIN_BARCODES = {
  zxing: ["Code39", "DataMatrix", "QRCode"],
  native: ["code_39", "data_matrix", "qr_code"],
} as const;

/**
 * The VIN in a barcode's text; undefined if there is none. Imported cars have an `I` in front of it, and codes of two dimensions other
 * facts around it. Of several, the one whose check digit matches.
 */
export function vinInBarcode(text: string): string | undefined {
  const found = text.toUpperCase().matchAll(/(?<![A-Z0-9])I?([A-HJ-NPR-Z0-9]{17})(?![A-Z0-9])/g);
  const vins = Array.from(found, ([, vin = ""]) => vin);
  return vins.find(hasMatchingCheckDigit) ?? vins[0];
}
