import { useLocation } from "@remix-run/react";
import { useEffect, useRef } from "react";
import wasm from "zxing-wasm/reader/zxing_reader.wasm?url";
import { isCameraPage } from "~/http/camera-pages";
import builtReader from "../../../build/elements/read-barcodes.js?url";
import builtScript from "../../../build/elements/vin-camera.js?url";

const [script, reader] = import.meta.env.DEV
  ? ["/app/ui/elements/vin-camera.ts", "/app/vin/read-barcodes.ts"]
  : [builtScript, builtReader];

interface VinCameraProps {
  /** The id of the VIN's input, which gets what was read. */
  inputId: string;
  /** Called once the input has it, on a page with React. */
  onRead?: (vin: string) => void;
}

/** A button that reads the VIN's barcode with the camera, if there is one. Its space is reserved, so that nothing moves when it appears. */
export function VinCamera({ inputId, onRead }: VinCameraProps) {
  const camera = useRef<HTMLElement>(null);
  useEffect(() => {
    const read = (event: Event) => onRead?.((event as CustomEvent<string>).detail);
    const { current } = camera;
    current?.addEventListener("vinread", read);
    return () => current?.removeEventListener("vinread", read);
  }, [onRead]);
  const { pathname } = useLocation();
  if (!isCameraPage(pathname)) return null;
  return (
    <>
      <vin-camera
        ref={camera}
        class="block stack gap-2 vin-camera"
        data-input={inputId}
        data-reader={reader}
        data-wasm={wasm}
        // biome-ignore lint/security/noDangerouslySetInnerHtml: empty, so that React leaves the element's content alone
        dangerouslySetInnerHTML={EMPTY}
        suppressHydrationWarning
      />
      <script type="module" src={script} />
    </>
  );
}

const EMPTY = { __html: "" };
