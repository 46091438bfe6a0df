import { index, layout, prefix, type RouteConfig, route } from "@remix-run/route-config";

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
    route("*", "routes/site/not-found.tsx"),
  ]),
  route("partsmatrix", "routes/site/data-request.tsx"),

  ...prefix("api", [
    route("dismantled-vehicles", "routes/api/dismantled-vehicles.ts"),
    route("dismantled-vehicles/:id", "routes/api/dismantled-vehicle.ts"),
    route("retail-vehicles", "routes/api/retail-vehicles.ts"),
    route("retail-vehicles/:id", "routes/api/retail-vehicle.ts"),
    route("vehicle-data/batched", "routes/api/vehicle-data.ts"),
    route("part-requests", "routes/api/part-requests.ts"),
    route("repair-requests", "routes/api/repair-requests.ts"),
    route("vin/direct-decode", "routes/api/vin-decode.ts"),
    route("*", "routes/api/not-found.ts"),
  ]),
] satisfies RouteConfig;
