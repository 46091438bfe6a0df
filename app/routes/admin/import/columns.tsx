import { Form, useNavigation } from "@remix-run/react";
import type { ImportView } from "~/import/view.server";
import { Icon } from "~/ui/layout/icon";
import { DiscardForm } from "./forms";

/** The columns as they were posted, and what is wrong with them. */
export interface PostedColumns {
  problem: string;
  columns: Record<string, number>;
}

interface MatchColumnsProps {
  kind: ImportView["kind"];
  columns: NonNullable<ImportView["columns"]>;
  posted: PostedColumns | undefined;
}

/** Which column of the file holds which of our fields. */
export function MatchColumns({ kind, columns: { fields, headings, ignored }, posted }: MatchColumnsProps) {
  const isBusy = useNavigation().formData?.get("intent") === "columns";
  return (
    <section aria-labelledby="columns-title">
      <h2 id="columns-title">Match the Columns</h2>
      <p>
        Choose for each of our fields the column of your file.{" "}
        {kind === "part"
          ? "A part whose stock number we have is changed; the others are added. One without a stock number gets a new one."
          : "A vehicle whose stock number we have is changed; the others are added."}
      </p>
      <Form method="post" className="import__columns">
        {fields.map(({ name, label, hint, column }) => {
          const chosen = posted ? posted.columns[name] : column;
          const error = name === "stockNumber" ? posted?.problem : undefined;
          const samples = chosen === undefined ? [] : (headings[chosen]?.samples ?? []);
          return (
            <div className={error ? "field field--invalid" : "field"} key={name}>
              <label className="field__label" htmlFor={`column-${name}`}>
                {label}
              </label>
              <select
                className="input input--select"
                id={`column-${name}`}
                name={name}
                defaultValue={chosen === undefined ? "" : String(chosen)}
                aria-describedby={error ? `error-${name}` : undefined}
                aria-invalid={error ? true : undefined}
              >
                <option value="">Not in this file</option>
                {headings.map((heading, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: a file's columns keep their places
                  <option key={index} value={index}>
                    {heading.name}
                    {heading.samples[0] ? `: ${heading.samples[0].slice(0, 30)}` : ""}
                  </option>
                ))}
              </select>
              {error ? (
                <p className="field__error" id={`error-${name}`} role="alert">
                  <Icon name="alert" size={18} /> {error}
                </p>
              ) : null}
              {samples.length > 0 ? <p className="import__samples">{samples.join(" · ")}</p> : null}
              {hint ? <p className="import__samples">{hint}</p> : null}
            </div>
          );
        })}
        {ignored.length > 0 ? (
          <p className="import__wide">
            <strong>Columns that no field takes:</strong> {ignored.join(", ")}
          </p>
        ) : null}
        <div className="form__actions import__wide">
          <button type="submit" className="button" name="intent" value="columns" disabled={isBusy}>
            Check the File
          </button>
        </div>
      </Form>
      <DiscardForm label="Discard This Import" />
    </section>
  );
}
