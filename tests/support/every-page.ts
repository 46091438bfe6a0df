import type { Browser } from "playwright";
import { type Visit, visit } from "./browser";
import { dismantledVehicle, retailVehicle } from "./builders";
import { checkedImport, startedImport, storedImport } from "./imports";
import { failedMail, partRequest, repairRequest } from "./requests";
import type { Site } from "./site";
import { signedIn } from "./staff";

/** One of each kind of record, by its id. */
export interface Samples {
  forSale: string;
  sold: string;
  deleted: string;
  dismantled: string;
  part: string;
  repair: string;
  /** Imports that wait for their columns, and to be confirmed, and that are stored. */
  matching: string;
  checked: string;
  stored: string;
}

/** A site with something in each of its lists. */
export async function storeSamples(site: Site): Promise<Samples> {
  const { _id: deleted } = await retailVehicle();
  const { cookie } = await signedIn();
  await site.form(`/admin/retail-vehicles/${deleted}/delete`, {}, { cookie });
  const forSale = await retailVehicle({
    trim: "Limited",
    description: "One owner.\nNew tires.",
    features: ["Heated seats", "Tow hitch"],
    status: "pending",
  });
  await dismantledVehicle({ status: "Scrapped" });
  await failedMail();
  const dismantled = await dismantledVehicle({ trim: "LX", notes: "Engine runs." });
  return {
    deleted,
    forSale: forSale._id,
    sold: (await retailVehicle({ status: "sold" }))._id,
    dismantled: dismantled._id,
    part: await partRequest(),
    repair: await repairRequest(),
    ...(await storeImports(dismantled)),
  };
}

/** Imports of this vehicle, so that no list has more in it. */
async function storeImports({
  stockNumber,
}: {
  stockNumber: string;
}): Promise<Pick<Samples, "matching" | "checked" | "stored">> {
  const kind = "dismantled";
  const file = `Stock,Interior Color,Photo\n${stockNumber},Tan,https://a.example/1.jpg\nX1,,\n`;
  return {
    matching: (await startedImport(file, kind)).id,
    stored: (await storedImport(file, { kind })).id,
    checked: (await checkedImport(file.replace("Tan", "Gray"), { kind })).id,
  };
}

type NamedPage = [name: string, path: (samples: Samples) => string];

/** Every page that anybody may come to, in each state that an address can show. */
export const PUBLIC_STATES: NamedPage[] = [
  ["home", () => "/"],
  ["about", () => "/about"],
  ["repair", () => "/repair"],
  ["parts", () => "/parts"],
  ["parts without a match", () => "/parts?q=nothinglikethis"],
  ["the wizard", () => "/partsrequest"],
  ["the wizard for one vehicle", ({ dismantled }) => `/partsrequest?vehicle=${dismantled}`],
  ["inventory", () => "/inventory"],
  ["inventory filtered", () => "/inventory?condition=good&priceTo=100000"],
  ["inventory without a match", () => "/inventory?q=nothinglikethis"],
  ["a vehicle", ({ forSale }) => `/inventory/${forSale}`],
  ["a sold vehicle", ({ sold }) => `/inventory/${sold}`],
  ["a deleted vehicle", ({ deleted }) => `/inventory/${deleted}`],
  ["a malformed vehicle", () => "/inventory/short"],
  ["contact", () => "/contact"],
  ["contact about a vehicle", ({ forSale }) => `/contact?vehicle=${forSale}&about=test-drive`],
  ["the privacy policy", () => "/privacy-policy"],
  ["the accessibility statement", () => "/accessibility"],
  ["the data request portal", () => "/partsmatrix"],
  ["not found", () => "/nowhere"],
  ["the sign-in page", () => "/login"],
];

/** Every page of staff, in each state that an address can show. */
export const STAFF_STATES: NamedPage[] = [
  ["dismantled vehicles, a row open", ({ dismantled }) => `/admin?open=${dismantled}`],
  ["dismantled vehicles without a match", () => "/admin?q=nothinglikethis"],
  ["retail vehicles, a row open", ({ forSale }) => `/admin/retail-vehicles?open=${forSale}`],
  ["parts requests, a row open", ({ part }) => `/admin/parts-requests?open=${part}`],
  ["repair requests, a row open", ({ repair }) => `/admin/repair-requests?open=${repair}`],
  ["a parts request's page", ({ part }) => `/admin/parts-requests/${part}`],
  ["a repair request's page", ({ repair }) => `/admin/repair-requests/${repair}`],
  ["a new dismantled vehicle", () => "/admin/dismantled-vehicles/new"],
  ["a dismantled vehicle's form", ({ dismantled }) => `/admin/dismantled-vehicles/${dismantled}/edit`],
  ["a retail vehicle's form", ({ forSale }) => `/admin/retail-vehicles/${forSale}/edit`],
  ["the question before deleting", ({ forSale }) => `/admin/retail-vehicles/${forSale}/delete`],
  ["the import", () => "/admin/import"],
  ["an import's columns", ({ matching }) => `/admin/import/${matching}`],
  ["an import's check", ({ checked }) => `/admin/import/${checked}`],
  ["an import's report", ({ stored }) => `/admin/import/${stored}`],
  ["the question before deleting several", () => "/admin/bulk/retail-vehicles?all=1"],
  ["the account", () => "/admin/account"],
  ["mail", () => "/admin/mail"],
  ["not found", () => "/admin/nowhere"],
];

/** Somebody of the staff, in a browser of their own. */
export async function visitAsStaff(
  browser: Browser,
  site: Site,
  options?: Parameters<typeof visit>[1],
): Promise<Visit> {
  const visitor = await visit(browser, options);
  const { cookie } = await signedIn();
  await visitor.context.addCookies(
    cookie.split("; ").map((pair) => {
      const [name = "", ...value] = pair.split("=");
      return { name, value: value.join("="), url: site.url };
    }),
  );
  return visitor;
}
