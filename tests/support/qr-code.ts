import { decodeQR } from "qr/decode.js";
import sharp from "sharp";

/** Reads the code that an SVG draws as a phone would: off its pixels. */
export async function readCode(svg: string): Promise<string> {
  const whole = svg.includes("xmlns") ? svg : svg.replace("<svg", '<svg xmlns="http://www.w3.org/2000/svg"');
  const { data, info } = await sharp(Buffer.from(whole))
    .resize(400)
    .flatten({ background: "#fff" })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return decodeQR({ width: info.width, height: info.height, data });
}
