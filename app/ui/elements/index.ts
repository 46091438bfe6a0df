/**
 * Custom elements for every page, bundled into one small file without React (scripts/build-elements.mjs). They add what only
 * a browser knows; a page works without them. `list-in-place.ts`, `check-in-place.ts`, `show-later.ts`, `shrink-photos.ts` and
 * `vin-camera.ts` are files of their own, for the pages that have a list, a form that is checked while it is filled in, a form that comes
 * back, photos or a VIN.
 */
import "./back-to-list";
import "./map-frame";
import "./menu";
import "./open-now";
import "./print-page";
import "./send-in-place";
import "./share-link";
import "./toast";
import "./vehicle-gallery";
