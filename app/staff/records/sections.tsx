import type { FieldMetadata, FormMetadata } from "@conform-to/react";
import { type FocusEvent, type ReactNode, useState } from "react";
import { type Collection, type FormSection, isEditable } from "~/collections/collection";
import type { Field, FieldOption } from "~/collections/field";
import { formatFieldValue } from "~/collections/form";
import { isNeeded } from "~/collections/schema";
import { PART_ENTRIES } from "~/parts/catalog";
import { PicturesField } from "~/staff/forms/pictures-field";
import { useMayPrice, useMayRead } from "~/staff/use-may-open";
import { Checkbox, SelectField, TextArea, TextField } from "~/ui/forms/fields";
import { InPageLink } from "~/ui/layout/in-page-link";
import { formatTypedDay, parseTypedDate } from "~/values/typed-date";
import {
  DAMAGE_CONFIRMED,
  DAMAGE_QUESTION,
  type EditorPage,
  type EditorResult,
  FUTURE_DATE_CONFIRMED,
  FUTURE_DATE_QUESTION,
} from "./submission";
import { VinDecodeField } from "./vin-decode-field";

/** The id of the list of catalog names. */
const PART_NAMES = "part-names";

type EditorField = FieldMetadata<unknown, Record<string, unknown>, string[]>;

/** conform's metadata of each field, by its name. */
export type EditorFields = Record<string, EditorField>;

/** Links from the top of the form to its sections. */
export function SectionLinks({ sections }: { sections: readonly FormSection[] }) {
  return (
    <nav className="screen-only editor__nav" aria-label="Form sections">
      <ul className="cluster gap-2 editor__section-links">
        {sections.map(({ title }) => (
          <li key={title}>
            <InPageLink to={sectionId(title)}>{title}</InPageLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

interface ItemSectionsProps {
  collection: Collection;
  form: FormMetadata<Record<string, unknown>, string[]>;
  fields: EditorFields;
  today: string;
  choices: EditorPage["choices"];
  lacks: EditorPage["lacks"];
  decode: EditorResult["decode"];
  /** True if the form is of a record that is stored, and not added again after it was deleted. */
  isStored: boolean;
  /** Why a saved submission's pictures were not stored, a line for each. */
  pictureProblem: string | undefined;
  notes: EditorPage["notes"];
  /** What the form said that was posted of its future date; undefined before. */
  dateConfirmed: boolean | undefined;
  /** True if the posted form confirmed its damage. */
  damageConfirmed: boolean;
}

/** The form's sections, rendered from its description. */
export function ItemSections({
  collection,
  form,
  fields,
  today,
  choices = {},
  lacks,
  decode,
  isStored,
  pictureProblem,
  notes = {},
  dateConfirmed,
  damageConfirmed,
}: ItemSectionsProps) {
  const { kind, sections, fields: descriptions, restricted } = collection;
  const mayRead = useMayRead();
  const mayPrice = useMayPrice()(collection.path);
  function input(name: string, section: string) {
    const field = fields[name];
    const described = descriptions[name];
    if (!field || !described || !isEditable(described) || !mayRead(restricted?.[name])) return null;
    if (described.unit === "dollars" && !mayPrice)
      return isStored ? <KeptPrice key={name} field={field} label={described.label} /> : null;
    const optional =
      lacks.includes(name) ||
      (described.optional && !isNeeded(collection, name, (one) => fields[one]?.value, today));
    const description = { ...described, optional };
    if (description.input === "vin")
      return (
        <VinDecodeField
          key={name}
          kind={kind}
          field={field}
          form={form}
          optional={description.optional}
          problem={decode?.problem}
          inStock={decode?.inStock}
        />
      );
    if (description.input === "pictures")
      return (
        <PicturesField
          key={name}
          field={field}
          anchor={sectionId(section)}
          problems={field.errors ?? pictureProblem?.split("\n") ?? []}
        />
      );
    const options = withStored(choices[name] ?? description.options ?? [], field.initialValue);
    return (
      <ItemInput
        key={name}
        {...{ field, today, dateConfirmed, damageConfirmed }}
        note={notes[name]}
        description={choices[name] ? { ...description, options } : description}
      />
    );
  }
  return sections.map(({ title, rows }) => (
    <EditorSection key={title} title={title}>
      {rows.map(({ fields: names, inPairs }) =>
        names.length === 1 ? (
          names.map((name) => input(name, title))
        ) : (
          <div key={names.join()} className={inPairs ? "grid pair gap-5 editor__pairs" : "grid halves gap-5"}>
            {names.map((name) => input(name, title))}
          </div>
        ),
      )}
    </EditorSection>
  ));
}

/** A price that the form's user may not set: it is shown, and sent as it was. */
function KeptPrice({ field, label }: { field: EditorField; label: string }) {
  const price = typeof field.initialValue === "string" ? field.initialValue : "";
  return (
    <div className="field">
      <p className="field__label">{label}</p>
      <p>{price === "" ? "None" : formatFieldValue({ unit: "dollars" }, Number(price))}</p>
      <input type="hidden" name={field.name} value={price} />
    </div>
  );
}

/** A stored value stays a choice even if it no longer is one. */
function withStored(options: readonly FieldOption[], stored: unknown): readonly FieldOption[] {
  const isChoice =
    typeof stored !== "string" || stored === "" || options.some(({ value }) => value === stored);
  return isChoice ? options : [...options, { value: stored, label: stored }];
}

interface ItemInputProps {
  field: EditorField;
  description: Field;
  today: string;
  dateConfirmed: boolean | undefined;
  damageConfirmed: boolean;
  note: string | undefined;
}

function ItemInput({ field, description, today, dateConfirmed, damageConfirmed, note }: ItemInputProps) {
  const { input, optional, options = [], placeholder, unit, explain } = description;
  const explained = explain?.(typeof field.value === "string" ? field.value : "") ?? [];
  const hint = explained.length > 0 ? `${explained.join(". ")}.` : description.hint;
  const label = description.longLabel ?? description.label;
  const common = { field, label, optional };
  switch (input) {
    case "select":
      return <SelectField {...common} hint={note ?? hint} choices={options} placeholder={placeholder} />;
    case "part":
      return (
        <>
          <TextField {...common} list={PART_NAMES} autoComplete="off" spellCheck={false} />
          <datalist id={PART_NAMES}>
            {PART_ENTRIES.map(({ id, name }) => (
              <option value={name} key={id} />
            ))}
          </datalist>
        </>
      );
    case "long":
      return (
        <TextArea {...common} hint={hint} className={field.name === "notes" ? "editor__notes" : undefined} />
      );
    case "date":
      return <DateField {...common} today={today} wasConfirmed={dateConfirmed} />;
    case "integer":
    case "decimal":
      return (
        <TextField
          {...common}
          autoComplete="off"
          inputMode={input === "decimal" ? "decimal" : "numeric"}
          className={unit && `editor__figure editor__figure--${unit}`}
        />
      );
    default:
      if (field.name === "damageNotes") return <DamageField {...common} wasConfirmed={damageConfirmed} />;
      // On phones: capitalize words, no autocorrection.
      return (
        <TextField {...common} hint={hint} autoComplete="off" autoCapitalize="words" spellCheck={false} />
      );
  }
}

interface DateFieldProps {
  field: EditorField;
  label: string;
  optional: boolean | undefined;
  today: string;
  wasConfirmed: boolean | undefined;
}

function isInFuture(typed: unknown, today: string): boolean {
  const day = typeof typed === "string" ? parseTypedDate(typed, today) : undefined;
  return day !== undefined && day > today;
}

/**
 * A date as text, because native date fields accept neither two-digit years nor pasted dates. With script the date is
 * rewritten with its full year on blur.
 */
function DateField({ label, today, wasConfirmed, ...props }: DateFieldProps) {
  const { field } = props;
  // A stored date was confirmed when it was stored. No other date is asked about.
  const isStored =
    wasConfirmed === undefined && field.name === "dateAcquired" && isInFuture(field.initialValue, today);
  const [wasAsked, setWasAsked] = useState(isStored || wasConfirmed === true);
  const asks = field.errors?.includes(FUTURE_DATE_QUESTION) ?? false;
  if (asks && !wasAsked) setWasAsked(true);

  function formatDate({ currentTarget: input }: FocusEvent<HTMLInputElement>) {
    const day = parseTypedDate(input.value, today);
    if (day) input.value = formatTypedDay(day);
  }
  return (
    <>
      <TextField
        {...props}
        label={
          <>
            {label} <span className="field__optional">MM/DD/YYYY</span>
          </>
        }
        autoComplete="off"
        inputMode="numeric"
        onBlur={formatDate}
      />
      {wasAsked ? (
        <Checkbox
          name={FUTURE_DATE_CONFIRMED}
          form={field.formId}
          value="yes"
          defaultChecked={isStored || wasConfirmed}
          label="Yes, this date is right"
        />
      ) : null}
    </>
  );
}

type DamageFieldProps = Omit<DateFieldProps, "today">;

/** Words of damage, next to a code that may say there is none. */
function DamageField({ wasConfirmed, ...props }: DamageFieldProps) {
  const { field } = props;
  const [wasAsked, setWasAsked] = useState(wasConfirmed);
  const asks = field.errors?.includes(DAMAGE_QUESTION) ?? false;
  if (asks && !wasAsked) setWasAsked(true);
  return (
    <div>
      <TextField {...props} autoComplete="off" />
      {wasAsked ? (
        <Checkbox
          name={DAMAGE_CONFIRMED}
          form={field.formId}
          value="yes"
          defaultChecked={wasConfirmed}
          label="Yes, this is right"
        />
      ) : null}
    </div>
  );
}

function EditorSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="card grid form wide" id={sectionId(title)} tabIndex={-1}>
      <h2 className="card__title">{title}</h2>
      {children}
    </section>
  );
}

function sectionId(title: string): string {
  return `part-${title.toLowerCase().replaceAll(" ", "-")}`;
}
