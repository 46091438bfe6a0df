import { isCameraPage } from "~/http/camera-pages";
import { SCAN_SECONDS } from "~/vin/barcode";
import { type Scanned, scanVin } from "~/vin/scan";

/** The message for an outcome; the VIN can still be typed. */
const SENTENCES: Record<Scanned["outcome"], string> = {
  found: "VIN read. Please check it.",
  unchecked: "VIN read, but its check digit doesn't match: compare it with the car.",
  nothing: `No barcode found in ${SCAN_SECONDS} seconds. Get closer, with light on it, or type the VIN.`,
  denied: "The camera is blocked for this page. Allow it in your browser, or type the VIN.",
  "no-camera": "We can't find a camera on this device. Please type the VIN.",
  failed: "The camera can't be used right now. Close other apps that use it, or type the VIN.",
  cancelled: "",
};

const VIEW = `<video class="vin-camera__picture" playsinline aria-label="What the camera sees"></video>
<p class="field__hint">Point the camera at the VIN's barcode: on the driver's door label, or on the registration.</p>`;

/**
 * `<vin-camera data-input data-reader data-wasm>`: a button that reads the VIN's barcode with the camera into the input of that id, and
 * then sends a `vinread`. Without a camera there is no button, and what reads a barcode is loaded when the button is pressed.
 */
class VinCamera extends HTMLElement {
  #scan: AbortController | undefined;
  #status = document.createElement("p");

  connectedCallback(): void {
    this.hidden = !mayUseCamera();
    if (this.hidden) return;
    this.#status.className = "field__hint";
    this.#status.role = "status";
    this.#offer();
  }

  disconnectedCallback(): void {
    this.#scan?.abort();
  }

  #offer(sentence = ""): void {
    this.#show("", "Scan the VIN", () => this.#start());
    this.#status.textContent = sentence;
  }

  async #start(): Promise<void> {
    const scan = new AbortController();
    this.#scan = scan;
    this.#status.textContent = "";
    this.#show(VIEW, "Cancel", () => {
      scan.abort();
      this.#offer();
      this.#input?.focus();
    });
    const video = this.querySelector("video");
    if (!video) return;
    video.muted = true;
    const scanned = await scanVin(video, scan.signal, () => this.#loadReader());
    if (scan.signal.aborted) return;
    this.#offer(SENTENCES[scanned.outcome]);
    if (this.#input && "vin" in scanned) {
      typeInto(this.#input, scanned.vin);
      this.dispatchEvent(new CustomEvent("vinread", { detail: scanned.vin }));
    }
    this.#input?.focus();
  }

  #show(view: string, label: string, press: () => void): void {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "button button--secondary button--small";
    button.textContent = label;
    button.addEventListener("click", press);
    this.innerHTML = view;
    this.append(button, this.#status);
  }

  async #loadReader() {
    const { reader = "", wasm = "" } = this.dataset;
    const { prepareReader, readFrame } = (await import(
      /* @vite-ignore */ reader
    )) as typeof import("~/vin/read-barcodes");
    prepareReader(wasm);
    return readFrame;
  }

  get #input(): HTMLInputElement | null {
    return document.querySelector<HTMLInputElement>(`#${CSS.escape(this.dataset.input ?? "")}`);
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

customElements.define("vin-camera", VinCamera);
