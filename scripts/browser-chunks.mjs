const FRAMEWORK =
  /node_modules\/(react|react-dom|scheduler|react-router|react-router-dom|@remix-run|turbo-stream)\//;
const FORMS = /node_modules\/@conform-to\/(dom|react)\/|app\/ui\/(form|checked-form)\./;
/** What a page starts with, and what loads the others: the one file of script that a page names. */
const ENTRY = /app\/entry\.client\.|vite\/preload-helper/;
/** Runs before the framework has come, so nothing of it may lie in a part that the framework is needed for. */
const OPEN_NOW = /app\/(ui\/open-now-element|models\/opening-hours)\./;

/** What Remix makes of a route's file for the browser: the names it needs of it. */
const ROUTE = /\?__remix-build-client-route$/;
const PUBLIC_PAGE = /app\/(root|hydrate|routes\/site\/.+)\.tsx(\?__remix-build-client-route)?$/;
/** What no public page goes without. */
const EVERY_PAGE = /app\/(root|hydrate|routes\/site\/layout)\./;
const VEHICLE_PAGE = /routes\/site\/(inventory|parts|vehicle)\//;
const FORM_PAGE = /routes\/site\/(repair|part-request|data-request)[./]/;
/** These bring the most of their own, and have no use for half of what the others share: no vehicle is drawn on them. */
const LONG_FORM = /routes\/site\/(part-request|data-request)[./]/;

/**
 * How a page's script is parted: the framework, what every public page needs, what pages of vehicles share, what pages with
 * a form share, what the rest shares with `/repair` and without it, and a part for each page. Left to itself Rollup makes
 * some thirty parts for a page, each of a few hundred bytes with a request and headers of its own; together they are a
 * third smaller, since a compressor finds more to repeat. No part needs one that its own pages do not need anyway.
 * @type {import("rollup").GetManualChunk}
 */
export function browserChunks(id, { getModuleIds, getModuleInfo }) {
  if (FRAMEWORK.test(id)) return "framework";
  if (FORMS.test(id)) return "forms";
  if (ENTRY.test(id)) return "entry.client";
  if (OPEN_NOW.test(id)) return "open-now";
  const users = usersBy.get(getModuleInfo) ?? mapUsers(getModuleIds, getModuleInfo);
  return partFor([...(users.get(id) ?? [])], id, getModuleInfo);
}

function partFor(users, id, getModuleInfo) {
  const pages = users.filter((user) => PUBLIC_PAGE.test(user));
  const [page] = pages;
  if (page === undefined || ROUTE.test(id) || needsPackage(id, getModuleInfo)) return undefined;
  if (pages.some((each) => EVERY_PAGE.test(each))) return "site";
  if (users.length === 1) return undefined;
  // Shared with staff's pages, or with a form's check.
  if (pages.length === 1) return `${/site\/([\w-]+)/.exec(page)?.[1]}-shared`;
  if (pages.every((each) => VEHICLE_PAGE.test(each))) return "vehicles";
  if (pages.every((each) => FORM_PAGE.test(each))) return "forms";
  if (pages.some((each) => LONG_FORM.test(each))) return "site";
  return pages.some((each) => FORM_PAGE.test(each)) ? "drawn" : "shown";
}

/** True for a module that brings a package besides the framework: zod, say, which is to come with a form's check alone. */
function needsPackage(id, getModuleInfo, seen = new Set()) {
  if (seen.has(id) || FRAMEWORK.test(id)) return false;
  if (id.includes("node_modules")) return true;
  seen.add(id);
  return (getModuleInfo(id)?.importedIds ?? []).some((imported) =>
    needsPackage(imported, getModuleInfo, seen),
  );
}

/** Of each build's graph, once: what loads a module from the start, be it a page or something that comes later. */
const usersBy = new WeakMap();

function mapUsers(getModuleIds, getModuleInfo) {
  const users = new Map();
  for (const id of getModuleIds()) {
    const { isEntry, dynamicImporters = [] } = getModuleInfo(id) ?? {};
    if (isEntry || dynamicImporters.length > 0) visit(id, id);
  }
  usersBy.set(getModuleInfo, users);
  return users;

  function visit(id, user) {
    const seen = users.get(id) ?? new Set();
    if (seen.has(user) || id.includes("node_modules")) return;
    users.set(id, seen.add(user));
    for (const imported of getModuleInfo(id)?.importedIds ?? []) visit(imported, user);
  }
}
