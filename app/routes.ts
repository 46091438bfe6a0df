import {
  index,
  layout,
  prefix,
  type RouteConfig,
  type RouteConfigEntry,
  route,
} from "@remix-run/route-config";

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
      index("staff/records/list.tsx", { id: "admin/list" }),
      route(":collection", "staff/records/list.tsx", { id: "admin/:collection" }),
      ...REQUEST_PATHS.map(({ staff }) =>
        route(staff, "routes/admin/requests/list.tsx", { id: `admin/${staff}` }),
      ),
    ]),
    // Every collection of collections.ts.
    route(":collection/new", "staff/records/new.tsx"),
    route(":collection/:id", "staff/records/record.tsx"),
    route(":collection/:id/edit", "staff/records/edit.tsx"),
    route(":collection/:id/delete", "staff/records/delete.tsx"),
    route("dismantled-vehicles/:id/teardown", "routes/admin/teardown/route.tsx"),
    route("dismantled-vehicles/:id/teardown/:entryId", "routes/admin/teardown/row.ts"),
    route("retail-vehicles/buyers-guides", "routes/admin/documents/buyers-guides.tsx"),
    route("retail-vehicles/buyers-guides/print", "routes/admin/documents/buyers-guides-print.tsx"),
    route("parts/ebay", "routes/admin/parts/ebay.tsx"),
    route("parts/ebay.csv", "routes/admin/parts/ebay-csv.ts"),
    route("parts/:id", "routes/admin/parts/detail.tsx"),
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
    // Every collection of collections.ts.
    route(":collection", "routes/api/records.ts"),
    route(":collection/:id", "routes/api/record.ts"),
    route("admin/:collection", "routes/api/admin/records.ts"),
    route("admin/:collection/:id", "routes/api/admin/record.ts"),
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
