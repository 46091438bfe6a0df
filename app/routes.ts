import {
  index,
  layout,
  prefix,
  type RouteConfig,
  type RouteConfigEntry,
  route,
} from "@remix-run/route-config";

/** The addresses of `collections.server.ts`, which a build cannot read here. */
const COLLECTION_PATHS = ["dismantled-vehicles", "retail-vehicles", "parts"];

/** The addresses of `requests/kinds.ts`. */
const REQUEST_PATHS = [
  { staff: "parts-requests", api: "part-requests" },
  { staff: "repair-requests", api: "repair-requests" },
  { staff: "vehicle-inquiries", api: "vehicle-inquiries" },
];

// Every address of the site: public pages, staff pages, then the API.
export default [
  layout("routes/site/layout.tsx", [
    index("routes/site/home.tsx"),
    route("about", "routes/site/about.tsx"),
    route("repair", "routes/site/repair/route.tsx"),
    route("parts", "routes/site/parts/route.tsx"),
    route("parts/find", "routes/site/find/route.tsx"),
    route("parts/:id", "routes/site/dismantled-vehicle.tsx"),
    route("part/:id", "routes/site/part/route.tsx"),
    route("partsrequest", "routes/site/part-request/route.tsx"),
    route("inventory", "routes/site/inventory/route.tsx"),
    route("inventory/:id", "routes/site/vehicle/route.tsx"),
    route("your-request", "routes/site/your-request/route.tsx"),
    route("alerts", "routes/site/alerts/route.tsx"),
    route("your-alert", "routes/site/your-alert.tsx"),
    route("contact", "routes/site/contact.tsx"),
    route("privacy-policy", "routes/site/privacy-policy.tsx"),
    route("accessibility", "routes/site/accessibility.tsx"),
    ...onlyInDevelopment(route("components", "routes/dev/components/route.tsx")),
    route("*", "routes/site/not-found.tsx"),
  ]),
  route("partsmatrix", "routes/site/data-request.tsx"),

  route("sitemap.xml", "routes/seo/sitemap.ts"),
  route("robots.txt", "routes/seo/robots.ts"),
  route("site.webmanifest", "routes/seo/manifest.ts"),
  route("social-card.png", "routes/seo/social-card.ts"),

  route("feeds/:file", "routes/feeds/feed.ts", { id: "routes/feeds/feed" }),
  route("feeds/:key/:file", "routes/feeds/feed.ts", { id: "routes/feeds/feed-with-key" }),

  route("login", "routes/auth/login.tsx"),
  route("logout", "routes/auth/logout.ts"),
  route("admin", "routes/admin/layout.tsx", [
    layout("routes/admin/dashboard.tsx", [
      index("routes/admin/dismantled-vehicles/list.tsx"),
      route("retail-vehicles", "routes/admin/retail-vehicles/list.tsx"),
      route("parts", "routes/admin/parts/list.tsx"),
      ...REQUEST_PATHS.map(({ staff }) =>
        route(staff, "routes/admin/requests/list.tsx", { id: `admin/${staff}` }),
      ),
    ]),
    route("dismantled-vehicles/new", "routes/admin/dismantled-vehicles/new.tsx"),
    route("dismantled-vehicles/:id/edit", "routes/admin/dismantled-vehicles/edit.tsx"),
    route("dismantled-vehicles/:id/delete", "routes/admin/dismantled-vehicles/delete.tsx"),
    route("dismantled-vehicles/:id/teardown", "routes/admin/teardown/route.tsx"),
    route("dismantled-vehicles/:id/teardown/:entryId", "routes/admin/teardown/row.ts"),
    route("retail-vehicles/buyers-guides", "routes/admin/documents/buyers-guides.tsx"),
    route("retail-vehicles/buyers-guides/print", "routes/admin/documents/buyers-guides-print.tsx"),
    route("parts/new", "routes/admin/parts/new.tsx"),
    route("parts/ebay", "routes/admin/parts/ebay.tsx"),
    route("parts/ebay.csv", "routes/admin/parts/ebay-csv.ts"),
    route("parts/:id", "routes/admin/parts/detail.tsx"),
    route("parts/:id/edit", "routes/admin/parts/edit.tsx"),
    route("parts/:id/delete", "routes/admin/parts/delete.tsx"),
    route("retail-vehicles/new", "routes/admin/retail-vehicles/new.tsx"),
    route("retail-vehicles/:id/edit", "routes/admin/retail-vehicles/edit.tsx"),
    route("retail-vehicles/:id/delete", "routes/admin/retail-vehicles/delete.tsx"),
    route("retail-vehicles/:id/buyers-guide", "routes/admin/documents/buyers-guide.tsx"),
    route("labels", "routes/admin/documents/labels.tsx"),
    route("labels/print", "routes/admin/documents/labels-print.tsx"),
    route("nmvtis", "routes/admin/documents/nmvtis.tsx"),
    route("nmvtis/report.csv", "routes/admin/documents/nmvtis-csv.ts"),
    ...REQUEST_PATHS.flatMap(({ staff }) => [
      route(`${staff}/:id`, "routes/admin/requests/detail.tsx", { id: `admin/${staff}/:id` }),
      route(`${staff}/:id/answer`, "routes/admin/requests/answer.tsx", { id: `admin/${staff}/:id/answer` }),
    ]),
    route("parts-requests/:id/part", "routes/admin/requests/answer-with-part.ts"),
    route("import", "routes/admin/import/start.tsx"),
    route("import/:id", "routes/admin/import/import.tsx"),
    route("import/:id/:report", "routes/admin/import/report.ts"),
    route("bulk/:list", "routes/admin/bulk/bulk.tsx"),
    route("export/:file", "routes/admin/export.ts"),
    route("account", "routes/admin/account.tsx"),
    route("mail", "routes/admin/mail.tsx"),
    route("alerts", "routes/admin/alerts.tsx"),
    route("feeds", "routes/admin/feeds.tsx"),
    route("history", "routes/admin/history/route.tsx"),
    route("trash", "routes/admin/trash/list.tsx"),
    route("trash/remove", "routes/admin/trash/remove.tsx"),
    route("bin/*", "routes/admin/trash/moved.ts"),
    route("session", "routes/admin/session.ts"),
    route("*", "routes/admin/not-found.tsx"),
  ]),

  ...prefix("api", [
    ...COLLECTION_PATHS.flatMap((path) => [
      route(path, "routes/api/records.ts", { id: `api/${path}` }),
      route(`${path}/:id`, "routes/api/record.ts", { id: `api/${path}/:id` }),
      route(`admin/${path}`, "routes/api/admin/records.ts", { id: `api/admin/${path}` }),
      route(`admin/${path}/:id`, "routes/api/admin/record.ts", { id: `api/admin/${path}/:id` }),
    ]),
    route("vehicle-data/batched", "routes/api/vehicle-data.ts"),
    ...REQUEST_PATHS.flatMap(({ api }) => [
      route(api, "routes/api/requests.ts", { id: `api/${api}` }),
      route(`admin/${api}`, "routes/api/admin/requests.ts", { id: `api/admin/${api}` }),
      route(`admin/${api}/:id`, "routes/api/admin/request.ts", { id: `api/admin/${api}/:id` }),
    ]),
    route("admin/upload", "routes/api/admin/upload.ts"),
    route("auth/login", "routes/api/auth/login.ts"),
    route("auth/logout", "routes/api/auth/logout.ts"),
    route("auth/verify", "routes/api/auth/verify.ts"),
    route("auth/refresh", "routes/api/auth/refresh.ts"),
    route("vin/direct-decode", "routes/api/vin-decode.ts"),
    route("openapi.json", "routes/api/openapi.ts"),
    route("*", "routes/api/not-found.ts"),
  ]),
] satisfies RouteConfig;

/** A built site has no such address, nor anything that stands behind it: Vite knows whether it builds. */
function onlyInDevelopment(...routes: RouteConfigEntry[]): RouteConfigEntry[] {
  return import.meta.env.DEV ? routes : [];
}
