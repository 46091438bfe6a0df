import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import type { StaffRequestArgs } from "~/accounts/require-staff.server";
import {
  type BookQuery,
  countLeftToNobody,
  findBookPage,
  findLineByHash,
  listLeftToNobody,
  summarizeBook,
  verifyBook,
} from "~/book/book.server";
import { addBusinessDays, findStateRules } from "~/book/states";
import { business } from "~/business/business.server";
import { now as actingNow } from "~/context.server";
import { readForm } from "~/http/form.server";
import { countWithoutForm, findWithoutForm } from "~/purchases/without-form.server";
import { dayInTimeZone } from "~/values/format";
import { getPageParam } from "~/values/query-params";
import { DISMANTLED_VEHICLES } from "~/vehicles/dismantled-vehicles";
import { RETAIL_VEHICLES } from "~/vehicles/retail-vehicles";

/** A page of the book, its last hash, and what the state asks. */
export async function loadBook({ request, now }: StaffRequestArgs<LoaderFunctionArgs>) {
  const query = readBookQuery(new URL(request.url).searchParams);
  const today = dayInTimeZone(business.timeZone, now);
  const [book, summary, forms, unnamed] = await Promise.all([
    findBookPage(query),
    summarizeBook(today),
    listDueForms(),
    listUnnamed(),
  ]);
  return {
    ...{ book, query, forms, unnamed, today },
    last: summary.last && { sequence: summary.last.sequence, hash: summary.last.hash, day: summary.last.day },
    rules: findStateRules(business.address.state),
    business: { name: business.name, registration: business.buying.registration },
  };
}

/** Checks the whole chain, and whether the hash on a print is one of the book's. */
export async function checkBook({ request }: StaffRequestArgs<ActionFunctionArgs>) {
  const form = await readForm(request, ["hash"]);
  const hash = (form.get("hash")?.toString() ?? "").replace(/\s/g, "");
  const check = await verifyBook();
  if (!check.ok || hash === "") return { check };
  const isHash = /^[0-9a-f]{16,64}$/i.test(hash);
  const line = isHash ? await findLineByHash(hash) : undefined;
  return { check, print: { hash, isHash, line: line?.sequence, day: line?.day } };
}

const DAY = /^\d{4}-\d\d-\d\d$/;

/** The query of the book's address. */
export function readBookQuery(params: URLSearchParams): BookQuery {
  const day = (name: string) => {
    const text = params.get(name) ?? "";
    return DAY.test(text) ? text : undefined;
  };
  const direction = params.get("direction");
  return {
    q: params.get("q")?.trim().slice(0, 200) || undefined,
    direction: direction === "in" || direction === "out" ? direction : undefined,
    ...{ from: day("from"), to: day("to"), page: getPageParam(params) },
  };
}

/** The most cars that are asked about at once. */
const MOST_ASKED = 100;

/** The cars that left without a note of to whom, each with the form that asks: how many, and the first of them. */
export async function listUnnamed() {
  const [total, lines] = await Promise.all([countLeftToNobody(), listLeftToNobody(MOST_ASKED)]);
  const cars = lines.map(({ subjectKind, subjectId, content: { name, stockNumber, on } }) => ({
    name: [name, stockNumber && `stock # ${stockNumber}`].filter(Boolean).join(", "),
    on,
    to:
      subjectKind === "retailVehicle"
        ? `${RETAIL_VEHICLES.path}/${subjectId}`
        : `${DISMANTLED_VEHICLES.path}/${subjectId}/edit#disposedTo`,
  }));
  return { total, cars };
}

/** The cars whose state form has no number yet: how many, how many of them are late, and those due first; none where no form is known. */
export async function listDueForms() {
  const form = findStateRules(business.address.state)?.form;
  if (!form) return undefined;
  const today = dayInTimeZone(business.timeZone, actingNow());
  const dueOn = (boughtOn: string) => addBusinessDays(boughtOn.slice(0, 10), form.businessDays);
  const [days, cars] = await Promise.all([countWithoutForm(form.notFor), findWithoutForm(form.notFor)]);
  const sum = (some: typeof days) => some.reduce((total, { count }) => total + count, 0);
  return {
    ...{ name: form.name, source: form.source, total: sum(days) },
    late: sum(days.filter(({ boughtOn }) => dueOn(boughtOn) < today)),
    due: cars.map(({ boughtOn, ...car }) => ({ ...car, dueOn: dueOn(boughtOn) })),
  };
}
