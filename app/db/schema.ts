import type { Generated, Insertable, Selectable } from "kysely";

/*
 * The tables after all migrations. Dates and times are ISO strings, money
 * is whole cents, and lists are JSON.
 */

interface VehicleColumns {
  id: string;
  stockNumber: string;
  /** The stock number in lowercase, for the case-insensitive unique index. */
  stockNumberKey: string;
  trim: string | null;
  /** Empty for a vehicle that came without one. */
  vin: string;
  exteriorColor: string | null;
  interiorColor: string | null;
  transmission: string | null;
  engineType: string | null;
  driveType: string | null;
  status: string;
  /** The first of `images`, for lists and for programs that take one picture. */
  imageUrl: string | null;
  /** JSON array of {imageUrl, alt, caption?}, in order. */
  images: string;
  dateAcquired: string;
  notes: string | null;
  createdAt: string;
  updatedAt: string;
  /** The text that searches match, folded. */
  searchText: string;
  /** When it was put in the trash; it is removed permanently after 30 days. */
  deletedAt: string | null;
  /** The username of who did. */
  deletedBy: string | null;
}

interface DismantledVehicleTable extends VehicleColumns {
  year: number;
  make: string;
  model: string;
  /** Null where another program's file did not say. */
  mileage: number | null;
  /** What the NMVTIS report says; visible to staff only. */
  obtainedFrom: string | null;
  disposition: string | null;
  dispositionDate: string | null;
  disposedTo: string | null;
  /** 0 or 1; null if nobody has said. */
  intendedForExport: number | null;
  /** When it was first stored that the vehicle is scrapped or has left; means nothing for one that is here. */
  leftAt: string | null;
}

interface RetailVehicleTable extends VehicleColumns {
  year: number | null;
  make: string | null;
  model: string | null;
  mileage: number | null;
  priceCents: number | null;
  fuelType: string | null;
  condition: string | null;
  /** JSON array of strings. */
  features: string;
  description: string | null;
  /** The sale that has it: a draft holds it, a completed one has sold it. */
  saleId: string | null;
}

/** One part on the shelf. Year, make and model, and what is known of them, are the donor's where there is one. */
interface PartTable {
  id: string;
  stockNumber: string;
  /** The stock number in lowercase, for the case-insensitive unique index. */
  stockNumberKey: string;
  /** The id of its catalog entry (parts/catalog.ts). */
  entryId: string;
  /** The dismantled vehicle that it came from, and its stock number; the vehicle may have been deleted since. */
  donorId: string | null;
  donorStockNumber: string | null;
  year: number;
  make: string;
  model: string;
  /** Make and model for comparing: `f150`. */
  makeKey: string;
  modelKey: string;
  trim: string | null;
  vin: string | null;
  mileage: number | null;
  /** JSON array of `Fit`, and the keys that a search compares (parts/fits.ts). */
  fits: string;
  fitKeys: string;
  interchange: string | null;
  /** Staff's own grade, and the one by the rule. */
  gradeOverride: string | null;
  computedGrade: string | null;
  /** Damage codes: `2D1,5S1`, or `000`. */
  damage: string | null;
  damageNotes: string | null;
  priceCents: number | null;
  coreChargeCents: number | null;
  /** The warranty as `business.json` words it when it was chosen. */
  warranty: string | null;
  location: string | null;
  status: string;
  /** When a hold expires; null for one that doesn't. */
  heldUntil: string | null;
  heldFor: string | null;
  /** The part request that it is held for; `heldFor` is then its reference. */
  heldRequestId: string | null;
  soldAt: string | null;
  soldTo: string | null;
  soldPriceCents: number | null;
  /** The sale that has it: a draft holds it, a completed one has sold it. */
  saleId: string | null;
  imageUrl: string | null;
  images: string;
  description: string | null;
  notes: string | null;
  weightPounds: number | null;
  isShippable: number | null;
  /** The day on which it was taken in. */
  dateAcquired: string;
  createdAt: string;
  updatedAt: string;
  searchText: string;
  deletedAt: string | null;
  deletedBy: string | null;
}

interface RequestColumns {
  id: string;
  createdAt: string;
  updatedAt: string;
  status: string;
  /** JSON array of `RequestNote`. Those of staff are visible to staff only. */
  notes: string;
  /** What a search looks in, folded; empty until the next start for requests of an older version. */
  searchText: string;
  customerName: string;
  customerPhone: string | null;
  customerEmail: string | null;
  vin: string | null;
  vehicleYear: string | null;
  vehicleMake: string | null;
  vehicleModel: string | null;
  vehicleTrim: string | null;
  /** The account that takes care of it; null for nobody, or if that account was removed. */
  assigneeId: string | null;
  /** Received plus the promised business hours, as they were when it was received. */
  answerDueAt: string | null;
  /** When its status first left pending or its first note was added; null until then. */
  firstAnsweredAt: string | null;
  /** When it was marked as spam; null if it is not. */
  spamAt: string | null;
  /** When it was deleted; it is removed permanently after 30 days. */
  deletedAt: string | null;
  /** The username of who changed it last. */
  updatedBy: string | null;
  /** Who asked; null where neither a phone number nor an email address is known, for spam, and once the customer is removed. */
  customerId: string | null;
  /** The day on which staff want to get back to the customer: `2026-12-05`. */
  followUpOn: string | null;
  /** Why it was closed without a sale; null unless staff said so. */
  lostReason: string | null;
  /** The earlier request of the same person for the same thing, when this one came in. */
  duplicateOf: string | null;
  /** The request that this one was folded into, which deleted it. */
  foldedInto: string | null;
}

/** Of a vehicle that the customer describes. */
interface DescribedVehicleColumns {
  vehicleEngineSize: string | null;
  /** JSON array of the fields of `vehicleInfo` that were sent as numbers; null for none. */
  vehicleNumbers: string | null;
}

interface PartRequestTable extends RequestColumns, DescribedVehicleColumns {
  /** The part on the shelf that it asks for; it may be sold or gone since. */
  partId: string | null;
  /** That part as it was offered: `2010 Honda Accord Alternator, $85, stock # D-77-1`. */
  askedPart: string | null;
  partSystem: string;
  partComponent: string;
  partOtherComponent: string | null;
  partAdditionalInfo: string | null;
  quoteCents: number | null;
  quoteWarranty: string | null;
  /** The last day of the quote: `2026-12-05`. */
  quoteValidUntil: string | null;
  quotedAt: string | null;
}

interface RepairRequestTable extends RequestColumns, DescribedVehicleColumns {
  addressStreet: string | null;
  addressCity: string | null;
  addressState: string | null;
  addressZipCode: string | null;
  vehicleMileage: string | null;
  serviceType: string | null;
  otherServiceType: string | null;
  message: string | null;
  description: string | null;
  urgency: string | null;
  contactMethod: string;
  isSimplifiedRequest: number;
  /** When the car is expected, for how many minutes, and when that was last set; null without an appointment. */
  appointmentAt: string | null;
  appointmentMinutes: number | null;
  appointmentSetAt: string | null;
  /** Until when the law requires keeping it: two years after its estimate was approved; null without one. */
  keptUntil: string | null;
}

/** A version of a repair request's estimate (requests/estimate.server.ts). */
interface EstimateTable {
  id: string;
  requestId: string;
  /** 1 for the first of the request. */
  number: number;
  /** JSON of `EstimateContent`; a trigger rejects changes once it was sent. */
  content: string;
  createdAt: string;
  updatedAt: string;
  updatedBy: string;
  /** When staff sent it, and who; null for a draft. */
  sentAt: string | null;
  sentBy: string | null;
  /** When its customer approved it, and the name that they typed. */
  approvedAt: string | null;
  approvedBy: string | null;
  /** `by phone at (555) 555-0101, recorded by marta`; null for one that the customer has typed. */
  approvedHow: string | null;
  /** 1 if the customer wants the replaced parts back. */
  wantsOldParts: Generated<number>;
}

/** `vin` and the vehicle's other columns are those of a retail vehicle when it was asked about. */
interface OfferedCarTable extends RequestColumns {
  vehicleMileage: string | null;
  vehicleNumbers: string | null;
  location: string | null;
  /** A key of `RUNS`, and of `HAS_TITLE`. */
  runs: string | null;
  title: string | null;
  message: string | null;
  /** How many photos came with it; null for none. */
  photoCount: number | null;
  /** What was bought from it. */
  purchaseId: string | null;
}

/** A photo that a visitor sent, as base64 of a WebP. */
interface RequestPhotoTable {
  id: string;
  /** Null until the form that it came with is stored. */
  requestId: string | null;
  webp: string;
  /** Its address among the site's pictures, once the car is bought. */
  imageUrl: string | null;
  createdAt: string;
}

/** What we offered for a car; a trigger rejects changes. */
interface CarOfferTable {
  id: string;
  requestId: string;
  /** 1 for the first of the request. */
  number: number;
  amountCents: number;
  /** The last day on which it can be accepted: `2026-12-05`. */
  goodUntil: string;
  madeAt: string;
  madeBy: string;
  answer: "accepted" | "declined" | null;
  answeredAt: string | null;
  /** The name that the customer typed. */
  answeredBy: string | null;
}

interface VehicleInquiryTable extends RequestColumns {
  /** `question` or `test-drive` */
  about: string;
  message: string | null;
  /** The retail vehicle; null once it is deleted. */
  vehicleId: string | null;
  stockNumber: string;
  priceCents: number | null;
}

interface PartRequestDraftTable {
  id: string;
  /** JSON of `WizardAnswers`; the row is deleted when the request is sent. */
  answers: string;
  createdAt: string;
  updatedAt: string;
}

interface VinDecodeTable {
  vin: string;
  /** JSON of a `VinCacheEntry`. */
  entry: string;
  decodedAt: string;
}

interface AdministratorTable {
  id: string;
  username: string;
  /** The username in lowercase, for the case-insensitive unique index. */
  usernameKey: string;
  passwordHash: string;
  /** Their email address for what is assigned to them; null for none. */
  email: string | null;
  /** A `Role`. */
  role: Generated<string>;
  /** Since when the account may not sign in; null for one that may. */
  turnedOffAt: string | null;
  /** The secret of the account's authenticator app, sealed; null without one. */
  totpSecret: Generated<string | null>;
  /** The last time step whose code was used: no code works twice. */
  totpUsedStep: Generated<number | null>;
  createdAt: string;
  updatedAt: string;
}

/** A code that works once, if the phone is lost. */
interface RecoveryCodeTable {
  /** A hash of it. */
  id: string;
  administratorId: string;
}

interface PasskeyTable {
  /** The credential's own id, base64url. */
  id: string;
  administratorId: string;
  name: string;
  /** COSE, base64url. */
  publicKey: string;
  counter: number;
  /** With commas between. */
  transports: string;
  createdAt: string;
  lastUsedAt: string | null;
}

/** A sign-in that waits for a code, or a passkey's challenge that waits for its answer. */
interface PendingSignInTable {
  /** A hash of the secret in the browser's cookie. */
  id: string;
  /** Null until it is known who signs in. */
  administratorId: string | null;
  /** The hash that the password was checked against; null where none was. */
  passwordHash: string | null;
  challenge: string | null;
  expiresAt: string;
}

/** The links to choose a password; deleted once used. */
interface PasswordLinkTable {
  /** A hash of the link's secret. */
  id: string;
  administratorId: string;
  /** The account that made it: the link ends with it. Null for the site's own. */
  makerId: string | null;
  expiresAt: string;
}

/** The long-lived tokens of programs of the staff. */
interface ApiTokenTable {
  id: string;
  /** Of the secret. */
  hash: string;
  name: string;
  /** A `Role`. */
  role: string;
  createdAt: string;
  /** The name of the account that made it. */
  createdBy: string | null;
  /** The account that made it: the token ends with it. */
  ownerId: string | null;
  lastUsedAt: string | null;
  /** Since when it no longer works. */
  revokedAt: string | null;
}

interface SessionTable {
  /** A hash of the cookie's secret, so reading the table does not reveal the cookie. */
  id: string;
  administratorId: string;
  createdAt: string;
  /** Extended by activity, up to `endsAt`. */
  expiresAt: string;
  /** When the session ends regardless of activity. */
  endsAt: string;
  /** When the hourly job found that it had timed out, which setting the clock back doesn't undo; null before. */
  overAt: string | null;
}

interface SavedSubmissionTable {
  id: string;
  administratorId: string;
  /** The path it was posted to. */
  path: string;
  /** JSON array of [name, value]. */
  fields: string;
  createdAt: string;
}

interface IdempotencyKeyTable {
  /** A hash of the client's key and the scope. */
  id: string;
  bodyHash: string;
  /** The JSON of the response. */
  response: string;
  createdAt: string;
}

interface InventoryVersionTable {
  inventory: Versioned;
  /** Incremented by triggers on every change to a vehicle or a part in this inventory, to a setting, or to what fits. */
  number: number;
}

/** The tables that cached pages are made of. */
export type Versioned = Inventory | "settings" | "fitments";

/** The tables of what is in stock: vehicles and parts. */
export type Inventory = "dismantledVehicles" | "retailVehicles" | "parts";

interface RemovedVehicleTable {
  /** The id of a deleted retail vehicle. */
  id: string;
}

interface BuyersGuideTable {
  vehicleId: string;
  /** JSON of the form's choices (documents/buyers-guide-schema.ts). */
  choices: string;
  updatedAt: string;
}

interface OutboxTable {
  /** Counts up, so the oldest mail has the lowest. */
  id: Generated<number>;
  /** The `Message-ID` header, the same in every attempt. */
  messageId: string;
  createdAt: string;
  to: string;
  replyTo: string | null;
  subject: string;
  text: string;
  /** Empty for a message of plain text. */
  html: string;
  /** The kind and id of the record that it is about. */
  causeKind: MailCauseKind;
  causeId: string;
  /** The account that it tells about requests, as long as that account may see them; null for mail to anyone else. */
  accountId: string | null;
  /** The list in Settings that has its address, as long as it does; null for mail to anyone else. */
  addressList: AddressList | null;
  status: Generated<MailStatus>;
  attempts: Generated<number>;
  nextAttemptAt: string;
  /** 1 if the last attempt didn't get as far as the message: no connection, or no login. */
  isUnreachable: Generated<number>;
  lastError: string | null;
  sentAt: string | null;
  /** The process that is sending it, and until when no other one may. */
  lockedBy: string | null;
  lockedUntil: string | null;
  /** Where a mail program's Unsubscribe button posts to (RFC 8058); null for mail without one. */
  unsubscribeUrl: string | null;
  /** 1 if it confirms something to an address that was only typed, not verified. */
  isConfirmation: Generated<number>;
}

/** Who is notified of new requests, and lead systems. */
export type AddressList = "notify" | "leads";
/** `dismissed`: staff dismissed a failed one. */
export type MailStatus = "waiting" | "sent" | "failed" | "dismissed";
export type MailCauseKind =
  | "partRequest"
  | "repairRequest"
  | "vehicleInquiry"
  | "offeredCar"
  | "dataRequest"
  | "arrivalAlert"
  | "sale"
  | "book"
  | "account";

/** What was deleted permanently at the person's own request. A restore doesn't bring it back. Nothing else about them is stored here. */
interface ErasureTable {
  recordKind: RecordKind | "arrivalAlert" | "sealedItem";
  recordId: string;
  /**
   * `part`: a customer who stays because of requests that must be kept. `none`: wasn't erased by then, since the site still had it before a
   * restore.
   */
  extent: "whole" | "part" | "none";
  erasedAt: string;
  /** 1 from a restore until the site has erased it again, at its next start. */
  isDue: number;
}

interface ArrivalAlertTable {
  id: string;
  /** In lowercase, so that one person's alerts are found however they write their address. */
  email: string;
  make: string;
  model: string;
  /** The first and the last model year, inclusive; null for no limit. */
  yearFrom: number | null;
  yearTo: number | null;
  /** The make as it is compared. */
  makeKey: string;
  /** The model as it is compared, by which the alerts for an arrival are found. */
  modelKey: string;
  /** The address and the vehicle, folded: the same wish is stored once. */
  wishKey: string;
  /** When the last mail with a link to confirm was queued. */
  askedAt: string;
  /** Null until the link in the mail was followed and confirmed. */
  confirmedAt: string | null;
  searchText: string;
}

interface NewArrivalTable {
  /** A dismantled vehicle that the alerts are yet to be compared with; triggers add it. */
  vehicleId: string;
}

interface ArrivalMatchTable {
  alertId: string;
  vehicleId: string;
  /** When the mail about it was queued; null until then. */
  mailedAt: string | null;
}

/** What was done to a record; rows are added and expire, and are never rewritten. */
interface ChangeTable {
  /** Counts up in the order in which changes were stored. */
  id: Generated<number>;
  at: string;
  recordKind: RecordKind;
  recordId: string;
  /** What staff called the record then: a vehicle and its stock number, a request's reference, a username. */
  recordName: string;
  action: ChangeAction;
  /** The account that made the change, and its name then; null for a customer, the command line or the site itself. */
  accountId: string | null;
  username: string | null;
  source: ChangeSource;
  /** JSON of the changed fields alone, by name; null for none. */
  before: string | null;
  after: string | null;
  searchText: string;
}

/** The key of a kind of record in the history: a collection's, a kind of request's, or `account`. */
export type RecordKind = string;
export type ChangeAction =
  | "created"
  | "changed"
  | "seen"
  | "password-changed"
  | "deleted"
  | "restored"
  | "removed";
export type ChangeSource = "page" | "api" | "import" | "command" | "job";

interface ImportTable {
  id: string;
  /** The key of a collection. */
  kind: string;
  /** The name that the file was uploaded with. */
  fileName: string;
  /** Where earlier versions kept the file; unused. */
  file: string | null;
  /** The rest is JSON or text of an `ImportFile` (app/import/file.server.ts). */
  encoding: string;
  delimiter: string;
  /** JSON array of strings. */
  headings: string;
  /** JSON: for each column, the first values that are not empty. */
  samples: string;
  /** The number of rows below the headings. */
  rows: number;
  /** JSON: the column of each field, from 0. */
  columns: string;
  /** JSON of `ImportChoices` (app/import/import.server.ts). */
  choices: Generated<string>;
  status: ImportStatus;
  /** Why it failed. */
  problem: string | null;
  createdAt: string;
  updatedAt: string;
  /** The username of who uploaded it. */
  createdBy: string;
  /** The account that confirmed it or undid it last, and its name then; null for the command line. */
  accountId: string | null;
  username: string | null;
  /** How often its step was started since it last got further. */
  attempts: Generated<number>;
  /** The step that it failed in, if that was no fault of the file. */
  failedStep: ImportStep | null;
}

/**
 * `columns`: waits for its columns to be matched. `values`: waits for someone to say what its words mean. `checking`, `importing` and
 * `undoing` are the job's; `checked` waits to be confirmed.
 */
export type ImportStatus =
  | "columns"
  | "values"
  | "checking"
  | "checked"
  | "importing"
  | "imported"
  | "undoing"
  | "undone"
  | "failed";

/** The statuses in which the job has something to do. */
export type ImportStep = Extract<ImportStatus, "checking" | "importing" | "undoing">;

/** What another program's word means in a field of choices, as chosen for an earlier file. */
interface ImportMeaningTable {
  /** The key of a collection. */
  kind: string;
  field: string;
  /** Folded. */
  word: string;
  /** One of the field's choices; empty for none. */
  meaning: string;
}

/** The file of an import, in parts, until the import is stored. */
interface ImportFileTable {
  importId: string;
  /** From 0. */
  part: number;
  /** Base64. */
  content: string;
}

interface ImportRowTable {
  importId: string;
  /** As a spreadsheet counts: the headings are in row 1. */
  row: number;
  stockNumber: string | null;
  /** JSON array of the row's cells as they are in the file. */
  cells: string;
  /** What the check expects, and then what the import did. */
  outcome: ImportOutcome;
  /** JSON array of `Fault`. */
  faults: string | null;
  /** JSON array of `Difference`. */
  changes: string | null;
  /** 1 once the import has stored it. */
  isStored: Generated<number>;
  vehicleId: string | null;
  /** JSON of the vehicle's row before; null for an added vehicle. */
  before: string | null;
  /** The vehicle's `updatedAt` after. */
  version: string | null;
  undo: "restored" | "left" | null;
}

/** A change of several records of a list at once; the job continues it after a restart. */
interface BulkChangeTable {
  id: string;
  /** The list's name: `retail-vehicles`. */
  list: string;
  action: BulkAction;
  /** The status, the location, the percentage, or the id of the change that is undone. */
  value: string | null;
  /** JSON array of the records' ids, in the order in which they are changed. */
  ids: string;
  total: number;
  /** How many of `ids` have had their turn. */
  done: Generated<number>;
  /** How many of them were not as wanted already. */
  changed: Generated<number>;
  /** JSON array of the names that an Undo left as they are. */
  skipped: Generated<string>;
  status: Generated<"running" | "done" | "failed">;
  /** How often it failed since it last got further. */
  attempts: Generated<number>;
  /** The id of the change that undoes it. */
  undoneBy: string | null;
  /** When it was asked for: the time of all its changes in the history. */
  at: string;
  accountId: string;
  username: string;
}

export type BulkAction = "status" | "location" | "price" | "delete" | "spam" | "assign" | "close" | "undo";

export type ImportOutcome = "added" | "changed" | "unchanged" | "refused";

/** The template of eBay's file exchange; at most one row. */
interface EbayTemplateTable {
  id: string;
  fileName: string;
  /** The file as it was uploaded. */
  content: string;
  uploadedAt: string;
  /** The username of who uploaded it. */
  uploadedBy: string;
}

/** What a search of everything finds one record by. */
interface SearchEntryTable {
  number: Generated<number>;
  kind: string;
  recordId: string;
  /** Its words with a blank between (collections/search-words.ts). */
  words: string;
}

/** A record that an account has opened; each has its last five. */
interface RecentRecordTable {
  accountId: string;
  kind: string;
  recordId: string;
  openedAt: string;
}

interface CustomerTable {
  id: string;
  name: string;
  /** The name for sorting: folded. */
  nameKey: string;
  business: string | null;
  /** JSON arrays of strings; the first is the one to call or write to. */
  phones: string;
  emails: string;
  street: string | null;
  city: string | null;
  state: string | null;
  zipCode: string | null;
  notes: string | null;
  wholesalePercent: number | null;
  taxExemptNumber: string | null;
  language: string | null;
  createdAt: string;
  updatedAt: string;
  searchText: string;
  deletedAt: string | null;
  deletedBy: string | null;
}

/** What was sold before this program (sales/old-sales.ts). */
interface OldSaleTable {
  id: string;
  soldOn: string;
  part: string;
  priceCents: number;
  buyer: string | null;
  number: string | null;
  stockNumber: string | null;
  year: number | null;
  make: string | null;
  model: string | null;
  notes: string | null;
  /** The entry of the catalog that its words name; null for none. */
  entryId: string | null;
  /** Make and model as they are compared. */
  makeKey: string;
  modelKey: string;
  createdAt: string;
  updatedAt: string;
  searchText: string;
  deletedAt: string | null;
  deletedBy: string | null;
}

/** What staff say fits and doesn't (interchange/fitments.ts). */
interface FitmentTable {
  id: string;
  verdict: string;
  entryId: string;
  /** The car that the part is from. */
  fromYear: number;
  fromMake: string;
  fromModel: string;
  /** The car that it was tried on. */
  year: number;
  make: string;
  model: string;
  stockNumber: string | null;
  request: string | null;
  saidBy: string | null;
  saidOn: string;
  notes: string | null;
  createdAt: string;
  updatedAt: string;
  searchText: string;
  deletedAt: string | null;
  deletedBy: string | null;
}

/** A part that was offered for a request, how sure it was that it fits, and whether it came back because it does not. */
interface FitOfferTable {
  id: string;
  requestId: string;
  partId: string;
  entryId: string;
  grade: string;
  fromYear: number;
  fromMake: string;
  fromModel: string;
  year: number;
  make: string;
  model: string;
  offeredAt: string;
  returnedAt: string | null;
}

/** Which customer, not in the trash, has a phone number or an email address. */
interface CustomerContactTable {
  kind: "phone" | "email";
  /** Ten digits, or the address in lowercase. */
  key: string;
  customerId: string;
}

/** A customer that is in the trash because it was merged into another. */
interface CustomerMergeTable {
  mergedId: string;
  keptId: string;
  mergedAt: string;
  /** The username of who did. */
  mergedBy: string | null;
  /** JSON of `MergeDetail` (customers/merge.server.ts). */
  detail: string;
}

/** How far the requests of a table that were stored before there were customers have been matched. */
interface EarlierRequestTable {
  requestTable: "partRequests" | "repairRequests" | "vehicleInquiries" | "offeredCars";
  /** The last one that was looked at. */
  lastId: Generated<string>;
  total: number;
  seen: Generated<number>;
  matched: Generated<number>;
  /** How many customers were made for them. */
  made: Generated<number>;
  /** When staff stopped it; null while it runs. */
  stoppedAt: string | null;
  finishedAt: string | null;
}

/** What is set in the browser; a section that nobody saved has no row. */
interface SettingTable {
  /** A section of `settings/sections.ts`. */
  section: string;
  /** JSON of the section's part of the business file. */
  value: string;
  /** Counts its saves, from 1. */
  version: number;
  updatedAt: string;
  /** The username of who saved it last; null for the command line. */
  updatedBy: string | null;
}

/** A sale (sales/sale.server.ts). A trigger rejects any change to a completed one, except voiding it. */
interface SaleTable {
  id: string;
  /** In an unbroken series; null until it is completed. */
  number: number | null;
  /** A `SaleStatus`. */
  status: string;
  customerId: string | null;
  /** The customer as they were: a name or none, and where they live on one line each. */
  customerName: string | null;
  /** Their name without case and accents. */
  customerSearchText: string;
  customerPhone: string | null;
  customerEmail: string | null;
  customerAddress: string | null;
  /** With a number, nothing on it is taxed. */
  taxExemptNumber: string | null;
  /** The account that sells, and its name then. */
  clerkId: string | null;
  clerk: string;
  /** The part request that it came from. */
  partRequestId: string | null;
  /** The repair request that it bills; once it is there, it stays. */
  repairRequestId: string | null;
  /** The credit note that it is in exchange for, and in words what came back on that. */
  creditNoteId: string | null;
  exchangeFor: string | null;
  /** `pickup` or `ship` */
  delivery: string;
  shipTo: string | null;
  carrier: string | null;
  tracking: string | null;
  weightPounds: number | null;
  lengthInches: number | null;
  widthInches: number | null;
  heightInches: number | null;
  /** In thousandths of a percent, and where it is the rate. */
  taxRate: number;
  taxPlace: string | null;
  notes: string | null;
  /** Of all lines but discounts, without tax. */
  goodsCents: number;
  /** Above 0. */
  discountCents: number;
  taxCents: number;
  /** Goods less discount, with tax. */
  totalCents: number;
  /** Everything that pays for it, what is put on account among it. */
  paidCents: number;
  /** What was put on account. */
  accountCents: number;
  /** What of a trade-in came off the price that is taxed. */
  untaxedCents: Generated<number>;
  completedAt: string | null;
  /** The day on which it was completed where the business is: `2026-12-20`. */
  soldOn: string | null;
  voidedAt: string | null;
  voidedBy: string | null;
  voidReason: string | null;
  /** JSON of a draft's form as it was typed, where it has faults. */
  typed: string | null;
  createdAt: string;
  /** Its place in the order of the list: when it was completed, and until then, when it was started. */
  listedAt: string;
  updatedAt: string;
  searchText: string;
  deletedAt: string | null;
  deletedBy: string | null;
}

/** A line of a sale, with what it sells as it was. */
interface SaleLineTable {
  id: string;
  saleId: string;
  /** From 0. */
  position: number;
  /** A `SaleLineKind`. */
  kind: string;
  /** The part that is sold, or whose core is charged. */
  partId: string | null;
  /** The retail vehicle. */
  vehicleId: string | null;
  description: string;
  stockNumber: string | null;
  /** Of the part's donor, or of the vehicle. */
  vin: string | null;
  entryId: string | null;
  donorId: string | null;
  year: number | null;
  make: string | null;
  model: string | null;
  /** In hundredths. */
  quantity: number;
  /** Of one; null in a draft whose price is not known, and for a discount in percent. */
  priceCents: number | null;
  /** Of a discount, in thousandths of a percent. */
  percent: number | null;
  isTaxed: number;
  /** The sale's, or 0 for a line that is not taxed. */
  taxRate: number;
  taxPlace: string | null;
  /** Quantity times price; below 0 for a discount. */
  amountCents: number;
  /** Its share of the discounts, above 0: it is taxed on the amount less this. */
  discountCents: number;
  taxCents: number;
  warranty: string | null;
  warrantyDays: number | null;
  /** The day of its sale as long as that is completed, so that reports read lines alone; null on a draft and on a voided sale. */
  soldOn: string | null;
  /** JSON of what the part or vehicle was before the draft held it. */
  heldBefore: string | null;
}

/** What pays for a sale. */
interface PaymentTable {
  id: string;
  saleId: string;
  position: number;
  /** A `PaymentMethod`. */
  method: string;
  amountCents: number;
  /** What was handed over in cash, and what was given back. */
  tenderedCents: number | null;
  changeCents: number;
  /** A check's number, a card's last four. */
  reference: string | null;
  /** 1 for money that came in later for what was put on account. */
  isForAccount: number;
  /** The payment on account that it is a share of. */
  accountPaymentId: Generated<string | null>;
  /** When it was taken; null in a draft, for what is only typed. */
  takenAt: string | null;
  /** The day of it where the business is. */
  takenOn: string | null;
  takenBy: string | null;
}

/** What a vehicle's deal has besides its sale. */
interface DealTable {
  saleId: string;
  /** The vehicle inquiry that it began with. */
  vehicleInquiryId: string | null;
  coBuyerName: string | null;
  coBuyerAddress: string | null;
  /** A `ConditionClass`. */
  condition: string | null;
  odometer: number | null;
  /** 1 for "true mileage unknown". */
  isMileageUnknown: number;
  tradeVin: string | null;
  tradeYear: number | null;
  tradeMake: string | null;
  tradeModel: string | null;
  tradeOdometer: number | null;
  /** What is allowed for the trade-in; 0 without one. */
  tradeCents: number;
  /** The day on which the buyer got the vehicle. */
  deliveredOn: string | null;
  /** When the deal fell through, and why. */
  endedAt: string | null;
  endedReason: string | null;
}

/** What a customer paid later of what was put on account, in cents; it never changes. */
interface AccountPaymentTable {
  id: string;
  /** In an unbroken series of its own. */
  number: number;
  customerId: string | null;
  customerName: string | null;
  /** A `LaterMethod`. */
  method: string;
  /** Below 0 for one that reverses another. */
  amountCents: number;
  /** What the customer still owed after it. */
  balanceCents: number;
  note: string | null;
  takenAt: string;
  /** The day it was paid where the business is. */
  takenOn: string;
  takenBy: string;
  /** The payment that it reverses. */
  takesBackId: string | null;
  createdAt: string;
  updatedAt: string;
  searchText: string;
  /** Always null: a payment is never deleted. */
  deletedAt: Generated<string | null>;
  deletedBy: Generated<string | null>;
}

/** What the yard owes its customers, and what they have used of it: above 0 and below. */
interface StoreCreditTable {
  id: string;
  customerId: string;
  amountCents: number;
  saleId: string | null;
  creditNoteId: string | null;
  at: string;
  by: string;
}

/** The next number of a series that has no gap. */
interface NumberSeriesTable {
  name: string;
  next: number;
}

/** What a customer brought back, in cents; it never changes. */
interface CreditNoteTable {
  id: string;
  /** In an unbroken series of its own. */
  number: number;
  saleId: string;
  saleNumber: number;
  customerId: string | null;
  customerName: string | null;
  /** A `RefundMethod`. */
  method: string;
  /** After discounts, without tax. */
  goodsCents: number;
  taxCents: number;
  /** Kept for restocking. */
  feeCents: number;
  /** What the customer gets: goods and tax less the fee. */
  totalCents: number;
  notes: string | null;
  createdAt: string;
  /** The day where the business is. */
  creditedOn: string;
  clerkId: string | null;
  clerk: string;
  updatedAt: string;
  searchText: string;
  /** Always null: a credit note is never deleted. */
  deletedAt: Generated<string | null>;
  deletedBy: Generated<string | null>;
}

/** A line of a sale that came back, or a part of it. */
interface CreditNoteLineTable {
  id: string;
  creditNoteId: string;
  position: number;
  saleLineId: string;
  kind: string;
  description: string;
  stockNumber: string | null;
  entryId: string | null;
  donorId: string | null;
  /** In hundredths. */
  quantity: number;
  /** After its share of the discount, without tax. */
  amountCents: number;
  taxCents: number;
  taxRate: number;
  taxPlace: string | null;
  /** A `ReturnReason`. */
  reason: string;
  /** A `GoesTo` of a part. */
  goesTo: string | null;
}

/** A paper that was printed (sales/print.server.ts), and when for the first time. */
interface PrintTable {
  paper: string;
  paperId: string;
  firstAt: string;
}

/** What was counted in the drawer at the end of a day, in cents. */
interface DayCloseTable {
  id: string;
  day: string;
  openingCents: number;
  expectedCents: number;
  countedCents: number;
  reason: string | null;
  closedAt: string;
  closedBy: string;
}

/** A line of the book; it is never changed or removed. */
interface BookLineTable {
  /** From 1, without a gap. */
  sequence: number;
  /** The hash of the line before; zeros before the first. */
  previousHash: string;
  /** SHA-256 of all the rest (book/chain.server.ts). */
  hash: string;
  at: string;
  /** The day at the yard. */
  day: string;
  direction: "in" | "out";
  /** The record that it is about. */
  subjectKind: RecordKind;
  subjectId: string;
  /** The line that this one corrects. */
  corrects: number | null;
  /** Who made it; null for the command line. */
  by: string | null;
  /** JSON of a `BookContent`, as it is hashed. */
  content: string;
  searchText: string;
}

/** A car or a core that was bought. What only an owner may see of the seller is in `sealedItems`. */
interface PurchaseTable {
  id: string;
  what: string;
  boughtOn: string;
  /** Empty for what has none. */
  vin: string;
  year: number | null;
  make: string | null;
  model: string | null;
  trim: string | null;
  odometer: number | null;
  description: string | null;
  quantity: number | null;
  stockNumber: string | null;
  becomes: string;
  sellerName: string;
  sellerPhone: string | null;
  sellerStreet: string | null;
  sellerCity: string | null;
  sellerState: string | null;
  sellerZip: string | null;
  sellerNumber: string | null;
  idKind: string | null;
  titleKind: string | null;
  titleState: string | null;
  titleNumber: string | null;
  formNumber: string | null;
  priceCents: number | null;
  paidBy: string | null;
  checkNumber: string | null;
  towedBy: string | null;
  towCents: number | null;
  boughtBy: string | null;
  catalyticConverters: string | null;
  airBags: string | null;
  notes: string | null;
  /** The car that it became. */
  vehicleKind: string | null;
  vehicleId: string | null;
  /** The customer's offer that it came from. */
  requestId: string | null;
  /** The sale of a vehicle that this one was traded in on. */
  tradeSaleId: Generated<string | null>;
  createdAt: string;
  updatedAt: string;
  searchText: string;
  deletedAt: string | null;
  deletedBy: string | null;
}

/** An ID's number, a photo or a signature of a purchase, encrypted (purchases/sealed-items.server.ts). */
interface SealedItemTable {
  id: string;
  /** Null until the form that it came with is stored. */
  purchaseId: string | null;
  kind: "idNumber" | "idPhoto" | "titlePhoto" | "signature";
  sealed: string;
  createdAt: string;
}

/** What a car cost or brought besides its purchase, its parts and its sale. */
interface CarCostTable {
  id: string;
  vehicleKind: "dismantled" | "retail";
  vehicleId: string;
  /** A key of `COST_KINDS` (costs/costs.ts). */
  kind: string;
  /** `2026-03-02` */
  onDay: string;
  cents: number;
  /** Who it was paid to, or who paid. */
  party: string | null;
  note: string | null;
  createdAt: string;
  createdBy: string | null;
  /** A key of `COST_PAID_BY` (costs/costs.ts); null where nobody said. */
  paidBy: string | null;
}

export interface Database {
  bookLines: BookLineTable;
  purchases: PurchaseTable;
  sealedItems: SealedItemTable;
  carCosts: CarCostTable;
  dismantledVehicles: DismantledVehicleTable;
  retailVehicles: RetailVehicleTable;
  parts: PartTable;
  partRequests: PartRequestTable;
  repairRequests: RepairRequestTable;
  vehicleInquiries: VehicleInquiryTable;
  offeredCars: OfferedCarTable;
  requestPhotos: RequestPhotoTable;
  carOffers: CarOfferTable;
  estimates: EstimateTable;
  partRequestDrafts: PartRequestDraftTable;
  vinDecodes: VinDecodeTable;
  searchEntries: SearchEntryTable;
  recentRecords: RecentRecordTable;
  administrators: AdministratorTable;
  passwordLinks: PasswordLinkTable;
  apiTokens: ApiTokenTable;
  recoveryCodes: RecoveryCodeTable;
  passkeys: PasskeyTable;
  pendingSignIns: PendingSignInTable;
  sessions: SessionTable;
  savedSubmissions: SavedSubmissionTable;
  idempotencyKeys: IdempotencyKeyTable;
  removedVehicles: RemovedVehicleTable;
  inventoryVersions: InventoryVersionTable;
  outbox: OutboxTable;
  arrivalAlerts: ArrivalAlertTable;
  newArrivals: NewArrivalTable;
  arrivalMatches: ArrivalMatchTable;
  buyersGuides: BuyersGuideTable;
  changes: ChangeTable;
  erasures: ErasureTable;
  imports: ImportTable;
  importFiles: ImportFileTable;
  importMeanings: ImportMeaningTable;
  importRows: ImportRowTable;
  bulkChanges: BulkChangeTable;
  ebayTemplates: EbayTemplateTable;
  customers: CustomerTable;
  customerContacts: CustomerContactTable;
  customerMerges: CustomerMergeTable;
  earlierRequests: EarlierRequestTable;
  fitments: FitmentTable;
  oldSales: OldSaleTable;
  fitOffers: FitOfferTable;
  settings: SettingTable;
  sales: SaleTable;
  saleLines: SaleLineTable;
  payments: PaymentTable;
  accountPayments: AccountPaymentTable;
  deals: DealTable;
  storeCredits: StoreCreditTable;
  numberSeries: NumberSeriesTable;
  dayCloses: DayCloseTable;
  creditNotes: CreditNoteTable;
  creditNoteLines: CreditNoteLineTable;
  prints: PrintTable;
}

export type Row<Table extends keyof Database> = Selectable<Database[Table]>;
export type NewRow<Table extends keyof Database> = Insertable<Database[Table]>;
