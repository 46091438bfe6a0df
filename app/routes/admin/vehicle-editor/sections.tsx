import type { FocusEvent, ReactNode } from "react";
import { parseTypedDate, typedDay } from "~/models/typed-date";
import { TextArea, TextField } from "~/ui/form";
import { PictureField } from "~/ui/picture-field";
import { SignCard } from "~/ui/sign-card";
import type { EditorField } from "./use-vehicle-form";

/** The parts of a form by their headings, in its order. */
export type EditorParts = readonly string[];

/** The way from the form's head to each of its parts. */
export function PartLinks({ parts }: { parts: EditorParts }) {
  return (
    <nav className="editor__parts" aria-label="Parts of the form">
      <ul className="editor__ways">
        {parts.map((title) => (
          <li key={title}>
            <a href={`#${partId(title)}`}>{title}</a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** A part of the form under its heading. */
export function EditorSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <SignCard className="form editor__section" id={partId(title)} title={title}>
      {children}
    </SignCard>
  );
}

interface FieldProps {
  field: EditorField;
  label: string;
  optional?: boolean;
}

/** A field of short words that a phone's keyboard should start in capitals, and not correct. */
export function NameField({ field, label, optional }: FieldProps) {
  return (
    <TextField
      field={field}
      label={label}
      optional={optional}
      required={!optional}
      autoComplete="off"
      autoCapitalize="words"
      spellCheck={false}
    />
  );
}

interface FigureFieldProps extends FieldProps {
  decimal?: boolean;
  /** Stands in the field beside the figure. */
  unit?: "dollars" | "miles";
}

/** A figure, typed on a phone's number pad. */
export function FigureField({ field, label, optional, decimal, unit }: FigureFieldProps) {
  return (
    <TextField
      field={field}
      label={label}
      optional={optional}
      required={!optional}
      autoComplete="off"
      inputMode={decimal ? "decimal" : "numeric"}
      className={unit && `editor__figure editor__figure--${unit}`}
    />
  );
}

/**
 * A day as text: a browser's own date field takes neither two digits for a year nor a pasted date, and shows it in
 * an order that depends on the machine. With script the day is written out, so that one sees which century it fell in.
 */
export function DayField({ field, label, optional, today }: FieldProps & { today: string }) {
  function writeOut({ currentTarget: input }: FocusEvent<HTMLInputElement>) {
    const day = parseTypedDate(input.value, today);
    if (day) input.value = typedDay(day);
  }
  return (
    <TextField
      field={field}
      label={
        <>
          {label} <span className="field__optional">MM/DD/YYYY</span>
        </>
      }
      optional={optional}
      required={!optional}
      autoComplete="off"
      inputMode="numeric"
      onBlur={writeOut}
    />
  );
}

interface PictureSectionProps {
  field: EditorField;
  /** What was wrong with the picture of a form that was held, until the form is answered. */
  problem: string | undefined;
}

/** The picture's part of the form. */
export function PictureSection({ field, problem }: PictureSectionProps) {
  return (
    <EditorSection title="Vehicle Image">
      <PictureField field={field} problem={field.errors?.join(" ") ?? problem} />
    </EditorSection>
  );
}

export const NOTES = "Notes";

/** Staff's own notes. */
export function NotesSection({ field }: { field: EditorField }) {
  return (
    <EditorSection title={NOTES}>
      <TextArea
        field={field}
        label="Notes for staff"
        hint="Never shown on the public site."
        optional
        className="editor__notes"
      />
    </EditorSection>
  );
}

function partId(title: string): string {
  return `part-${title.toLowerCase().replaceAll(" ", "-")}`;
}
