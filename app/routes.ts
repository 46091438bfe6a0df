import {
  index,
  layout,
  prefix,
  type RouteConfig,
  type RouteConfigEntry,
  route,
} from "@remix-run/route-config";

// Every address of the site, in the order of the specification's section 2, then its section 7.
export default [
  layout("routes/site/layout.tsx", [
    index("routes/site/home.tsx"),
    route("about", "routes/site/about.tsx"),
    route("repair", "routes/site/repair/route.tsx"),
    route("parts", "routes/site/parts/route.tsx"),
    route("partsrequest", "routes/site/part-request/route.tsx"),
    route("inventory", "routes/site/inventory/route.tsx"),
    route("inventory/:id", "routes/site/vehicle/route.tsx"),
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

  route("login", "routes/auth/login.tsx"),
  route("logout", "routes/auth/logout.ts"),
  route("admin", "routes/admin/layout.tsx", [
    layout("routes/admin/dashboard.tsx", [
      index("routes/admin/dismantled-vehicles/list.tsx"),
      route("retail-vehicles", "routes/admin/retail-vehicles/list.tsx"),
      route("parts-requests", "routes/admin/part-requests/list.tsx"),
      route("repair-requests", "routes/admin/repair-requests/list.tsx"),
    ]),
    route("dismantled-vehicles/new", "routes/admin/dismantled-vehicles/new.tsx"),
    route("dismantled-vehicles/:id/edit", "routes/admin/dismantled-vehicles/edit.tsx"),
    route("dismantled-vehicles/:id/delete", "routes/admin/dismantled-vehicles/delete.tsx"),
    route("retail-vehicles/new", "routes/admin/retail-vehicles/new.tsx"),
    route("retail-vehicles/:id/edit", "routes/admin/retail-vehicles/edit.tsx"),
    route("retail-vehicles/:id/delete", "routes/admin/retail-vehicles/delete.tsx"),
    route("parts-requests/:id", "routes/admin/part-requests/detail.tsx"),
    route("repair-requests/:id", "routes/admin/repair-requests/detail.tsx"),
    route("import", "routes/admin/import/start.tsx"),
    route("import/:id", "routes/admin/import/import.tsx"),
    route("import/:id/:report", "routes/admin/import/report.ts"),
    route("bulk/:list", "routes/admin/bulk/bulk.tsx"),
    route("export/:file", "routes/admin/export.ts"),
    route("account", "routes/admin/account.tsx"),
    route("mail", "routes/admin/mail.tsx"),
    route("session", "routes/admin/session.ts"),
    route("*", "routes/admin/not-found.tsx"),
  ]),

  ...prefix("api", [
    route("dismantled-vehicles", "routes/api/dismantled-vehicles.ts"),
    route("dismantled-vehicles/:id", "routes/api/dismantled-vehicle.ts"),
    route("retail-vehicles", "routes/api/retail-vehicles.ts"),
    route("retail-vehicles/:id", "routes/api/retail-vehicle.ts"),
    route("vehicle-data/batched", "routes/api/vehicle-data.ts"),
    route("part-requests", "routes/api/part-requests.ts"),
    route("repair-requests", "routes/api/repair-requests.ts"),
    route("admin/dismantled-vehicles", "routes/api/admin/dismantled-vehicles.ts"),
    route("admin/dismantled-vehicles/:id", "routes/api/admin/dismantled-vehicle.ts"),
    route("admin/retail-vehicles", "routes/api/admin/retail-vehicles.ts"),
    route("admin/retail-vehicles/:id", "routes/api/admin/retail-vehicle.ts"),
    route("admin/part-requests", "routes/api/admin/part-requests.ts"),
    route("admin/part-requests/:id", "routes/api/admin/part-request.ts"),
    route("admin/repair-requests", "routes/api/admin/repair-requests.ts"),
    route("admin/repair-requests/:id", "routes/api/admin/repair-request.ts"),
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

/** A built site has no such address, nor anything that stands behind it. */
function onlyInDevelopment(...routes: RouteConfigEntry[]): RouteConfigEntry[] {
  return process.env.NODE_ENV === "development" ? routes : [];
}
