import encodeQR from "qr";

/** A QR code as one path in a square of `size` modules, the white margin counted: a stroke for every run of dark ones. */
export interface QrCode {
  size: number;
  path: string;
}

/** The white that a reader needs around a code, in modules (ISO/IEC 18004). */
const MARGIN = 4;

/** Draws the QR code of a text. A quarter of it may be scratched or in a glare, and it still reads. */
export function drawQrCode(text: string): QrCode {
  const rows = encodeQR(text, "raw", { ecc: "quartile", border: MARGIN });
  return { size: rows.length, path: rows.map(strokesOf).join("") };
}

function strokesOf(row: readonly boolean[], y: number): string {
  let strokes = "";
  let pen = -1;
  for (let x = 0; x < row.length; x += 1) {
    if (!row[x]) continue;
    const start = x;
    while (row[x + 1]) x += 1;
    strokes += pen < 0 ? `M${start} ${y}.5` : `m${start - pen} 0`;
    strokes += `h${x + 1 - start}`;
    pen = x + 1;
  }
  return strokes;
}
