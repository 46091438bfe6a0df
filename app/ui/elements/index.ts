/**
 * Custom elements for every page, bundled into one small file without React (scripts/build-elements.mjs). They add what only
 * a browser knows; a page works without them. `list-in-place.ts` is a file of its own, for the pages that have a list.
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
