import { SCAN_SECONDS, VIN_BARCODES, vinInBarcode } from "./barcode";
import { hasMatchingCheckDigit } from "./validate";

/** What the camera has found. `unchecked`: the same VIN twice, but its check digit does not match. */
export type Scanned =
  | { outcome: "found" | "unchecked"; vin: string }
  | { outcome: "nothing" | "denied" | "no-camera" | "failed" | "cancelled" };

/** Reads the barcodes in what the camera shows now. */
type Reader = (video: HTMLVideoElement) => Promise<string[]>;

/** Shows the camera's picture and looks for a VIN in it, for ten seconds; then the camera is off again. */
export async function scanVin(
  video: HTMLVideoElement,
  signal: AbortSignal,
  loadOwnReader: () => Promise<Reader>,
): Promise<Scanned> {
  let stream: MediaStream | undefined;
  try {
    // The browser asks for the camera while the reader loads.
    const [opened, read] = await Promise.all([openCamera(), openReader(loadOwnReader)]);
    stream = opened;
    video.srcObject = stream;
    await video.play();
    return await look(video, read, signal);
  } catch (error) {
    return signal.aborted ? { outcome: "cancelled" } : { outcome: problemOf(error) };
  } finally {
    for (const track of stream?.getTracks() ?? []) track.stop();
    video.srcObject = null;
  }
}

function openCamera(): Promise<MediaStream> {
  return navigator.mediaDevices.getUserMedia({
    video: { facingMode: "environment", width: { ideal: 1920 }, height: { ideal: 1080 } },
  });
}

/** How long the processor rests between two looks, in milliseconds. */
const PAUSE_MS = 150;

async function look(video: HTMLVideoElement, read: Reader, signal: AbortSignal): Promise<Scanned> {
  const end = performance.now() + SCAN_SECONDS * 1000;
  let unchecked: string | undefined;
  while (performance.now() < end) {
    if (signal.aborted) return { outcome: "cancelled" };
    for (const text of await read(video)) {
      const vin = vinInBarcode(text);
      if (vin === undefined) continue;
      if (hasMatchingCheckDigit(vin)) return { outcome: "found", vin };
      // Cars from outside North America have none; what was read wrong is seldom read wrong alike.
      if (vin === unchecked) return { outcome: "unchecked", vin };
      unchecked = vin;
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  return { outcome: "nothing" };
}

function problemOf(error: unknown): "denied" | "no-camera" | "failed" {
  const name = error instanceof DOMException ? error.name : "";
  if (name === "NotAllowedError" || name === "SecurityError") return "denied";
  return name === "NotFoundError" || name === "OverconstrainedError" ? "no-camera" : "failed";
}

/** The browser's own detector, if it knows these barcodes; otherwise ours, which is loaded now. */
async function openReader(loadOwnReader: () => Promise<Reader>): Promise<Reader> {
  const { BarcodeDetector } = globalThis as { BarcodeDetector?: NativeDetector };
  const known = BarcodeDetector ? await BarcodeDetector.getSupportedFormats() : [];
  if (BarcodeDetector && VIN_BARCODES.native.every((format) => known.includes(format))) {
    const detector = new BarcodeDetector({ formats: VIN_BARCODES.native });
    return async (video) => (await detector.detect(video)).map(({ rawValue }) => rawValue);
  }
  return loadOwnReader();
}

/** TypeScript does not know it yet. */
interface NativeDetector {
  new (options: {
    formats: readonly string[];
  }): {
    detect(image: HTMLVideoElement): Promise<{ rawValue: string }[]>;
  };
  getSupportedFormats(): Promise<string[]>;
}
