import path from "node:path";
import type { Browser, BrowserContext } from "playwright";
import type { Administrator } from "~/accounts/administrator.server";
import { makeBackup } from "~/backup/backup.server";
import { business } from "~/business/business.server";
import { createRecord } from "~/collections/records.server";
import { config } from "~/config.server";
import { transaction } from "~/db/connection.server";
import type { BuyersGuide } from "~/documents/buyers-guide";
import { saveBuyersGuide } from "~/documents/buyers-guide.server";
import { partPath } from "~/parts/part";
import { storeSealed } from "~/purchases/sealed-items.server";
import { setAppointment } from "~/requests/appointment.server";
import { addCustomerNote } from "~/requests/customer.server";
import { customerKey } from "~/requests/customer-link.server";
import { saveEstimate } from "~/requests/estimate.server";
import { PART_REQUESTS } from "~/requests/part-requests";
import { findRequestRow } from "~/requests/record.server";
import { REPAIR_REQUESTS } from "~/requests/repair-requests";
import { quotePart } from "~/requests/work.server";
import { takeAccountPayment } from "~/sales/account.server";
import { accountPaymentSchema } from "~/sales/account-schema";
import { completeSale } from "~/sales/complete.server";
import { saveDeal } from "~/sales/deal.server";
import { dealSchema, depositSchema } from "~/sales/deal-schema";
import { OLD_SALE_RECORDS } from "~/sales/old-sale.server";
import { storeSetting } from "~/settings/store.server";
import { donorPath, vehiclePath } from "~/vehicles/inventory";
import type { RetailVehicle } from "~/vehicles/retail-vehicles";
import { as, type By } from "./act";
import { type Visit, visit } from "./browser";
import { dismantledVehicle, purchase, retailVehicle, shelfPart } from "./builders";
import { checkedImport, startedImport, storedImport } from "./imports";
import {
  APPOINTMENT,
  carWithOffer,
  ESTIMATE,
  failedMail,
  minutesLater,
  newPartRequest,
  newVehicleInquiry,
  partRequest,
  repairRequest,
  vehicleInquiry,
} from "./requests";
import { completedSale, namedCustomer, saleDraft, saleOnAccount } from "./sales";
import type { Site } from "./site";
import { signedIn } from "./staff";
import { storedImages } from "./stored-images";

/** One of each kind of record, by its id. */
export interface Samples {
  forSale: string;
  sold: string;
  /** The addresses of their public pages. */
  pages: Record<"forSale" | "sold" | "dismantled" | "onShelf" | "soldPart", string>;
  deleted: string;
  dismantled: string;
  part: string;
  /** A part on the shelf, taken from the dismantled vehicle. */
  shelfPart: string;
  /** A repair request with an appointment and a sent estimate, and the key of its customer's link. */
  repair: string;
  repairKey: string;
  /** Who sent several part requests, one of those, and somebody else. */
  customer: string;
  /** A car that was bought. */
  purchase: string;
  /** The number of its seller's ID, which is kept encrypted. */
  sellerIdNumber: string;
  asked: string;
  otherCustomer: string;
  /** A completed sale of a part, and a draft that lacks a payment. */
  completedSale: string;
  draftSale: string;
  /** A customer who has paid some of what they owe, and that payment. */
  debtor: string;
  /** The deal of a car with a deposit, and one that is completed. */
  dealDraft: string;
  dealDone: string;
  accountPayment: string;
  /** The key of the customer's link to a part request. */
  customerKey: string;
  /** A car that was offered, with our offer, and the key of its customer's link. */
  offeredCar: string;
  offerKey: string;
  oldSale: string;
  inquiry: string;
  /** The confirmation of an inquiry, by its path. */
  inquirySent: string;
  /** A dismantled vehicle in the trash. */
  inTrash: string;
  /** Imports that wait for their columns, and to be confirmed, and that are stored. */
  matching: string;
  checked: string;
  stored: string;
  /** The name of a backup; of none on PostgreSQL, which has tools of its own. */
  backup: string;
}

/** A site with something in each of its lists. */
export async function storeSamples(site: Site): Promise<Samples> {
  const images = await storedImages(3);
  const { _id: deleted } = await retailVehicle();
  const { cookie } = await signedIn();
  await site.form(`/admin/retail-vehicles/${deleted}/delete`, {}, { cookie });
  const forSale = await retailVehicle({
    trim: "Limited",
    description: "One owner.\nNew tires.",
    features: ["Heated seats", "Tow hitch"],
    status: "pending",
    images,
  });
  await dismantledVehicle({ status: "Scrapped" });
  await failedMail();
  const quoted = await newPartRequest();
  const quote = { price: 89.5, warranty: "90 days", validUntil: undefined };
  await as({ username: "marta", now: minutesLater(1) }, () =>
    quotePart(quoted, quote, { expectedVersion: null }),
  );
  const link = customerKey({ prefix: "PR", id: quoted }, new Date());
  await addCustomerNote(link, "Left side, please.", { formKey: "sample", now: minutesLater(2) });
  await saveBuyersGuide(forSale._id, LIMITED_WARRANTY, { now: new Date(), version: undefined });
  const { _id: inTrash } = await dismantledVehicle();
  await site.form(`/admin/dismantled-vehicles/${inTrash}/delete`, {}, { cookie });
  const dismantled = await dismantledVehicle({ trim: "LX", notes: "Engine runs.", images });
  const onShelf = await shelfPart({
    ...{ donor: dismantled.stockNumber, damage: "2D1", fits: ["2009-2010 Acura TSX"], images },
    ...{ description: "Tested.", warranty: business.partWarranties[0] },
  });
  const sold = await retailVehicle({ status: "sold" });
  const soldPart = await shelfPart({ status: "Sold" });
  const [part, repair] = [await partRequest(), await estimatedRepair()];
  const cores = { what: "core", vin: "", description: "3 alternator cores", quantity: 3 } as const;
  const { _id: purchaseId } = await purchase(cores);
  return {
    customer: (await findRequestRow(PART_REQUESTS, part))?.customerId ?? "",
    asked: part,
    purchase: purchaseId,
    sellerIdNumber: await storeSealed("idNumber", Buffer.from("NY-998877"), { purchaseId, at: new Date() }),
    otherCustomer: (await findRequestRow(REPAIR_REQUESTS, repair))?.customerId ?? "",
    customerKey: link,
    pages: {
      forSale: vehiclePath(forSale),
      sold: vehiclePath(sold),
      dismantled: donorPath(dismantled),
      onShelf: partPath(onShelf),
      soldPart: partPath(soldPart),
    },
    ...(await storeSales(images)),
    deleted,
    inTrash,
    forSale: forSale._id,
    sold: sold._id,
    dismantled: dismantled._id,
    part,
    shelfPart: (await shelfPart({ donor: dismantled.stockNumber, price: 85, location: "A-3" }))._id,
    repair,
    repairKey: customerKey({ prefix: "RR", id: repair }, new Date()),
    ...(await storeOfferedCar()),
    inquiry: await vehicleInquiry(forSale),
    inquirySent: await inquirySent(forSale),
    ...(await storeImports(dismantled)),
    backup: await storeBackup(),
  };
}

async function storeSales(images: Awaited<ReturnType<typeof storedImages>>) {
  const by = { username: "marta", now: new Date() };
  const [sold, held] = [await shelfPart({ coreCharge: 20, images }), await shelfPart()];
  const completed = await completedSale(
    {
      customerName: "Ann Reyes",
      lines: [
        { kind: "part", part: sold._id },
        { kind: "core", part: sold._id },
        { kind: "discount", price: "10%" },
      ],
      payments: [{ method: "cash", amount: 200 }],
    },
    by,
  );
  const draft = await saleDraft({ lines: [{ kind: "part", part: held._id }] }, by);
  return {
    ...{ completedSale: completed._id, draftSale: draft._id },
    ...(await storeAccount(by)),
    ...{ dealDraft: await storeDeal(by), dealDone: await storeDeal(by, true) },
  };
}

async function storeDeal(by: By, isDone = false): Promise<string> {
  const vehicle = await retailVehicle();
  const given = dealSchema("2026-12-20").parse({
    ...{ vehicle: vehicle._id, customerName: "Ann Reyes", customerAddress: "1 Main St", price: 9_000 },
    ...{ condition: "used", odometer: 90_000, tradeAllowance: 500, tradeYear: 2005, tradeMake: "Honda" },
    fees: { title: { amount: 50 }, plates: {}, document: {} },
    payments: [{ method: "bank" }],
  });
  const deposit = depositSchema.parse({ depositAmount: 300, depositMethod: "cash" });
  const saved = await as(by, () => saveDeal(undefined, given, { deposit }));
  if (saved.outcome !== "saved") throw new Error(JSON.stringify(saved));
  if (isDone) await as(by, () => completeSale(saved.sale._id));
  return saved.sale._id;
}

async function storeAccount(by: By) {
  const debtor = await namedCustomer("Garage Ott", by);
  for (const price of [60, 40]) await saleOnAccount(debtor, price, by);
  const given = accountPaymentSchema("2026-12-20").parse({ amount: 70, method: "check", note: "1044" });
  const taken = await as(by, () => takeAccountPayment(debtor, given));
  if (taken.outcome !== "done") throw new Error(taken.outcome);
  return { debtor, accountPayment: taken.payment.id };
}

async function storedOldSale(): Promise<string> {
  const sold = { soldOn: "2025-03-05T00:00:00.000Z", part: "Alternator", price: 85, buyer: "Ann Lee" };
  const created = await as({ username: "marta", now: new Date() }, () =>
    createRecord(OLD_SALE_RECORDS, sold),
  );
  if (created.outcome !== "saved") throw new Error(`The old sale was not stored: ${created.outcome}`);
  return created.item._id;
}

async function storeOfferedCar() {
  const offeredCar = await carWithOffer();
  const key = customerKey({ prefix: "OC", id: offeredCar }, new Date());
  return { offeredCar, offerKey: key, oldSale: await storedOldSale() };
}

/** A repair request with an appointment and a sent estimate; its id. */
async function estimatedRepair(): Promise<string> {
  const repair = await repairRequest();
  const by = { username: "marta", now: minutesLater(3) };
  await as(by, () => setAppointment(repair, APPOINTMENT, { expectedVersion: null }));
  await as(by, () => saveEstimate(repair, ESTIMATE, { expectedVersion: null, isSent: true }));
  return repair;
}

async function inquirySent(vehicle: RetailVehicle): Promise<string> {
  const { _id: id } = await newVehicleInquiry(vehicle);
  return `${vehiclePath(vehicle)}?sent=${customerKey({ prefix: "VI", id }, new Date())}`;
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

/** A backup of all of it, in the folder that the settings name from now on. */
async function storeBackup(): Promise<string> {
  if (config.DATABASE_URL) return "none";
  const backups = { folder: `${config.DATA_DIR}-backups` };
  const at = new Date();
  await transaction(() => storeSetting("backups", { backups }, { version: 1, at, by: undefined }));
  return path.basename((await makeBackup()).path);
}

const LIMITED_WARRANTY: BuyersGuide = {
  warranty: "limited",
  laborPercent: 100,
  partsPercent: 50,
  systems: "Engine\nTransmission",
  duration: "60 days or 3,000 miles",
  systemsSpanish: "Motor\nTransmisión",
  durationSpanish: "60 días o 3,000 millas",
  manufacturerWarranty: true,
  manufacturerUsedWarranty: false,
  otherUsedWarranty: false,
  serviceContract: true,
};

type NamedPage = [name: string, path: (samples: Samples) => string];

/** Every page that anybody may come to, in each state that an address can show. */
export const PUBLIC_STATES: NamedPage[] = [
  ["home", () => "/"],
  ["about", () => "/about"],
  ["repair", () => "/repair"],
  ["parts", () => "/parts"],
  ["parts without a match", () => "/parts?q=nothinglikethis"],
  ["a dismantled vehicle", ({ pages }) => pages.dismantled],
  ["the search for parts", () => "/parts/find"],
  ["found parts", () => "/parts/find?q=alternator"],
  ["parts for a car", () => "/parts/find?q=accord&year=2012&make=Honda"],
  ["nothing found", () => "/parts/find?q=2014+fiesta+water+pump"],
  ["a part", ({ pages }) => pages.onShelf],
  ["a sold part", ({ pages }) => pages.soldPart],
  ["the wizard", () => "/partsrequest"],
  ["the wizard for a part", () => "/partsrequest?year=2012&make=Honda&model=Accord&entry=alternator"],
  ["a sent part request", ({ customerKey }) => `/partsrequest?sent=${customerKey}`],
  ["the wizard for one vehicle", ({ dismantled }) => `/partsrequest?vehicle=${dismantled}`],
  ["inventory", () => "/inventory"],
  ["inventory filtered", () => "/inventory?condition=good&priceTo=100000"],
  ["inventory without a match", () => "/inventory?q=nothinglikethis"],
  ["a vehicle", ({ pages }) => pages.forSale],
  ["a vehicle after an inquiry", ({ inquirySent }) => inquirySent],
  ["the parts of a model", () => "/parts/honda/accord"],
  ["the parts of a generation", () => "/parts/honda/accord/2008-2012"],
  ["a sold vehicle", ({ pages }) => pages.sold],
  ["a deleted vehicle", ({ deleted }) => `/inventory/${deleted}`],
  ["a malformed vehicle", () => "/inventory/short"],
  ["a customer's own request", ({ customerKey }) => `/your-request?key=${customerKey}`],
  ["a customer's estimate", ({ repairKey }) => `/your-request/estimate?key=${repairKey}`],
  ["a customer's own repair request", ({ repairKey }) => `/your-request?key=${repairKey}`],
  ["the question before withdrawing", ({ customerKey }) => `/your-request?key=${customerKey}&ask=withdraw`],
  ["a link that opens no request", () => "/your-request?key=x"],
  ["selling us a car", () => "/sell-your-car"],
  ["a car that was just offered", ({ offerKey }) => `/sell-your-car?sent=${offerKey}`],
  ["a customer's own offered car", ({ offerKey }) => `/your-request?key=${offerKey}`],
  ["our offer to a customer", ({ offerKey }) => `/your-request/offer?key=${offerKey}`],
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
  ["today", () => "/admin/today"],
  ["spam", () => "/admin/spam"],
  ["cars to tear down", () => "/admin/teardown"],
  ["dismantled vehicles, a row open", ({ dismantled }) => `/admin?open=${dismantled}`],
  ["dismantled vehicles without a match", () => "/admin?q=nothinglikethis"],
  ["retail vehicles, a row open", ({ forSale }) => `/admin/retail-vehicles?open=${forSale}`],
  ["parts requests, a row open", ({ part }) => `/admin/parts-requests?open=${part}`],
  ["repair requests, a row open", ({ repair }) => `/admin/repair-requests?open=${repair}`],
  ["vehicle inquiries, a row open", ({ inquiry }) => `/admin/vehicle-inquiries?open=${inquiry}`],
  ["a parts request's page", ({ part }) => `/admin/parts-requests/${part}`],
  ["a repair request's page", ({ repair }) => `/admin/repair-requests/${repair}`],
  ["a repair's appointment", ({ repair }) => `/admin/repair-requests/${repair}/appointment`],
  ["a repair's estimate to write", ({ repair }) => `/admin/repair-requests/${repair}/estimate`],
  ["a repair's estimate on paper", ({ repair }) => `/admin/repair-requests/${repair}/estimates/1`],
  ["a week of appointments", () => `/admin/appointments?week=${APPOINTMENT.day}`],
  ["a message to a customer", ({ part }) => `/admin/parts-requests/${part}/answer`],
  ["a vehicle inquiry's page", ({ inquiry }) => `/admin/vehicle-inquiries/${inquiry}`],
  ["cars offered, a row open", ({ offeredCar }) => `/admin/offered-cars?open=${offeredCar}`],
  ["an offered car's page", ({ offeredCar }) => `/admin/offered-cars/${offeredCar}`],
  ["an offer to make", ({ offeredCar }) => `/admin/offered-cars/${offeredCar}/offer`],
  ["buying an offered car", ({ offeredCar }) => `/admin/purchases/new?request=${offeredCar}`],
  ["old sales, a row open", ({ oldSale }) => `/admin/old-sales?open=${oldSale}`],
  ["an old sale's form", ({ oldSale }) => `/admin/old-sales/${oldSale}/edit`],
  ["the reports", () => "/admin/reports"],
  ["a report with a chart", () => "/admin/reports/shelf"],
  ["a day to close", () => "/admin/reports/day-close"],
  ["sales, a row open", ({ completedSale }) => `/admin/sales?open=${completedSale}`],
  ["a completed sale's page", ({ completedSale }) => `/admin/sales/${completedSale}`],
  ["a new sale", ({ shelfPart }) => `/admin/sales/new?part=${shelfPart}`],
  ["a draft that can't be completed yet", ({ draftSale }) => `/admin/sales/${draftSale}/edit?check=1`],
  ["a draft with parts to add", ({ draftSale }) => `/admin/sales/${draftSale}/edit?find=accord`],
  ["the deal of a car that is begun", ({ forSale }) => `/admin/sales/deal?vehicle=${forSale}`],
  ["the deal of a car", ({ dealDraft }) => `/admin/sales/${dealDraft}/deal`],
  ["a deposit", ({ dealDraft }) => `/admin/sales/${dealDraft}/deposit`],
  ["a completed deal", ({ dealDone }) => `/admin/sales/${dealDone}/deal`],
  ["a car's bill of sale", ({ dealDone }) => `/admin/sales/${dealDone}/bill-of-sale`],
  ["what is owed on account", () => "/admin/sales/owed"],
  ["a customer's account", ({ debtor }) => `/admin/sales/owed/${debtor}`],
  ["a payment on account", ({ accountPayment }) => `/admin/account-payments/${accountPayment}`],
  [
    "payments on account, a row open",
    ({ accountPayment }) => `/admin/account-payments?open=${accountPayment}`,
  ],
  ["credit notes", () => "/admin/credit-notes"],
  ["buying a car", () => "/admin/purchases/new"],
  ["buying cores", () => "/admin/purchases/new?what=core"],
  ["cars bought", () => "/admin/purchases"],
  ["a purchase", ({ purchase }) => `/admin/purchases/${purchase}`],
  ["a bill of sale", ({ purchase }) => `/admin/purchases/${purchase}/bill-of-sale`],
  ["a seller's ID, closed", ({ purchase }) => `/admin/purchases/${purchase}/seller-id`],
  [
    "removing a seller's ID",
    ({ purchase, sellerIdNumber }) => `/admin/purchases/${purchase}/seller-id/${sellerIdNumber}/delete`,
  ],
  ["adding a seller's ID", ({ purchase }) => `/admin/purchases/${purchase}/photos`],
  ["the book", () => "/admin/book"],
  ["customers, a row open", ({ customer }) => `/admin/customers?open=${customer}`],
  ["a customer's page", ({ customer }) => `/admin/customers/${customer}`],
  ["a customer's form", ({ customer }) => `/admin/customers/${customer}/edit`],
  ["customers to merge", ({ customer }) => `/admin/customers/${customer}/merge?q=stan`],
  [
    "two customers as one",
    ({ customer, otherCustomer }) => `/admin/customers/${customer}/merge?with=${otherCustomer}`,
  ],
  [
    "the question before a request is split off",
    ({ customer, asked }) => `/admin/customers/${customer}/split?kind=PR&request=${asked}`,
  ],
  ["a customer's data", ({ customer }) => `/admin/customers/${customer}/data`],
  ["earlier requests", () => "/admin/customers/matching"],
  ["how fits have done", () => "/admin/fitments/grades"],
  ["a new dismantled vehicle", () => "/admin/dismantled-vehicles/new"],
  ["a dismantled vehicle's form", ({ dismantled }) => `/admin/dismantled-vehicles/${dismantled}/edit`],
  ["parts to stock", ({ dismantled }) => `/admin/dismantled-vehicles/${dismantled}/teardown`],
  ["parts on the shelf, a row open", ({ shelfPart }) => `/admin/parts?open=${shelfPart}`],
  ["parts on the shelf, filtered", () => "/admin/parts?category=electrical-exterior&missing=picture"],
  ["a part's page", ({ shelfPart }) => `/admin/parts/${shelfPart}`],
  ["a part's form", ({ shelfPart }) => `/admin/parts/${shelfPart}/edit`],
  ["labels of parts to print", ({ shelfPart }) => `/admin/labels/print?kind=part&id=${shelfPart}`],
  ["the question before prices change", () => "/admin/bulk/parts?percent=10&all=1"],
  ["a retail vehicle's form", ({ forSale }) => `/admin/retail-vehicles/${forSale}/edit`],
  ["the question before deleting", ({ forSale }) => `/admin/retail-vehicles/${forSale}/delete`],
  ["a Buyers Guide's form", ({ forSale }) => `/admin/retail-vehicles/${forSale}/buyers-guide`],
  ["the Buyers Guides to choose", () => "/admin/retail-vehicles/buyers-guides?status="],
  [
    "Buyers Guides to print",
    ({ forSale, sold }) =>
      `/admin/retail-vehicles/buyers-guides/print?id=${forSale}&id=${sold}&language=both`,
  ],
  ["the labels to choose", () => "/admin/labels?kind=dismantled"],
  ["labels to print", ({ dismantled }) => `/admin/labels/print?id=${dismantled}&size=avery-5163`],
  ["the NMVTIS report", () => "/admin/nmvtis?month=2026-03"],
  ["the parts for eBay", () => "/admin/parts/ebay"],
  ["the import", () => "/admin/import"],
  ["an import's columns", ({ matching }) => `/admin/import/${matching}`],
  ["an import's check", ({ checked }) => `/admin/import/${checked}`],
  ["an import's report", ({ stored }) => `/admin/import/${stored}`],
  ["the question before deleting several", () => "/admin/bulk/retail-vehicles?all=1"],
  ["the account", () => "/admin/account"],
  ["the second factor of an account", () => "/admin/account/second-factor"],
  ["this machine", () => "/admin/machine"],
  ["updates", () => "/admin/updates"],
  ["the settings of the look", () => "/admin/settings/look"],
  ["the settings of hours", () => "/admin/settings/hours"],
  ["the settings", () => "/admin/settings"],
  ["the settings of the business", () => "/admin/settings/business"],
  ["the settings of the team", () => "/admin/settings/team"],
  ["the settings of feeds", () => "/admin/settings/feeds"],
  ["the settings of email", () => "/admin/settings/mail"],
  ["backups", () => "/admin/backups"],
  ["the question before a restore", ({ backup }) => `/admin/backups/${backup}`],
  ["the question before a backup is deleted", ({ backup }) => `/admin/backups/${backup}/delete`],
  ["the question before a download of a backup", ({ backup }) => `/admin/backups/${backup}/download`],
  ["people", () => "/admin/people"],
  ["the roles", () => "/admin/people/roles"],
  ["the tokens", () => "/admin/people/tokens"],
  ["mail", () => "/admin/mail"],
  ["a test of mail", () => "/admin/mail/test"],
  ["arrival alerts", () => "/admin/alerts"],
  ["feeds", () => "/admin/feeds"],
  ["search results", () => "/admin/search?q=accord"],
  ["a search without results", () => "/admin/search?q=nothinglikethis"],
  ["the history", () => "/admin/history"],
  ["the history without a match", () => "/admin/history?kind=account&from=2099-01-01"],
  ["the trash", () => "/admin/trash"],
  [
    "the question before removing for good",
    ({ inTrash }) => `/admin/trash/remove?kind=dismantledVehicle&id=${inTrash}`,
  ],
  ["the question before emptying the trash", () => "/admin/trash/remove?until=2099-01-01T00:00:00.000Z"],
  ["not found", () => "/admin/nowhere"],
];

/** Somebody of the staff, in a browser of their own. */
export async function visitAsStaff(
  browser: Browser,
  site: Site,
  options?: Parameters<typeof visit>[1],
): Promise<Visit> {
  const visitor = await visit(browser, options);
  await signInAs(visitor.context, site);
  return visitor;
}

/** Signs a browser in, with a new session. */
export async function signInAs(context: BrowserContext, site: Site, account?: Administrator): Promise<void> {
  const { cookie } = await signedIn(account);
  await context.addCookies(
    cookie.split("; ").map((pair) => {
      const [name = "", ...value] = pair.split("=");
      return { name, value: value.join("="), url: site.url };
    }),
  );
}
