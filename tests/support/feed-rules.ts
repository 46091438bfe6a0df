import { parse } from "csv-parse/sync";

/** What one column of a feed may hold, as the site that fetches it says. */
interface ColumnRule {
  required?: boolean;
  /** The whole cell; an empty one only has to be allowed. */
  pattern?: RegExp;
  values?: readonly string[];
  maxLength?: number;
}

/** The rules of a feed's format: where its values end, and its columns by their headings. */
export interface FeedRules {
  delimiter: string;
  columns: Record<string, ColumnRule>;
  /** The columns that must differ from row to row. */
  unique: readonly string[];
}

const VIN = /^[A-HJ-NPR-Z0-9]{17}$/;
const YEAR = /^(18|19|20)\d\d$/;
const PRICE = /^[1-9]\d*(\.\d\d)? USD$/;
const DAY = /^\d{4}-\d\d-\d\d$/;
const PAGE = /^https:\/\/[^\s,|"]+$/;
const PICTURE = /^https:\/\/[^\s,|"]+\.(webp|jpg|png)$/;
const pictures = (most: number) =>
  new RegExp(`^https://[^\\s,|"]+\\.webp(,https://[^\\s,|"]+\\.webp){0,${most - 1}}$`);
const required = (rule: ColumnRule = {}): ColumnRule => ({ required: true, ...rule });
const META_IMAGES = 20;

/** developers.google.com/vehicle-listings/reference/feed-specification; the VIN of a car from before 1981 may be shorter. */
export const GOOGLE_LISTINGS_RULES: FeedRules = {
  delimiter: ",",
  columns: {
    vin: required({ pattern: /^[A-Z0-9]{5,17}$/ }),
    id: {},
    store_code: required(),
    dealership_name: required(),
    dealership_address: required({ pattern: /, [A-Z]{2} \d{5}(-\d{4})?, US$/ }),
    price: required({ pattern: PRICE }),
    condition: required({ values: ["n", "new", "u", "used"] }),
    make: required(),
    model: required(),
    trim: {},
    year: required({ pattern: YEAR }),
    mileage: required({ pattern: /^(\d{1,3}(,\d{3})*) miles?$/ }),
    exterior_color: {},
    image_link: { pattern: PICTURE },
    additional_image_link: { pattern: pictures(19) },
    link: { pattern: PAGE },
    date_in_stock: { pattern: DAY },
  },
  unique: ["vin", "id"],
};

/** support.google.com/merchants/answer/11192663. */
export const GOOGLE_VEHICLE_ADS_RULES: FeedRules = {
  delimiter: "\t",
  columns: {
    id: required({ maxLength: 50 }),
    vin: required({ pattern: VIN }),
    store_code: required(),
    brand: required({ maxLength: 70 }),
    model: required(),
    trim: {},
    year: required({ pattern: YEAR }),
    condition: required({ values: ["new", "used"] }),
    mileage: required({ pattern: /^\d+ miles$/ }),
    color: required({ maxLength: 100 }),
    price: required({ pattern: PRICE }),
    image_link: required({ pattern: PICTURE }),
    additional_image_link: { pattern: pictures(10) },
    link: required({ pattern: PAGE }),
    link_template: required({ pattern: /^https:\/\/[^\s,]+\{store_code\}[^\s,]*$/ }),
    google_product_category: required({ values: ["916"] }),
  },
  unique: ["id", "vin"],
};

/** developers.facebook.com/docs/marketing-api/auto-ads/reference. */
export const META_CATALOG_RULES: FeedRules = {
  delimiter: ",",
  columns: {
    vehicle_id: required({ maxLength: 100 }),
    title: required({ maxLength: 500 }),
    description: required({ maxLength: 5000 }),
    url: required({ pattern: PAGE }),
    make: required(),
    model: required(),
    trim: {},
    year: required({ pattern: YEAR }),
    "mileage.value": required({ pattern: /^\d+$/ }),
    "mileage.unit": required({ values: ["MI", "KM"] }),
    ...Object.fromEntries(
      Array.from({ length: META_IMAGES }, (_, index): [string, ColumnRule][] => [
        [`image[${index}].url`, { required: index === 0, pattern: PICTURE }],
        [`image[${index}].tag[0]`, { required: index === 0 }],
      ]).flat(),
    ),
    body_style: required({
      values: "CONVERTIBLE COUPE HATCHBACK MINIVAN TRUCK SUV SEDAN VAN WAGON CROSSOVER OTHER".split(" "),
    }),
    price: required({ pattern: PRICE }),
    state_of_vehicle: required({ values: ["NEW", "USED", "CPO"] }),
    exterior_color: required(),
    interior_color: {},
    vin: required({ pattern: VIN }),
    stock_number: {},
    address: required({
      pattern: /^\{"addr1":".+","city":".+","region":"..","postal_code":".+","country":"US"\}$/,
    }),
    latitude: required({ pattern: /^-?\d+(\.\d+)?$/ }),
    longitude: required({ pattern: /^-?\d+(\.\d+)?$/ }),
    availability: { values: ["AVAILABLE", "NOT_AVAILABLE"] },
    transmission: { values: ["AUTOMATIC", "MANUAL", "OTHER"] },
    drivetrain: { values: ["4X2", "4X4", "AWD", "FWD", "RWD", "OTHER"] },
    fuel_type: {
      values: "DIESEL ELECTRIC FLEX GASOLINE HYBRID OTHER PETROL PLUGIN_HYBRID".split(" "),
    },
    condition: { values: "EXCELLENT VERY_GOOD GOOD FAIR POOR OTHER".split(" ") },
    date_first_on_lot: { pattern: DAY },
  },
  unique: ["vehicle_id"],
};

/** Our own: what any marketplace needs of a car. */
export const MARKETPLACE_RULES: FeedRules = {
  delimiter: ",",
  columns: {
    id: required(),
    stock_number: required(),
    vin: required(),
    title: required(),
    year: required({ pattern: YEAR }),
    make: required(),
    model: required(),
    trim: {},
    body_style: { pattern: /^[A-Z][A-Za-z]+$/ },
    status: required({ values: ["Available", "Sale Pending"] }),
    price: required({ pattern: /^[1-9]\d*(\.\d\d?)?$/ }),
    currency: required({ values: ["USD"] }),
    mileage: { pattern: /^\d+$/ },
    mileage_unit: { values: ["miles"] },
    condition: { values: ["Excellent", "Very Good", "Good", "Fair"] },
    exterior_color: {},
    interior_color: {},
    transmission: { values: ["Automatic", "Manual", "CVT", "Automated Manual"] },
    drive_type: { values: ["FWD", "RWD", "AWD", "4WD"] },
    fuel_type: { values: ["Gasoline", "Diesel", "Electric", "Hybrid", "Plug-in Hybrid"] },
    engine: {},
    features: {},
    description: required({ pattern: /^[^\r\n]+$/ }),
    url: required({ pattern: PAGE }),
    image_urls: { pattern: /^https:\/\/\S+\.webp( https:\/\/\S+\.webp)*$/ },
    date_in_stock: required({ pattern: DAY }),
    dealer_name: required(),
    dealer_phone: required({ pattern: /^\+1\d{10}$/ }),
    dealer_email: required({ pattern: /^\S+@\S+$/ }),
    dealer_street: required(),
    dealer_city: required(),
    dealer_state: required({ pattern: /^[A-Z]{2}$/ }),
    dealer_zip_code: required({ pattern: /^\d{5}/ }),
  },
  unique: ["id", "stock_number"],
};

/** A line for each vehicle, which can be cut at its bars alone: no quotes. */
export const SALVAGE_RULES: FeedRules = {
  delimiter: "|",
  columns: {
    Make: required({ pattern: /^[^"]+$/ }),
    Model: required({ pattern: /^[^"]+$/ }),
    Type: { pattern: /^[A-Z][A-Za-z]+$/ },
    Condition: required({ values: ["Used"] }),
    Year: required({ pattern: YEAR }),
    Price: { pattern: /^\d+$/ },
    Description: required({ pattern: /^[^"]+$/ }),
    "Title Status": {},
    Odometer: required({ pattern: /^\d+$/ }),
    VIN: required({ pattern: /^[A-Z0-9]{5,17}$/ }),
    Stock: required({ pattern: /^[^"]+$/ }),
    Link: required({ pattern: PAGE }),
    ...Object.fromEntries(
      Array.from({ length: 10 }, (_, index) => [`Image ${index + 1}`, { pattern: PICTURE }]),
    ),
    "Sale Type": required({ values: ["Parting Out"] }),
  },
  unique: ["VIN", "Stock", "Link"],
};

/** support.google.com/merchants/answer/7052112. */
export const PARTS_RULES: FeedRules = {
  delimiter: "\t",
  columns: {
    id: required({ maxLength: 50 }),
    title: required({ maxLength: 150 }),
    description: required({ maxLength: 5000 }),
    link: required({ pattern: PAGE }),
    image_link: required({ pattern: PICTURE }),
    additional_image_link: { pattern: pictures(10) },
    availability: required({ values: ["in_stock", "out_of_stock", "preorder", "backorder"] }),
    price: required({ pattern: PRICE }),
    condition: required({ values: ["new", "refurbished", "used"] }),
    brand: required({ maxLength: 70 }),
    mpn: { maxLength: 70 },
    identifier_exists: required({ values: ["yes", "no"] }),
    google_product_category: { pattern: /^\d+$/ },
    product_type: { maxLength: 750 },
    shipping_weight: { pattern: /^\d+(\.\d+)? (lb|oz|g|kg)$/ },
  },
  unique: ["id", "link"],
};

/** The rows of a feed, by heading. Fails on text that is not in its format. */
export function feedRows(
  text: string,
  { delimiter }: Pick<FeedRules, "delimiter">,
): Record<string, string>[] {
  return parse(text, { delimiter, columns: true, record_delimiter: "\r\n" });
}

/** Everything in a feed that breaks its rules, in words; empty if nothing does. */
export function brokenRules(text: string, rules: FeedRules): string[] {
  const headings = Object.keys(rules.columns).join(rules.delimiter);
  const [first] = text.split("\r\n");
  const rows = feedRows(text, rules);
  return [
    ...(first === headings ? [] : [`the headings are ${first}`]),
    ...rows.flatMap((row, index) =>
      Object.entries(rules.columns).flatMap(([heading, rule]) =>
        brokenBy(row[heading] ?? "", rule).map((broken) => `row ${index + 1}, ${heading}: ${broken}`),
      ),
    ),
    ...rules.unique
      .filter((heading) => new Set(rows.map((row) => row[heading])).size !== rows.length)
      .map((heading) => `${heading} is there twice`),
  ];
}

function brokenBy(cell: string, { required, pattern, values, maxLength }: ColumnRule): string[] {
  if (cell === "") return required ? ["is empty"] : [];
  return [
    ...(pattern && !pattern.test(cell) ? [`${JSON.stringify(cell)} has another format`] : []),
    ...(values && !values.includes(cell) ? [`${JSON.stringify(cell)} is not allowed`] : []),
    ...(maxLength !== undefined && cell.length > maxLength ? [`has ${cell.length} characters`] : []),
  ];
}
