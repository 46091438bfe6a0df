import { escapeXml } from "~/values/xml";

/** One request as a lead system gets it, in the terms of ADF 1.0 (Auto-lead Data Format). */
export interface AdfLead {
  reference: string;
  /** ISO date-time. */
  receivedAt: string;
  vehicle: {
    /** Left out for a service request, for which ADF has no word. */
    interest?: "buy" | "test-drive" | undefined;
    year: string | number;
    make: string;
    model: string;
    vin?: string | undefined;
    stock?: string | undefined;
    trim?: string | undefined;
    /** Miles, as the customer wrote them. */
    odometer?: string | number | undefined;
    /** Dollars. */
    price?: number | undefined;
  };
  /** Needs `phone` or `email`. */
  customer: AdfContact & { comments: string };
  vendor: AdfContact & { url: string | undefined };
  /** What sends the lead: the website, and which of its forms. */
  provider: { name: string; service: string };
}

interface AdfContact {
  name: string;
  phone?: string | undefined;
  email?: string | undefined;
  address?: Partial<Record<"street" | "city" | "state" | "zipCode", string | undefined>>;
}

/**
 * Renders a lead as an ADF 1.0 document. The order of the elements is the DTD's, and an element without a value is left out
 * (docs/decisions/mail.md).
 */
export function renderAdf({ reference, receivedAt, vehicle, customer, vendor, provider }: AdfLead): string {
  const { year, make, model, vin, stock, trim, odometer, price } = vehicle;
  const prospect = [
    element("id", reference, { sequence: "1", source: provider.name }),
    element("requestdate", receivedAt.replace(/\.\d+Z$/, "+00:00")),
    parent(
      "vehicle",
      [
        // Required, so they are written even if they are blank.
        `<year>${escapeXml(String(year))}</year>`,
        `<make>${escapeXml(make)}</make>`,
        `<model>${escapeXml(model)}</model>`,
        element("vin", vin),
        element("stock", stock),
        element("trim", trim),
        element("odometer", odometer, { units: "mi" }),
        element("price", price || undefined, { type: "asking", currency: "USD" }),
      ],
      { interest: vehicle.interest, status: "used" },
    ),
    parent("customer", [contact(customer, "individual"), element("comments", customer.comments)]),
    parent("vendor", [
      element("vendorname", vendor.name),
      element("url", vendor.url),
      contact(vendor, "business"),
    ]),
    parent("provider", [
      element("name", provider.name, { part: "full", type: "business" }),
      element("service", provider.service),
      element("url", vendor.url),
    ]),
  ];
  // XML requires its declaration first; the ADF standard's example has it second and can't be parsed.
  return `<?xml version="1.0" encoding="UTF-8"?>
<?adf version="1.0"?>
${parent("adf", [parent("prospect", prospect, { status: "new" })])}
`;
}

function contact({ name, email, phone, address = {} }: AdfContact, type: "individual" | "business"): string {
  const lines = [
    element("street", address.street, { line: "1" }),
    element("city", address.city),
    element("regioncode", address.state),
    element("postalcode", address.zipCode),
  ];
  return parent("contact", [
    element("name", name, { part: "full", type }),
    element("email", email),
    element("phone", phone, { type: "voice" }),
    // The DTD has no address without a street.
    address.street ? parent("address", lines) : "",
  ]);
}

type Attributes = Record<string, string | undefined>;

function element(name: string, value: string | number | undefined, attributes: Attributes = {}): string {
  const text = escapeXml(String(value ?? ""));
  return text === "" ? "" : `<${name}${renderAttributes(attributes)}>${text}</${name}>`;
}

function parent(name: string, children: readonly string[], attributes: Attributes = {}): string {
  return [`<${name}${renderAttributes(attributes)}>`, ...children.filter(Boolean), `</${name}>`].join("\n");
}

function renderAttributes(attributes: Attributes): string {
  return Object.entries(attributes)
    .map(([name, value]) => (value === undefined ? "" : ` ${name}="${escapeXml(value)}"`))
    .join("");
}
