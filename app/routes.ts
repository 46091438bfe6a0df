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
  layout("site/layout.tsx", [
    index("site/home.tsx"),
    route("about", "site/about.tsx"),
    route("repair", "requests/site/repair/route.tsx"),
    route("parts", "vehicles/site/parts/route.tsx"),
    route("parts/find", "parts/site/find/route.tsx"),
    route("parts/:id", "vehicles/site/dismantled-vehicle.tsx"),
    route("part/:id", "parts/site/part/route.tsx"),
    route("partsrequest", "requests/site/part-request/route.tsx"),
    route("inventory", "vehicles/site/inventory/route.tsx"),
    route("inventory/:id", "vehicles/site/vehicle/route.tsx"),
    route("your-request", "requests/site/your-request/route.tsx"),
    route("alerts", "alerts/site/alerts/route.tsx"),
    route("your-alert", "alerts/site/your-alert.tsx"),
    route("contact", "site/contact.tsx"),
    route("privacy-policy", "site/privacy-policy.tsx"),
    route("accessibility", "site/accessibility.tsx"),
    ...onlyInDevelopment(route("components", "dev/components/route.tsx")),
    route("*", "site/not-found.tsx"),
  ]),
  route("partsmatrix", "requests/site/data-request/route.tsx"),

  route("sitemap.xml", "seo/site/sitemap.ts"),
  route("robots.txt", "seo/site/robots.ts"),
  route("site.webmanifest", "seo/site/manifest.ts"),
  route("social-card.png", "seo/site/social-card.ts"),

  route("feeds/:file", "feeds/site/feed.ts", { id: "feeds/site/feed" }),
  route("feeds/:key/:file", "feeds/site/feed.ts", { id: "feeds/feed-with-key" }),

  route("login", "accounts/staff/login.tsx"),
  route("logout", "accounts/staff/logout.ts"),
  route("admin", "staff/layout.tsx", [
    layout("staff/dashboard.tsx", [
      index("staff/records/list.tsx", { id: "admin/list" }),
      route(":collection", "staff/records/list.tsx", { id: "admin/:collection" }),
      ...REQUEST_PATHS.map(({ staff }) => route(staff, "requests/staff/list.tsx", { id: `admin/${staff}` })),
    ]),
    // Every collection of collections.ts.
    route(":collection/new", "staff/records/new.tsx"),
    route(":collection/:id", "staff/records/record.tsx"),
    route(":collection/:id/edit", "staff/records/edit.tsx"),
    route(":collection/:id/delete", "staff/records/delete.tsx"),
    route("dismantled-vehicles/:id/teardown", "parts/staff/teardown/route.tsx"),
    route("dismantled-vehicles/:id/teardown/:entryId", "parts/staff/teardown/row.ts"),
    route("retail-vehicles/buyers-guides", "documents/staff/buyers-guides.tsx"),
    route("retail-vehicles/buyers-guides/print", "documents/staff/buyers-guides-print.tsx"),
    route("parts/ebay", "parts/staff/ebay.tsx"),
    route("parts/ebay.csv", "parts/staff/ebay-csv.ts"),
    route("parts/:id", "parts/staff/detail.tsx"),
    route("retail-vehicles/:id/buyers-guide", "documents/staff/buyers-guide.tsx"),
    route("labels", "documents/staff/labels.tsx"),
    route("labels/print", "documents/staff/labels-print.tsx"),
    route("nmvtis", "documents/staff/nmvtis.tsx"),
    route("nmvtis/report.csv", "documents/staff/nmvtis-csv.ts"),
    ...REQUEST_PATHS.flatMap(({ staff }) => [
      route(`${staff}/:id`, "requests/staff/detail.tsx", { id: `admin/${staff}/:id` }),
      route(`${staff}/:id/answer`, "requests/staff/answer.tsx", { id: `admin/${staff}/:id/answer` }),
    ]),
    route("parts-requests/:id/part", "requests/staff/answer-with-part.ts"),
    route("import", "import/staff/start.tsx"),
    route("import/:id", "import/staff/import.tsx"),
    route("import/:id/:report", "import/staff/report.ts"),
    route("bulk/:list", "export/staff/bulk.tsx"),
    route("export/:file", "export/staff/export.ts"),
    route("account", "accounts/staff/account.tsx"),
    route("mail", "mail/staff/mail.tsx"),
    route("alerts", "alerts/staff/alerts.tsx"),
    route("feeds", "feeds/staff/feeds.tsx"),
    route("history", "history/staff/history/route.tsx"),
    route("trash", "history/staff/trash/list.tsx"),
    route("trash/remove", "history/staff/trash/remove.tsx"),
    route("bin/*", "history/staff/trash/moved.ts"),
    route("session", "accounts/staff/session.ts"),
    route("*", "staff/not-found.tsx"),
  ]),

  ...prefix("api", [
    // Every collection of collections.ts.
    route(":collection", "api/resources/records.ts"),
    route(":collection/:id", "api/resources/record.ts"),
    route("admin/:collection", "api/resources/admin/records.ts"),
    route("admin/:collection/:id", "api/resources/admin/record.ts"),
    route("vehicle-data/batched", "api/resources/vehicle-data.ts"),
    ...REQUEST_PATHS.flatMap(({ api }) => [
      route(api, "api/resources/requests.ts", { id: `api/${api}` }),
      route(`admin/${api}`, "api/resources/admin/requests.ts", { id: `api/admin/${api}` }),
      route(`admin/${api}/:id`, "api/resources/admin/request.ts", { id: `api/admin/${api}/:id` }),
    ]),
    route("admin/upload", "api/resources/admin/upload.ts"),
    route("auth/login", "api/resources/auth/login.ts"),
    route("auth/logout", "api/resources/auth/logout.ts"),
    route("auth/verify", "api/resources/auth/verify.ts"),
    route("auth/refresh", "api/resources/auth/refresh.ts"),
    route("vin/direct-decode", "api/resources/vin-decode.ts"),
    route("openapi.json", "api/resources/openapi.ts"),
    route("*", "api/resources/not-found.ts"),
  ]),
] satisfies RouteConfig;

/** A built site has no such address, nor anything that stands behind it: Vite knows whether it builds. */
function onlyInDevelopment(...routes: RouteConfigEntry[]): RouteConfigEntry[] {
  return import.meta.env.DEV ? routes : [];
}
