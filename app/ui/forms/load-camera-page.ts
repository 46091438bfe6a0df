import type { ClientLoaderFunctionArgs } from "@remix-run/react";
import { isCameraPage } from "~/http/camera-pages";

/**
 * The `clientLoader` of a page that may use the camera: a visit that came from another page loads it as a new document, because the headers
 * of the first document decide whether the camera may be used.
 */
export async function loadCameraPage({ request, serverLoader }: ClientLoaderFunctionArgs) {
  const [loaded] = performance.getEntriesByType("navigation");
  const { href, pathname } = new URL(request.url);
  // A form that comes back stays where it is.
  const isHere = location.pathname === pathname;
  if (isHere || isCameraPage(new URL(loaded?.name ?? href).pathname)) return serverLoader();
  location.assign(href);
  return new Promise<never>(() => undefined);
}
