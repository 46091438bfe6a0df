import { CSV_START, csvLine } from "~/values/csv";
import { BOOK_WAYS, BOOK_WHAT, type BookLine, MAJOR_PARTS } from "./book";
import { type BookQuery, readBook } from "./book.server";

/** The columns of the book as a file. */
const BOOK_COLUMNS: readonly [heading: string, cell: (line: BookLine) => string | number | undefined][] = [
  ["Line", ({ sequence }) => sequence],
  ["Written", ({ at }) => at],
  ["By", ({ by }) => by ?? ""],
  ["Corrects Line", ({ corrects }) => corrects ?? ""],
  ["Takes Back", ({ content }) => (content.isVoid ? "Yes" : "")],
  ["Direction", ({ direction }) => (direction === "in" ? "In" : "Out")],
  ["How", ({ content }) => BOOK_WAYS[content.way]],
  ["Date", ({ content }) => content.on],
  ["What", ({ content }) => BOOK_WHAT[content.what]],
  ["Name", ({ content }) => content.name],
  ["Quantity", ({ content }) => content.quantity],
  ["Stock Number", ({ content }) => content.stockNumber],
  ["VIN", ({ content }) => content.vin],
  ["Odometer", ({ content }) => content.odometer],
  ["From or To", ({ content }) => content.party?.name],
  ["Address", ({ content }) => content.party?.address],
  ["Facility Number", ({ content }) => content.party?.number],
  ["Title", ({ content }) => content.title],
  ["State Form Number", ({ content }) => content.formNumber],
  ["Catalytic Converters", ({ content }) => label(content.catalyticConverters)],
  ["Air Bags", ({ content }) => label(content.airBags)],
  ["Reason", ({ content }) => content.reason],
  ["Previous Hash", ({ previousHash }) => previousHash],
  ["Hash", ({ hash }) => hash],
];

/** The lines of a query as CSV. */
export async function bookCsv(query: Omit<BookQuery, "page">): Promise<string> {
  const lines = [CSV_START + csvLine(BOOK_COLUMNS.map(([heading]) => heading))];
  for await (const line of readBook(query)) lines.push(csvLine(BOOK_COLUMNS.map(([, cell]) => cell(line))));
  return lines.join("");
}

function label(value: keyof typeof MAJOR_PARTS | undefined): string {
  return value ? MAJOR_PARTS[value] : "";
}
