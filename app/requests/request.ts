import type { z } from "zod";
import type { Fields, FieldsRule, PathOf, RecordOf, Rules, StoredRecord } from "~/collections/field";
import { formatFieldValue } from "~/collections/form";
import type { Row } from "~/db/schema";
import type { ReferencePrefix } from "~/values/id";
import { type AppointmentRecord, labelsOf, type QuoteRecord, type RequestStatus } from "./fields";
import { type RequestListDefinition, staffList } from "./list";
import type { RequestNote } from "./note";
import { LOST_SALE_REASONS, type LostReason, type LostReasons } from "./work";

/** A row of any of the tables; a definition reads only its own columns. */
export type RequestRow = Row<"partRequests"> &
  Row<"repairRequests"> &
  Row<"vehicleInquiries"> &
  Row<"offeredCars">;

/** What a kind of request is, as its definition says it. Where it names fields, the name of a group is all of its fields. */
interface Definition<All extends Fields, Name extends string = string> {
  /** What its history and its mail call this kind. */
  recordKind: "partRequest" | "repairRequest" | "vehicleInquiry" | "offeredCar";
  table: "partRequests" | "repairRequests" | "vehicleInquiries" | "offeredCars";
  /** Begins the customer's reference: `PR-7K3Q9D`. */
  prefix: ReferencePrefix;
  /** The staff's list: `/admin/parts-requests`. */
  path: string;
  /** `part-requests` in `/api/part-requests` and `/api/admin/part-requests`. */
  apiPath: string;
  /** Singular and plural: `Part request`, `Part requests`. */
  nouns: readonly [one: string, several: string];
  /** What staff call them where there is little room: `Parts`. */
  shortName: string;
  /** What the customer calls one, if that varies: `callback request`. */
  nameOf?(request: never): string;
  fields: All;
  rules?: readonly FieldsRule<never, string>[];
  /** The first is that of a new request. */
  statuses: Readonly<Record<string, RequestStatus>>;
  /** The status of one that ended in a sale. */
  won: string;
  /** The status of one that did not, or that its customer withdraws. */
  withdrawn: string;
  /** Why one may be lost, unless it is a request for something of ours. */
  lostReasons?: LostReasons;
  /** What the customer's page says next to the link that withdraws one, and the name it uses there if that isn't `Request`. */
  withdrawal?: { question: string; noun: string };
  list: Pick<RequestListDefinition, "title" | "nouns" | "searchLabel" | "emptyText" | "failed">;
  /** Columns that a search covers besides customer and vehicle. */
  searchColumns: readonly (keyof RequestRow)[];
  /** What two requests of one person share if they are duplicates: all columns of the subject, or the same words. */
  sameIf: { subject: readonly (keyof RequestRow)[]; words: readonly (keyof RequestRow)[] };
  /** Every field, in the order in which staff work with it. */
  sections: readonly { title: string; fields: readonly Name[] }[];
  /** What is asked for, besides the vehicle, on one line. */
  asksFor: readonly Name[];
  /** What the request is for, as the customer reads it. It goes into mail to an address that anyone can type, so no free text. */
  subject: readonly Name[];
  /** Who sent it, and their free text. */
  sender: readonly Name[];
  /** Boxes to check off in the workshop. */
  checklist: readonly string[];
  /** False if the API cannot delete one. */
  isDeletedByApi: boolean;
  /** What a record of the API has besides its fields. */
  besides?(rules: Rules): Record<string, z.ZodType>;
}

/** A kind of request. What every kind can do is written once, and follows from its definition. */
export interface RequestCollection<All extends Fields = Fields>
  extends Omit<Definition<All>, "nameOf" | "rules" | "list" | "lostReasons" | "withdrawal"> {
  /** `part request` */
  nameOf(request: object): string;
  rules: readonly FieldsRule[];
  lostReasons: LostReasons;
  withdrawal: { question: string; noun: string };
  list: RequestListDefinition & { path: string };
  /** The statuses in which nothing is left to do. */
  finished: readonly string[];
}

/** Defines a kind of request. Its types follow from the fields. */
export function defineRequests<All extends Fields>(
  definition: Definition<All, NoInfer<PathOf<All>>>,
): RequestCollection<All> {
  const { nouns, rules = [], list, path, statuses, lostReasons = LOST_SALE_REASONS } = definition;
  const nameOf = definition.nameOf ?? (() => nouns[0].toLowerCase());
  return {
    ...definition,
    nameOf: nameOf as (request: object) => string,
    rules: rules as readonly FieldsRule[],
    lostReasons,
    withdrawal: definition.withdrawal ?? { question: "Don't need it anymore?", noun: "Request" },
    list: {
      ...staffList(lostReasons),
      ...list,
      path,
      statuses: labelsOf(statuses),
    },
    finished: Object.keys(statuses).filter((name) => statuses[name]?.isFinished),
  };
}

/** What a request of any kind has. */
export interface AnyRequest extends StoredRecord {
  status: string;
  customerInfo: { name: string; phone?: string | undefined; email?: string | undefined };
  notes: RequestNote[];
  answerDueAt?: string | undefined;
  firstAnsweredAt?: string | undefined;
  assigneeId?: string | undefined;
  spamAt?: string | undefined;
  customerId?: string | undefined;
  followUpOn?: string | undefined;
  lostReason?: LostReason | undefined;
  quote?: QuoteRecord | undefined;
  appointment?: AppointmentRecord | undefined;
  keptUntil?: string | undefined;
}

type WithFields = Pick<RequestCollection, "fields">;

/** A request of a kind, as the API returns it to staff. */
export type RequestOf<Kind extends WithFields> = AnyRequest & RecordOf<Kind["fields"]>;

/** A fact of a request: a field or a group, and what the request has of it. */
export interface RequestFact {
  /** `vehicleInfo.year` */
  name: string;
  field: Fields[string];
  value: unknown;
}

/** A request's field or group of this name. */
function factOf({ fields }: WithFields, request: object, name: string): RequestFact {
  const [first = "", ...inner] = name.split(".");
  const field = fields[first];
  if (!field) throw new Error(`A request has no field ${first}.`);
  const value = (request as Record<string, unknown>)[first];
  if (inner.length === 0) return { name, field, value };
  return { ...factOf({ fields: field.fields ?? {} }, (value ?? {}) as object, inner.join(".")), name };
}

/** These facts of a request, with groups split up, each once. */
export function factsOf(kind: WithFields, request: object, names: readonly string[]): RequestFact[] {
  const facts = names.flatMap((name): RequestFact[] => {
    const fact = factOf(kind, request, name);
    const inner = Object.keys(fact.field.fields ?? {}).map((one) => `${name}.${one}`);
    return fact.field.fields ? factsOf(kind, request, inner) : [fact];
  });
  return facts.filter(({ name }, index) => facts.findIndex((fact) => fact.name === name) === index);
}

/** A request as the customer reads it: the label and the text of each fact that it has. */
export function toldFacts(
  kind: WithFields,
  request: object,
  names: readonly string[],
): [label: string, text: string][] {
  return names
    .map((name) => factOf(kind, request, name))
    .map(({ field, value }): [string, string] => [
      field.publicLabel ?? field.label,
      formatFieldValue(field, value),
    ])
    .filter(([, text]) => text);
}

/** What was asked for, on one line: `Radiator, 2003 Honda Accord`; undefined if nothing is known. */
export function subjectOf(
  kind: Pick<RequestCollection, "fields" | "asksFor">,
  request: object,
): string | undefined {
  const { year, make, model } = (request as { vehicleInfo: Record<string, string | undefined> }).vehicleInfo;
  const asked = toldFacts(kind, request, kind.asksFor).map(([, text]) => text);
  return [...asked, [year, make, model].filter(Boolean).join(" ")].filter(Boolean).join(", ") || undefined;
}
