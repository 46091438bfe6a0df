import { useEffect, useRef, useState } from "react";
import { isCameraPage } from "~/http/camera-pages";
import { SCAN_SECONDS } from "~/vin/barcode";
import type { Scanned } from "~/vin/scan.client";

type Outcome = Scanned["outcome"];

/** What is said of an outcome; the VIN can be typed all the same. */
const SENTENCES: Record<Outcome, string> = {
  found: "VIN read. Please check it.",
  unchecked: "VIN read, but its check digit doesn't match: compare it with the car.",
  nothing: `No barcode found in ${SCAN_SECONDS} seconds. Get closer, with light on it, or type the VIN.`,
  denied: "The camera is blocked for this page. Allow it in your browser, or type the VIN.",
  "no-camera": "We can't find a camera on this device. Please type the VIN.",
  failed: "The camera can't be used right now. Close other apps that use it, or type the VIN.",
  cancelled: "",
};

interface VinCameraProps {
  /** The id of the VIN's input, which gets what was read. */
  inputId: string;
  /** Called once the input has it. */
  onRead?: ((vin: string) => void) | undefined;
}

/** A button that reads the VIN's barcode with the camera, where there is one. Nothing of it is loaded before it is pressed. */
export function VinCamera({ inputId, onRead }: VinCameraProps) {
  const [canScan, setCanScan] = useState(false);
  const [scan, setScan] = useState<AbortController>();
  const [outcome, setOutcome] = useState<Outcome>();
  const video = useRef<HTMLVideoElement>(null);
  const read = useRef(onRead);
  read.current = onRead;
  useEffect(() => setCanScan(mayUseCamera()), []);

  useEffect(() => {
    if (!scan || !video.current) return;
    const { signal } = scan;
    scanWith(video.current, signal).then((scanned) => {
      if (signal.aborted) return;
      setScan(undefined);
      setOutcome(scanned.outcome);
      const input = document.getElementById(inputId);
      if (!(input instanceof HTMLInputElement)) return;
      if ("vin" in scanned) {
        typeInto(input, scanned.vin);
        read.current?.(scanned.vin);
      }
      input.focus();
    });
    return () => scan.abort();
  }, [scan, inputId]);

  function start() {
    setOutcome(undefined);
    setScan(new AbortController());
  }

  function cancel() {
    scan?.abort();
    setScan(undefined);
    document.getElementById(inputId)?.focus();
  }

  if (!canScan) return null;
  return (
    <div className="stack gap-2 vin-camera">
      {scan ? (
        <>
          <video
            ref={video}
            className="vin-camera__picture"
            playsInline
            muted
            aria-label="What the camera sees"
          />
          <p className="field__hint">
            Point the camera at the VIN's barcode: on the driver's door label, or on the registration.
          </p>
          <p>
            <button type="button" className="button button--secondary button--small" onClick={cancel}>
              Cancel
            </button>
          </p>
        </>
      ) : (
        <p>
          <button type="button" className="button button--secondary button--small" onClick={start}>
            Scan the VIN
          </button>
        </p>
      )}
      <p className="field__hint" role="status">
        {outcome ? SENTENCES[outcome] : ""}
      </p>
    </div>
  );
}

async function scanWith(video: HTMLVideoElement, signal: AbortSignal): Promise<Scanned> {
  try {
    const { scanVin } = await import("~/vin/scan.client");
    return await scanVin(video, signal);
  } catch {
    // Its script could not be loaded.
    return { outcome: "failed" };
  }
}

/** Whether the browser has a camera API and the document that was loaded may use it. */
function mayUseCamera(): boolean {
  if (!navigator.mediaDevices?.getUserMedia) return false;
  const [loaded] = performance.getEntriesByType("navigation");
  return isCameraPage(location.pathname) && isCameraPage(new URL(loaded?.name ?? location.href).pathname);
}

/** As if it were typed. The prototype's setter, because React overrides the element's own and would miss the change. */
function typeInto(input: HTMLInputElement, text: string): void {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(input, text);
  input.dispatchEvent(new Event("input", { bubbles: true }));
}
