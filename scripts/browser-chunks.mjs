const FRAMEWORK =
  /node_modules\/(react|react-dom|scheduler|react-router|react-router-dom|@remix-run|turbo-stream)\//;
const FORMS = /node_modules\/@conform-to\/(dom|react)\/|app\/ui\/(form|checked-form)\./;
/** What loads the others. */
const LOADER = /vite\/preload-helper/;
/** Runs before the framework has come, so nothing of it may lie in a part that the framework is needed for. */
const OPEN_NOW = /app\/(ui\/open-now-element|models\/opening-hours)\./;
const PUBLIC_PAGE = /app\/(root|routes\/site\/.+)\.tsx\?__remix-build-client-route$/;

const VEHICLE_PAGE = /routes\/site\/(inventory|parts|vehicle)\//;

/**
 * How a page's script is parted: the framework, what forms need, what pages of vehicles share, what any two public pages
 * share, and a part for each page. Left to itself Rollup makes some thirty parts for a page, each of a few hundred bytes with a request and headers of
 * its own; together they are a third smaller, since a compressor finds more to repeat.
 * @type {import("rollup").GetManualChunk}
 */
export function browserChunks(id, { getModuleIds, getModuleInfo }) {
  if (FRAMEWORK.test(id)) return "framework";
  if (FORMS.test(id)) return "forms";
  if (LOADER.test(id)) return "loader";
  if (OPEN_NOW.test(id)) return "open-now";
  const pages = pagesBy.get(getModuleInfo) ?? mapPages(getModuleIds, getModuleInfo);
  const users = [...(pages.get(id) ?? [])];
  if (users.length < 2 || needsPackage(id, getModuleInfo)) return undefined;
  return users.every((page) => VEHICLE_PAGE.test(page)) ? "vehicles" : "site";
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

/** Of each build's graph, once: the public pages that a module is part of from the start. */
const pagesBy = new WeakMap();

function mapPages(getModuleIds, getModuleInfo) {
  const pages = new Map();
  for (const page of getModuleIds()) if (PUBLIC_PAGE.test(page)) visit(page, page);
  pagesBy.set(getModuleInfo, pages);
  return pages;

  function visit(id, page) {
    const seen = pages.get(id) ?? new Set();
    if (seen.has(page) || id.includes("node_modules")) return;
    pages.set(id, seen.add(page));
    for (const imported of getModuleInfo(id)?.importedIds ?? []) visit(imported, page);
  }
}
