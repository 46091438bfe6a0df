/*
 * Who may do what: one table by subject and action, and the addresses that belong to each subject. An address that isn't listed is for
 * owners only, so that a new page stays closed until it says who it's for.
 */

export const ROLES = ["owner", "counter", "yard", "bookkeeper"] as const;

/** What an account is for. */
export type Role = (typeof ROLES)[number];

/** A stored role; an unknown one may do the least. */
export function toRole(stored: string): Role {
  return ROLES.find((role) => role === stored) ?? "yard";
}

export const ROLE_LABELS: Record<Role, string> = {
  owner: "Owner",
  counter: "Counter",
  yard: "Yard",
  bookkeeper: "Bookkeeper",
};

/** What each role is for, as the page about people says it. */
export const ROLE_NOTES: Record<Role, string> = {
  owner: "Everything, with settings, people, imports, exports and backups.",
  counter: "Sales, requests, customers, cars and parts, with their prices. No settings, people or exports.",
  yard: "Dismantled vehicles, teardown, parts and labels. No customers, no sales, and no prices to change.",
  bookkeeper: "Reads and exports sales, cars and parts with their prices. Changes nothing.",
};

export const ACTIONS = { see: "See", change: "Change", price: "Set prices", delete: "Delete" } as const;

/** What is done with records of a subject. */
export type Action = keyof typeof ACTIONS;

interface Subject {
  label: string;
  /** Who may do it; nobody may do an action that isn't named. */
  may: Partial<Record<Action, readonly Role[]>>;
}

const EVERYONE = ROLES;
const OWNER: readonly Role[] = ["owner"];
const COUNTER: readonly Role[] = ["owner", "counter"];
const YARD: readonly Role[] = ["owner", "counter", "yard"];

/** The table of roles. */
export const SUBJECTS = {
  own: { label: "Today, search, your own account", may: { see: EVERYONE, change: EVERYONE } },
  dismantled: { label: "Dismantled vehicles", may: { see: EVERYONE, change: YARD, delete: COUNTER } },
  parts: { label: "Parts", may: { see: EVERYONE, change: YARD, price: COUNTER, delete: COUNTER } },
  holds: { label: "Who a part is on hold for", may: { see: COUNTER } },
  buyers: {
    label: "Who bought a part, and for how much",
    may: { see: ["owner", "counter", "bookkeeper"] },
  },
  fitments: { label: "What fits", may: { see: EVERYONE, change: YARD, delete: COUNTER } },
  teardown: { label: "Teardown", may: { see: YARD, change: YARD } },
  reports: { label: "Reports and bookkeeping", may: { see: ["owner", "bookkeeper"] } },
  "day-close": {
    label: "Closing the day",
    may: { see: ["owner", "counter", "bookkeeper"], change: COUNTER },
  },
  labels: { label: "Labels", may: { see: YARD, change: YARD } },
  retail: {
    label: "Retail vehicles",
    may: { see: ["owner", "counter", "bookkeeper"], change: COUNTER, price: COUNTER, delete: COUNTER },
  },
  selling: { label: "Buyers Guides and eBay", may: { see: COUNTER, change: COUNTER } },
  sales: {
    label: "Sales",
    may: { see: ["owner", "counter", "bookkeeper"], change: COUNTER, delete: COUNTER },
  },
  requests: { label: "Requests and appointments", may: { see: COUNTER, change: COUNTER, delete: COUNTER } },
  customers: { label: "Customers", may: { see: COUNTER, change: COUNTER, delete: COUNTER } },
  purchases: {
    label: "Cars bought",
    may: { see: ["owner", "counter", "bookkeeper"], change: COUNTER, delete: OWNER },
  },
  sellerIds: { label: "Sellers' IDs", may: { see: OWNER, change: OWNER } },
  book: { label: "Book", may: { see: ["owner", "counter", "bookkeeper"] } },
  costs: { label: "Costs of cars", may: { see: ["owner", "bookkeeper"], change: OWNER } },
  mail: { label: "Email and arrival alerts", may: { see: COUNTER, change: COUNTER } },
  trash: { label: "Trash", may: { see: COUNTER, change: COUNTER } },
  emptying: {
    label: "Deleting permanently, and copying or deleting a customer's data",
    may: { see: OWNER, change: OWNER },
  },
  exports: { label: "Exports and NMVTIS", may: { see: ["owner", "bookkeeper"] } },
  imports: { label: "Imports", may: { see: OWNER, change: OWNER } },
  history: { label: "History of everything", may: { see: OWNER } },
  feeds: { label: "Feeds", may: { see: OWNER, change: OWNER } },
  settings: { label: "Settings, people and backups", may: { see: OWNER, change: OWNER } },
} as const satisfies Record<string, Subject>;

type SubjectKey = keyof typeof SUBJECTS;

/** Whether a role may do something. */
export function may(role: Role, subject: SubjectKey, action: Action): boolean {
  const allowed: Partial<Record<Action, readonly Role[]>> = SUBJECTS[subject].may;
  return allowed[action]?.includes(role) ?? false;
}

interface Address {
  /** The start of the path below `/admin` or `/api/admin`: a whole segment. */
  at: string;
  subject: SubjectKey;
  /** What it asks for whatever the method; by default a GET sees, a DELETE deletes, and the others change. */
  action?: Action;
}

const REQUESTS = ["parts-requests", "part-requests", "repair-requests", "vehicle-inquiries", "offered-cars"];

/** Which subject an address belongs to: the first that fits. */
const ADDRESSES: readonly Address[] = [
  ...["today", "search", "account", "session"].map((at): Address => ({ at, subject: "own" })),
  // A picture is uploaded for a record, whose own address says who may save it.
  { at: "upload", subject: "parts", action: "change" },
  { at: "dismantled-vehicles/:id/teardown", subject: "teardown" },
  { at: "dismantled-vehicles/:id/delete", subject: "dismantled", action: "delete" },
  { at: "dismantled-vehicles/new", subject: "dismantled", action: "change" },
  { at: "dismantled-vehicles/:id/edit", subject: "dismantled", action: "change" },
  { at: "dismantled-vehicles", subject: "dismantled" },
  { at: "teardown", subject: "teardown" },
  { at: "labels", subject: "labels" },
  { at: "parts/ebay", subject: "selling" },
  { at: "parts/ebay.csv", subject: "selling" },
  { at: "parts/:id/delete", subject: "parts", action: "delete" },
  { at: "parts/new", subject: "parts", action: "change" },
  { at: "parts/:id/edit", subject: "parts", action: "change" },
  { at: "parts", subject: "parts" },
  { at: "fitments/:id/delete", subject: "fitments", action: "delete" },
  { at: "fitments/new", subject: "fitments", action: "change" },
  { at: "fitments/:id/edit", subject: "fitments", action: "change" },
  { at: "fitments", subject: "fitments" },
  { at: "retail-vehicles/buyers-guides", subject: "selling" },
  { at: "retail-vehicles/:id/buyers-guide", subject: "selling" },
  { at: "retail-vehicles/:id/delete", subject: "retail", action: "delete" },
  { at: "retail-vehicles/new", subject: "retail", action: "change" },
  { at: "retail-vehicles/:id/edit", subject: "retail", action: "change" },
  { at: "retail-vehicles", subject: "retail" },
  ...[...REQUESTS, "requests", "appointments", "spam"].map((at): Address => ({ at, subject: "requests" })),
  { at: "sales/new", subject: "sales", action: "change" },
  { at: "sales/deal", subject: "sales", action: "change" },
  { at: "sales/:id/return", subject: "sales", action: "change" },
  { at: "credit-notes", subject: "sales" },
  { at: "account-payments", subject: "sales" },
  { at: "old-sales/:id/delete", subject: "sales", action: "delete" },
  { at: "old-sales/new", subject: "sales", action: "change" },
  { at: "old-sales/:id/edit", subject: "sales", action: "change" },
  { at: "old-sales", subject: "sales" },
  { at: "sales/:id/edit", subject: "sales", action: "change" },
  { at: "sales/:id/delete", subject: "sales", action: "delete" },
  { at: "sales", subject: "sales" },
  { at: "customers/:id/data", subject: "emptying" },
  { at: "customers", subject: "customers" },
  { at: "purchases/:id/seller-id", subject: "sellerIds" },
  { at: "purchases/:id/delete", subject: "purchases", action: "delete" },
  { at: "purchases/new", subject: "purchases", action: "change" },
  { at: "purchases/:id/edit", subject: "purchases", action: "change" },
  { at: "purchases/:id/photos", subject: "purchases", action: "change" },
  { at: "purchases", subject: "purchases" },
  { at: "book/lines.csv", subject: "exports" },
  // Checking the chain is a post, and changes nothing.
  { at: "book", subject: "book", action: "see" },
  { at: "costs", subject: "costs" },
  { at: "mail/test", subject: "settings" },
  { at: "mail", subject: "mail" },
  { at: "alerts", subject: "mail" },
  { at: "trash/remove", subject: "emptying" },
  { at: "trash", subject: "trash" },
  { at: "bin", subject: "trash" },
  // Several at once, by their list.
  { at: "bulk/dismantled-vehicles", subject: "dismantled", action: "delete" },
  { at: "bulk/retail-vehicles", subject: "retail", action: "delete" },
  // Anyone who may change parts may move several; any other bulk change is for those who may delete them.
  { at: "bulk/parts", subject: "parts" },
  { at: "bulk/fitments", subject: "fitments", action: "delete" },
  { at: "bulk/customers", subject: "customers", action: "delete" },
  { at: "bulk/old-sales", subject: "sales", action: "delete" },
  { at: "bulk/purchases", subject: "purchases", action: "delete" },
  ...REQUESTS.map((name): Address => ({ at: `bulk/${name}`, subject: "requests", action: "delete" })),
  { at: "export/dismantled-vehicles", subject: "exports" },
  { at: "export/retail-vehicles", subject: "exports" },
  { at: "export/parts", subject: "exports" },
  { at: "export/fitments", subject: "exports" },
  { at: "export/sales", subject: "exports" },
  { at: "export/credit-notes", subject: "exports" },
  { at: "export/account-payments", subject: "exports" },
  { at: "export/old-sales", subject: "exports" },
  { at: "export/purchases", subject: "exports" },
  { at: "nmvtis", subject: "exports" },
  { at: "reports/day-close", subject: "day-close" },
  { at: "reports/:id", subject: "reports" },
  // The list shows each role only what it may open.
  { at: "reports", subject: "day-close" },
  { at: "import", subject: "imports" },
  { at: "history", subject: "history" },
  { at: "feeds", subject: "feeds" },
  ...["settings", "set-up", "people", "backups", "machine", "updates"].map(
    (at): Address => ({ at, subject: "settings" }),
  ),
];

const PATTERNS = ADDRESSES.map(({ at, ...address }) => ({
  ...address,
  // An export's address ends in its format: `parts.csv`.
  pattern: new RegExp(`^${at.replace(".", "\\.").replaceAll(":id", "[^/]+")}(?:[/.]|$)`),
}));

/** What an address asks for; undefined for one that is for owners only. */
function permissionFor(path: string, method: string): { subject: SubjectKey; action: Action } | undefined {
  const staff = /^\/(?:api\/)?admin(?:\/(.*))?$/.exec(asRouted(path));
  if (!staff) return undefined;
  const below = staff[1] ?? "";
  // The dashboard's own list is that of dismantled vehicles.
  const found: Omit<Address, "at"> | undefined =
    below === "" ? { subject: "dismantled" } : PATTERNS.find(({ pattern }) => pattern.test(below));
  return found && { subject: found.subject, action: found.action ?? BY_METHOD[method] ?? "change" };
}

/** A path as the router reads it, which takes `/ADMIN/%73ales` for `/admin/sales`. */
function asRouted(path: string): string {
  try {
    return path
      .split("/")
      .map((segment) => decodeURIComponent(segment).replaceAll("/", "%2f"))
      .join("/")
      .toLowerCase();
  } catch {
    return path;
  }
}

const BY_METHOD: Readonly<Record<string, Action>> = { GET: "see", HEAD: "see", DELETE: "delete" };

/** Whether a role may ask for an address. */
export function mayOpen(role: Role, path: string, method = "GET"): boolean {
  if (role === "owner") return true;
  const asked = permissionFor(path.split(/[?#]/, 1)[0] ?? path, method);
  return asked !== undefined && may(role, asked.subject, asked.action);
}

/** Whether a role may set the prices of what is below this path; true where there are none. */
export function mayPrice(role: Role, path: string): boolean {
  const subject = permissionFor(path, "GET")?.subject;
  return subject === undefined || !("price" in SUBJECTS[subject].may) || may(role, subject, "price");
}

/** What an account gets email about. */
export function toldOf(role: Role): string {
  return may(role, "requests", "change")
    ? "requests assigned to the account and changes to it"
    : "changes to the account";
}

/** The message to someone whose role may not do what they asked for. */
export function refusalFor(role: Role): string {
  return `Your role, ${ROLE_LABELS[role]}, doesn't include this. If you need it, ask an owner of the site.`;
}
