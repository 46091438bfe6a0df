import encodeQR from "qr";

/** A QR code as one SVG path with a stroke for each run of dark modules, in a square of `size` modules with its margin. */
export interface QrCode {
  size: number;
  path: string;
}

/** The quiet zone around a code, in modules (ISO/IEC 18004). */
const MARGIN = 4;

/** Renders a QR code that stays readable with a quarter of it damaged. */
export function renderQrCode(text: string): QrCode {
  const rows = encodeQR(text, "raw", { ecc: "quartile", border: MARGIN });
  return { size: rows.length, path: rows.map(strokesInRow).join("") };
}

function strokesInRow(row: readonly boolean[], y: number): string {
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
