/*
 * The pages that may use the camera, to read a VIN from its barcode. The browser applies the policy of the document that was loaded, so a
 * page reached by script may use it only if the visit began at one of these (ui/elements/vin-camera.ts).
 */

const CAMERA_PAGES = /^\/(sell-your-car|admin\/purchases\/new)\/?$/i;

/** Whether this page may use the camera. */
export function isCameraPage(pathname: string): boolean {
  return CAMERA_PAGES.test(pathname);
}
