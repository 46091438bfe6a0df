import { Form, useNavigation } from "@remix-run/react";
import type { ImportView } from "~/import/view.server";
import { formatCount } from "~/values/format";
import { normalizeLine } from "~/values/normalize";
import { DiscardForm, IntentForm } from "./forms";

/** The hidden field that names the words that were asked about, to recognize a form that came too late. */
export const ASKED = "words";

/** What its value is: each word in a line, because a browser posts the line breaks in a cell as others. */
export function askedWords(words: readonly { text: string }[]): string {
  return words.map(({ text }) => normalizeLine(text)).join("\n");
}

/** The select that says what a word means, by its place in the list. */
export function meaningField(index: number): string {
  return `meaning-${index}`;
}

/** What the file's words mean that are not our choices: each once, however many rows have it. */
export function MatchValues({ words }: { words: NonNullable<ImportView["words"]> }) {
  const isBusy = useNavigation().formData?.get("intent") === "values";
  return (
    <section aria-labelledby="values-title">
      <h2 id="values-title">What Your Values Mean</h2>
      <p>
        These values aren't among our choices. Your answers are remembered for the next file.
        {words.some(({ label }) => label === "Status")
          ? " Leave a status empty to keep the one on record; a new record gets our first status."
          : null}
      </p>
      <Form method="post" className="grid halves import__columns">
        <input type="hidden" name={ASKED} value={askedWords(words)} />
        {words.map(({ heading, label, text, rows, meaning, options }, index) => (
          <div className="field" key={`${label} ${text}`}>
            <label className="field__label" htmlFor={meaningField(index)}>
              {heading}: your value “{text}” means …
            </label>
            <select
              className="input input--select"
              id={meaningField(index)}
              name={meaningField(index)}
              defaultValue={meaning}
            >
              <option value="">Leave empty</option>
              {options.map((option) => (
                <option key={option.value} value={option.value}>
                  {option.label}
                </option>
              ))}
            </select>
            <p className="note breaks">
              In {formatCount(rows)} {rows === 1 ? "row" : "rows"}
            </p>
          </div>
        ))}
        <div className="cluster form__actions all-columns wide breaks">
          <button type="submit" className="button" name="intent" value="values" disabled={isBusy}>
            Check the File
          </button>
        </div>
      </Form>
      <div className="cluster gap-2 gap-x-4 import__actions">
        <IntentForm intent="back">
          <button type="submit" className="button button--secondary">
            Change the Columns
          </button>
        </IntentForm>
        <DiscardForm label="Discard This Import" />
      </div>
    </section>
  );
}
