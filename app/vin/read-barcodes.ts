import { prepareZXingModule, readBarcodes } from "zxing-wasm/reader";
import { VIN_BARCODES } from "./barcode";

/** Says where the reader's compiled code is: on this site; by default the package asks a content delivery network. */
export function prepareReader(wasm: string): void {
  prepareZXingModule({ overrides: { locateFile: () => wasm } });
}

const canvas = document.createElement("canvas");

/** The texts of the barcodes in what a video shows now. */
export async function readFrame(video: HTMLVideoElement): Promise<string[]> {
  canvas.width = video.videoWidth;
  canvas.height = video.videoHeight;
  const context = canvas.getContext("2d", { willReadFrequently: true });
  if (!context || canvas.width === 0) return [];
  context.drawImage(video, 0, 0);
  const image = context.getImageData(0, 0, canvas.width, canvas.height);
  const found = await readBarcodes(image, { formats: [...VIN_BARCODES.zxing], tryHarder: true });
  return found.map(({ text }) => text);
}
