/**
 * Custom elements for every page, bundled into one small file without React (scripts/build-elements.mjs). They add what only
 * a browser knows; a page works without them. `list-in-place.ts` and `check-in-place.ts` are files of their own, for the pages that have a list or a form
 * that is checked while it is filled in.
 */
import "./back-to-list";
import "./map-frame";
import "./menu";
import "./open-now";
import "./print-page";
import "./send-in-place";
import "./share-link";
import "./show-later";
import "./toast";
import "./vehicle-gallery";
