import type { z } from "zod";
import type { StaffListDefinition } from "~/lists/staff";
import { lookupTable } from "~/values/lookup-table";
import { toNormalForm } from "~/values/normalize";
import type { Field, FieldOption, Fields, FieldsOf, FieldsRule, Rules } from "./field";
import type { SortOrder } from "./sort-order";

/** A section of the form with a heading and rows of one or more fields. */
export interface FormSection<Name extends string = string> {
  title: string;
  rows: readonly { fields: readonly Name[]; inPairs?: boolean }[];
}

/** Which records visitors see. */
interface ShownWhen {
  /** The statuses in lists, and in which a record has its page. */
  list: readonly string[];
  page: readonly string[];
  /** The fields without which it is not shown. */
  needs?: readonly string[];
}

/**
 * What some fields reveal that not every role may read: who something is held for, who it was sold to and for how much, or who it was
 * bought from.
 */
export type Restriction = "holds" | "buyers" | "purchases";

/** A record and its page for staff. */
export interface NamedRecord {
  name: string;
  to: string;
}

/** A kind of record, as defined. */
interface Definition<All extends Fields> {
  /** Its key in addresses and stored imports: `retail`. */
  kind: string;
  /** Its key in the history, if that is another one. */
  recordKind?: string;
  /** What the history and the import call its records: `Retail vehicle`, `Retail vehicles`. */
  titles: { add: string; edit: string; one: string; many: string };
  table: string;
  /** The path of its staff pages: `/admin/retail-vehicles`, for `…/new` and `…/{id}/edit`. */
  path: string;
  /** Whether links to a record lead to its page, `{path}/{id}`, and not to its form. */
  hasPage?: boolean;
  /** What one is called, in lower case: `old sale`. */
  noun: string;
  /** What staff call one: `2012 Honda Accord, stock # D000001`. */
  nameOf(record: Partial<FieldsOf<All>>): string;
  /** The question before one is deleted. */
  deleteQuestion: string;
  /** The error messages for a valid form that couldn't be saved; without it, only the message. */
  failed?(message: string): string[];
  fields: All;
  sections: readonly FormSection<NoInfer<keyof All & string>>[];
  rules?: readonly FieldsRule<FieldsOf<NoInfer<All>>, keyof NoInfer<All>>[];
  /** The staff list; its path is the collection's own unless it says another. */
  list: Omit<StaffListDefinition, "path" | "name" | "statuses" | "sorts"> & {
    path?: string;
    sorts: Readonly<Record<string, SortOrder>>;
    /** The columns that may be null and sort last then. */
    emptyLast?: readonly string[];
    /** The fields that a search looks in, unless the server knows better. */
    search?: readonly NoInfer<keyof All & string>[];
    /** The columns of the table; without them, the first fields, and every other one is in the open row. */
    columns?: readonly NoInfer<keyof All & string>[];
  };
  /** How a search of everything finds one. */
  search?: {
    /** The fields that one is looked up by, besides unique fields and its VIN. */
    numbers?: readonly NoInfer<keyof All & string>[];
    /** The fields that tell those found from each other; without them, the columns of the list. */
    tells?: readonly NoInfer<keyof All & string>[];
  };
  /** What the import says about the rows of a file: which are matched, and what happens to their fields. */
  importNotes?: { matched: string; fields: string };
  /** What the API's description says about it: the group of its calls, what a list of it has, and what a body means. */
  api?: { tag?: string; listed?: string; bodyNote?: string };
  /** What a record of the API has besides its fields. */
  besides?(rules: Rules): Record<string, z.ZodType>;
  /** What visitors see besides the public fields, and on a card besides the fields for cards. */
  public?: { page?: readonly string[]; card?: readonly string[] };
  /** Which records visitors see; without it none. */
  shown?: ShownWhen;
  /**
   * Its subject writes it: no form, import, change of several or call that writes follows from the definition, and the trash is for what
   * the subject puts there.
   */
  isWrittenBySubject?: boolean;
  /** Nothing is added from its list: its records follow from others, as a credit note does from a sale. */
  isAddedElsewhere?: boolean;
  /** What not every role may read, field by field; the table of roles says who may. */
  restricted?: Readonly<Record<string, Restriction>>;
  /** Its records are people: the history names none. */
  isPersonal?: boolean;
  /**
   * What the history forgets about a record that is removed permanently, because it is about people: these fields, or everything except a
   * line that it existed.
   */
  forgets?: "all" | readonly NoInfer<keyof All & string>[];
}

/**
 * One kind of record. What every kind can do is written once and follows from it: the table's columns, the form and its checks,
 * lists, the API and its description, history, trash, import and export.
 */
export interface Collection<All extends Fields = Fields>
  extends Omit<
    Definition<All>,
    "recordKind" | "list" | "sections" | "rules" | "nameOf" | "failed" | "search" | "forgets"
  > {
  recordKind: string;
  search?: { numbers?: readonly string[]; tells?: readonly string[] };
  forgets?: "all" | readonly string[];
  failed(message: string): string[];
  sections: readonly FormSection[];
  rules: readonly FieldsRule[];
  list: StaffListDefinition & { name: string };
  /** The orders of its lists, by their names in addresses. */
  sorts: Readonly<Record<string, SortOrder>>;
  emptyLast: readonly string[];
  /** The fields that a search looks in. */
  searched: readonly string[];
  /** The fields that are columns of the staff list. */
  columns: readonly string[];
  /** Of a record, or of what is known about it. */
  nameOf(record: object): string;
}

/** Defines a kind of record. Its types follow from the fields. */
export function defineCollection<All extends Fields>(definition: Definition<All>): Collection<All> {
  const { rules = [], list, ...rest } = definition;
  const { path = rest.path, sorts, emptyLast = [], search, columns, ...shownList } = list;
  const named = Object.keys(rest.fields);
  return {
    recordKind: rest.kind,
    failed: (message) => [message],
    ...rest,
    sections: withEveryField(rest.sections, rest.fields),
    rules: rules as readonly FieldsRule[],
    list: {
      ...(rest.isWrittenBySubject ? { hasNoBulk: true } : {}),
      ...shownList,
      path,
      name: rest.path.split("/").at(-1) ?? "",
      statuses: labelsOf(rest.fields.status?.options ?? []),
      sorts: Object.fromEntries(Object.entries(sorts).map(([name, { label }]) => [name, label])),
    },
    ...{ sorts, emptyLast },
    searched: search ?? named.filter((name) => SEARCHED_INPUTS.has(rest.fields[name]?.input)),
    columns: columns ?? named.slice(0, MOST_COLUMNS),
  };
}

/** A field that no section names goes at the end of the last one. */
function withEveryField(sections: readonly FormSection[], fields: Fields): readonly FormSection[] {
  const named = new Set(sections.flatMap(({ rows }) => rows.flatMap((row) => row.fields)));
  const others = formFields({ fields }).flatMap(([name]) => (named.has(name) ? [] : [name]));
  const last = sections.at(-1);
  if (!last || others.length === 0) return sections;
  return [
    ...sections.slice(0, -1),
    { ...last, rows: [...last.rows, ...others.map((name) => ({ fields: [name] }))] },
  ];
}

const SEARCHED_INPUTS: ReadonlySet<string | undefined> = new Set(["short", "phone", "email"]);
const MOST_COLUMNS = 5;

function labelsOf(options: readonly FieldOption[]): Record<string, string> {
  return lookupTable(Object.fromEntries(options.map(({ value, label }) => [value, label])));
}

/** Where staff's links to a record lead: its page, or its form. */
export function recordPath({ path, hasPage }: Pick<Collection, "path" | "hasPage">, id: string): string {
  return hasPage ? `${path}/${id}` : `${path}/${id}/edit`;
}

/** The field that no two records have the same of, and the column that says so. */
export function uniqueField({ fields }: Pick<Collection, "fields">) {
  const [name, field] = Object.entries(fields).find(([, { unique }]) => unique !== undefined) ?? [];
  return name === undefined || field?.unique === undefined
    ? undefined
    : { name, field, keyColumn: `${name}Key`, taken: field.unique };
}

/** A unique value as it is compared. */
export function uniqueKey(value: string): string {
  return toNormalForm(value, "NFKC").toLowerCase();
}

/** Whether the form of a stored record has a field: not one that the site sets, or that was told when the record was made. */
export function isEditable({ readOnly, setOnce }: Pick<Field, "readOnly" | "setOnce">): boolean {
  return !readOnly && !setOnce;
}

/** The fields that are in the form, by name, in the order of the definition. */
export function formFields({ fields }: Pick<Collection, "fields">): [name: string, field: Field][] {
  return Object.entries(fields).filter(([, { input }]) => input);
}

/** The names of the fields that visitors see: everywhere, or on a card. */
export function publicFields({ fields, public: besides = {} }: Collection, where: "page" | "card"): string[] {
  const own =
    where === "page" ? ["_id", "createdAt", ...(besides.page ?? [])] : ["_id", ...(besides.card ?? [])];
  const named = Object.keys(fields).filter((name) => {
    const visibility = fields[name]?.visibility;
    return visibility !== undefined && (where === "page" || visibility === "card");
  });
  return [...own, ...named];
}

/** What a card in a list shows of a public record, with the number of its pictures in place of them. */
export function toCard<Card>(
  collection: Collection,
  { images, ...record }: { images: readonly unknown[] },
): Card & { imageCount: number } {
  const names = new Set(publicFields(collection, "card"));
  const shown = Object.entries(record).filter(([name]) => names.has(name));
  return { ...Object.fromEntries(shown), imageCount: images.length } as Card & { imageCount: number };
}
