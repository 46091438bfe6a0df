import { createHash } from "node:crypto";
import { issueToken } from "~/accounts/access-token.server";
import { vehiclePath } from "~/vehicles/inventory";
import { dismantledVehicle, retailVehicle } from "./builders";
import type { RawAnswer } from "./built-routes";
import type { Site } from "./site";
import { administrator, signedIn } from "./staff";

/** Breaks out of an attribute, a text, a title, a script and a template, and would run there. */
export const SCRIPT = `"'></script></title><img src=x onerror=alert(1)>{{1}}\u2028`;
/** For a field that takes few letters. */
const SHORT = '"><img src=x onerror=alert(2)>';
/** What of it stands in a page only where it got out of its place. */
export const LOOSE = /<img src=x|<\/script><\/title><img|<\/title><img/;
/** What of it stands in a page where it is inert: as text, in an attribute, or in the page's own data. */
export const INERT = /&lt;img src=x onerror|\\u003cimg src=x onerror/i;

/** Ours without a look inside: a file of the build, or a block of data, which no browser runs. */
const OWN_SCRIPT = /^ (type="module" src="\/assets\/[\w.-]+\.js"|type="application\/ld\+json")$/;

/** True for a page with a script in it that is neither ours nor forbidden by the page's own content policy. */
export function hasForeignScript({ body, headers }: Pick<RawAnswer, "body" | "headers">): boolean {
  const policy = String(headers["content-security-policy"]);
  const scripts = [...body.matchAll(/<script\b([^>]*)>(.*?)<\/script>/gs)];
  const foreign = scripts.filter(
    ([, attributes = "", code = ""]) =>
      !OWN_SCRIPT.test(attributes) &&
      !policy.includes(`'sha256-${createHash("sha256").update(code).digest("base64")}'`),
  );
  return foreign.length > 0 || /\snonce=|\son\w+="/.test(body);
}

export interface Planted {
  retail: string;
  /** The address of its page. */
  page: string;
  dismantled: string;
  partRequest: string;
  repairRequest: string;
  inquiry: string;
  cookie: string;
  bearer: string;
}

/** A script in every text that a visitor, an integrator or staff can leave behind. */
export async function plantScripts(site: Site): Promise<Planted> {
  const account = await administrator(SCRIPT);
  const { cookie, session } = await signedIn(account);
  const bearer = `Bearer ${await issueToken(session, new Date())}`;
  const vehicle = {
    make: SCRIPT,
    model: SCRIPT,
    trim: SCRIPT,
    exteriorColor: SCRIPT,
    interiorColor: SCRIPT,
    engineType: SCRIPT,
    notes: SCRIPT,
  };
  const retail = await retailVehicle({
    ...vehicle,
    stockNumber: SHORT,
    features: [SCRIPT],
    description: SCRIPT,
  });
  const dismantled = await dismantledVehicle({ ...vehicle, stockNumber: "</script><img src=x onerror=a()>" });
  const customer = { name: SCRIPT, phone: "5555550101", email: "a'{{1}}'@example.com" };
  const send = async (method: string, path: string, body: unknown) => {
    const answer = await site.fetch(`/api${path}`, {
      method,
      headers: { "Content-Type": "application/json", Authorization: bearer },
      body: JSON.stringify(body),
    });
    const stored = (await answer.json()) as { _id?: string };
    if (!stored._id) throw new Error(`${path} was not stored: ${JSON.stringify(stored)}`);
    return stored._id;
  };
  const partRequest = await send("POST", "/part-requests", {
    vin: "1HGCM82633A004352",
    vehicleInfo: { year: SCRIPT, make: SCRIPT, model: SCRIPT, trim: SCRIPT, engineSize: SCRIPT },
    partDetails: { system: "Exterior", component: SCRIPT, otherComponent: SCRIPT, additionalInfo: SCRIPT },
    customerInfo: customer,
  });
  const address = { street: SCRIPT, city: SCRIPT, state: SCRIPT, zipCode: "<img src=x>" };
  const repairRequest = await send("POST", "/repair-requests", {
    contactMethod: "phone",
    customerInfo: { ...customer, address },
    vehicleInfo: {
      year: SHORT,
      make: SCRIPT,
      model: SCRIPT,
      trim: SCRIPT,
      mileage: SHORT,
      engineSize: SCRIPT,
    },
    serviceInfo: { serviceType: SCRIPT, otherServiceType: SCRIPT, message: SCRIPT, description: SCRIPT },
  });
  const inquiry = await send("POST", "/vehicle-inquiries", {
    vehicleId: retail._id,
    customerInfo: customer,
    inquiry: { about: "question", message: SCRIPT },
  });
  const notes = [{ author: SCRIPT, content: SCRIPT }];
  await send("PUT", `/admin/part-requests/${partRequest}`, { notes });
  await send("PUT", `/admin/repair-requests/${repairRequest}`, { notes });
  await send("PUT", `/admin/vehicle-inquiries/${inquiry}`, { notes });
  return {
    retail: retail._id,
    page: vehiclePath(retail),
    dismantled: dismantled._id,
    partRequest,
    repairRequest,
    inquiry,
    cookie,
    bearer,
  };
}

/** Every page that shows some of it, rows opened; true for those of staff. */
export function pagesOf(planted: Planted): [address: string, staff: boolean][] {
  const asked = encodeURIComponent(SCRIPT);
  const { retail, page, dismantled, partRequest, repairRequest, inquiry } = planted;
  return [
    ["/inventory", false],
    [`/inventory?q=img&make=${asked}`, false],
    [page, false],
    ["/parts", false],
    [`/parts?q=${asked}`, false],
    [`${page}?sent=${inquiry}`, false],
    [`/contact?vehicle=${retail}&about=inquiry`, false],
    [`/partsrequest?vehicle=${dismantled}`, false],
    ["/admin", true],
    [`/admin?open=${dismantled}`, true],
    [`/admin?q=${asked}`, true],
    ["/admin/retail-vehicles", true],
    [`/admin/retail-vehicles?open=${retail}`, true],
    [`/admin/parts-requests?open=${partRequest}`, true],
    [`/admin/repair-requests?open=${repairRequest}`, true],
    [`/admin/parts-requests/${partRequest}`, true],
    [`/admin/repair-requests/${repairRequest}`, true],
    [`/admin/vehicle-inquiries?open=${inquiry}`, true],
    [`/admin/vehicle-inquiries/${inquiry}`, true],
    [`/admin/retail-vehicles/${retail}/edit`, true],
    [`/admin/retail-vehicles/${retail}/delete`, true],
    [`/admin/dismantled-vehicles/${dismantled}/edit`, true],
    [`/admin/dismantled-vehicles/${dismantled}/delete`, true],
  ];
}
