import { business } from "~/business/business.server";
import { formFields } from "~/collections/collection";
import { formatFieldValue } from "~/collections/form";
import type { BoughtFrom } from "~/purchases/bought-from.server";
import { PURCHASES, purchaseName, SEALED_LABELS } from "~/purchases/purchases";
import { factsOf, type RequestCollection } from "~/requests/request";
import { formatPaymentNumber } from "~/sales/account";
import { formatCreditNumber } from "~/sales/returns";
import { formatDateTime } from "~/values/format";
import { formatReference } from "~/values/id";
import { formatExactPrice } from "~/values/money";
import { formatSaleNumber } from "~/values/sale-number";
import { escapeXml } from "~/values/xml";
import { CUSTOMERS } from "./customers";
import type { KnownData, KnownRequest } from "./known-data.server";

/** All that is known about a person, in a machine-readable file. The names of staff are left out: they aren't the person's data. */
export function toJsonFile(data: KnownData, now: Date): string {
  const { customer, requests, alerts, mail, parts, sales, creditNotes, payments, boughtFrom, creditCents } =
    data;
  return JSON.stringify(
    {
      about: `What ${business.name} knows of this person`,
      madeAt: now.toISOString(),
      customer,
      requests: requests.map(({ kind, row, estimates, request: { notes, assigneeId: _, ...request } }) => ({
        kind: kind.nouns[0],
        reference: formatReference(kind.prefix, row.id),
        ...request,
        notes: notes.map(({ content, timestamp, from }) => ({
          from: from ?? "staff",
          timestamp,
          content,
        })),
        ...(estimates.length > 0
          ? { estimates: estimates.map(({ sentBy: _, ...estimate }) => estimate) }
          : {}),
        ...(row.deletedAt === null ? {} : { deletedAt: row.deletedAt }),
      })),
      arrivalAlerts: alerts,
      email: mail,
      parts,
      sales: sales.map(({ status, soldOn, totalCents, ...sale }) => ({
        ...{ number: formatSaleNumber(sale), status, soldOn, total: totalCents / 100 },
      })),
      creditNotes: creditNotes.map(({ number, creditedOn, totalCents }) => ({
        ...{ number: formatCreditNumber(number), creditedOn, total: totalCents / 100 },
      })),
      paymentsOnAccount: payments.map(({ number, takenOn, amountCents }) => ({
        ...{ number: formatPaymentNumber(number), takenOn, amount: amountCents / 100 },
      })),
      purchases: boughtFrom.map(({ purchase: { boughtBy: _, towedBy: __, ...purchase }, ...kept }) => ({
        ...purchase,
        isInBook: kept.isInBook,
        obtainedFromOnCar: kept.obtainedCar,
        // Someone who gets hold of a copy must not get the number of an ID with it.
        kept: kept.sealed.map(({ kind, until }) => ({ what: SEALED_LABELS[kind], until })),
      })),
      storeCredit: creditCents / 100,
    },
    null,
    2,
  );
}

/** The same as a page that needs nothing else, to read, print or send. */
export function toHtmlFile(data: KnownData, now: Date): string {
  const { customer, requests, alerts, mail, parts, sales, creditNotes, payments, boughtFrom, creditCents } =
    data;
  const time = (at: string) => formatDateTime(at, business.timeZone) || at;
  const record = customer as unknown as Record<string, unknown>;
  const own = formFields(CUSTOMERS).map(
    ([name, field]): Fact => [field.label, formatFieldValue(field, record[name])],
  );
  const sections = [
    section("Customer", facts([...own, ["Known since", time(customer.createdAt)]])),
    ...requests.map((known) => requestSection(known, time)),
    ...(alerts.length > 0
      ? [
          section(
            "Arrival alerts",
            list(
              alerts.map(({ email, make, model, askedAt }) => `${email}: ${make} ${model}, ${time(askedAt)}`),
            ),
          ),
        ]
      : []),
    ...(mail.length > 0
      ? [
          section(
            "Email",
            mail
              .map(({ to, subject, text, createdAt }) =>
                article(subject, [
                  ["To", to],
                  ["Written", time(createdAt)],
                  ["Text", text],
                ]),
              )
              .join(""),
          ),
        ]
      : []),
    ...(parts.length > 0
      ? [
          section(
            "Parts",
            list(
              parts.map(({ stockNumber, status, soldTo }) =>
                [`Stock # ${stockNumber}`, status, soldTo].filter(Boolean).join(", "),
              ),
            ),
          ),
        ]
      : []),
    ...(sales.length + creditNotes.length + payments.length > 0 || creditCents !== 0
      ? [
          section(
            "Sales",
            list([
              ...sales.map(({ soldOn, totalCents, ...sale }) =>
                [`Sale ${formatSaleNumber(sale)}`, soldOn, formatExactPrice(totalCents / 100)]
                  .filter(Boolean)
                  .join(", "),
              ),
              ...creditNotes.map(({ number, creditedOn, totalCents }) =>
                [
                  `Credit note ${formatCreditNumber(number)}`,
                  creditedOn,
                  formatExactPrice(totalCents / 100),
                ].join(", "),
              ),
              ...payments.map(({ number, takenOn, amountCents }) =>
                [`Payment ${formatPaymentNumber(number)}`, takenOn, formatExactPrice(amountCents / 100)].join(
                  ", ",
                ),
              ),
              ...(creditCents === 0 ? [] : [`Store credit, ${formatExactPrice(creditCents / 100)}`]),
            ]),
          ),
        ]
      : []),
    ...boughtFrom.map((bought) => purchaseSection(bought, time)),
  ];
  const title = `What ${business.name} knows of ${CUSTOMERS.nameOf(customer)}`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeXml(title)}</title>
<style>
body { max-width: 46rem; margin: 2rem auto; padding: 0 1rem; font: 1rem/1.5 system-ui, sans-serif; }
h2 { margin-top: 2rem; border-bottom: 1px solid #888; }
dt { font-weight: 600; }
dd { margin: 0 0 0.5rem; white-space: pre-line; overflow-wrap: anywhere; }
</style>
</head>
<body>
<h1>${escapeXml(title)}</h1>
<p>Made on ${escapeXml(time(now.toISOString()))}. Questions: ${escapeXml(business.privacyEmail)}.</p>
${sections.join("\n")}
</body>
</html>
`;
}

type Fact = readonly [label: string, text: string];

function requestSection(
  { kind, row, request, estimates }: KnownRequest,
  time: (at: string) => string,
): string {
  const { label = request.status } = kind.statuses[request.status] ?? {};
  const asked = factsOf(kind, request, namesOf(kind)).map(
    ({ field, value }): Fact => [field.label, formatFieldValue(field, value)],
  );
  const notes = request.notes.map(
    ({ content, timestamp, from }): Fact => [
      `${from ? "Your message" : "Our note"}, ${time(timestamp)}`,
      content,
    ],
  );
  const states: Fact[] = [
    ["Received", time(row.createdAt)],
    ["Status", label],
    ...(row.deletedAt === null ? [] : [["In the trash since", time(row.deletedAt)] satisfies Fact]),
    ...(row.spamAt === null ? [] : [["Marked as spam", time(row.spamAt)] satisfies Fact]),
  ];
  const quote: Fact[] = request.quote
    ? [["Quote", formatFieldValue({ unit: "dollars" }, request.quote.price)]]
    : [];
  const appointment: Fact[] = request.appointment
    ? [["Appointment", time(request.appointment.startsAt)]]
    : [];
  const estimated = estimates.map(
    ({ version, total, lines, approvedAt, approvedBy }): Fact => [
      `Estimate ${version}`,
      [
        ...lines.map(({ description, amount }) => `${description}: ${formatExactPrice(amount)}`),
        `Total: ${formatExactPrice(total)}`,
        ...(approvedAt ? [`Approved by ${approvedBy}, ${time(approvedAt)}`] : []),
      ].join("\n"),
    ],
  );
  return section(
    `${kind.nouns[0]} ${formatReference(kind.prefix, row.id)}`,
    facts([...states, ...asked, ...quote, ...appointment, ...estimated, ...notes]),
  );
}

function purchaseSection(
  { purchase, isInBook, obtainedCar, sealed }: BoughtFrom,
  time: (at: string) => string,
): string {
  const values = purchase as unknown as Record<string, unknown>;
  const own = formFields(PURCHASES)
    .filter(([name]) => name !== "boughtBy" && name !== "towedBy")
    .map(([name, field]): Fact => [field.label, formatFieldValue(field, values[name])]);
  const kept = sealed.map(
    ({ kind, until }): Fact => [
      SEALED_LABELS[kind],
      until ? `Kept encrypted until ${time(until)}` : "Kept encrypted",
    ],
  );
  return section(
    `What we bought: ${purchaseName(purchase)}`,
    facts([
      ...own,
      ["In our book", isInBook ? "Yes" : ""],
      ["Obtained From", obtainedCar ? `Named in the record of the car with stock # ${obtainedCar}` : ""],
      ...kept,
    ]),
  );
}

function namesOf({ sections }: RequestCollection): string[] {
  return sections.flatMap(({ fields }) => fields);
}

function section(title: string, content: string): string {
  return `<section><h2>${escapeXml(title)}</h2>${content}</section>`;
}

function article(title: string, all: readonly Fact[]): string {
  return `<article><h3>${escapeXml(title)}</h3>${facts(all)}</article>`;
}

function facts(all: readonly Fact[]): string {
  const known = all.filter(([, text]) => text);
  return `<dl>${known.map(([label, text]) => `<dt>${escapeXml(label)}</dt><dd>${escapeXml(text)}</dd>`).join("")}</dl>`;
}

function list(texts: readonly string[]): string {
  return `<ul>${texts.map((text) => `<li>${escapeXml(text)}</li>`).join("")}</ul>`;
}
