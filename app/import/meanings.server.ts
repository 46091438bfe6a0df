import { db } from "~/db/connection.server";
import { readCsvText } from "~/values/csv";

import { findOption, isUnknown, type Meanings, meaningOf, suggestOption, toWord } from "./cells";
import type { FileRow } from "./file.server";
import { type ColumnMap, type FormFields, importFields } from "./headings";
import type { UnknownWord } from "./plan.server";
import { importForm } from "./plan.server";

/*
 * What another program's words mean in our fields of choices: listed from the file once its columns are matched, chosen by the person who
 * imports it, and remembered for the next file.
 */

/** The most words that a page asks about; the rows of any further ones are rejected. */
const MAX_WORDS = 80;
const MAX_WORD_LENGTH = 200;

/** The unknown words in a file's columns of choices, in the order of the fields, the most frequent first. */
export async function listUnknownWords(
  kind: string,
  columns: ColumnMap,
  rows: AsyncIterable<FileRow>,
): Promise<UnknownWord[]> {
  const fields = choiceFields(importForm(kind)).filter(({ name }) => columns[name] !== undefined);
  if (fields.length === 0) return [];
  const remembered = await findMeanings(kind);
  const found = new Map<string, UnknownWord>();
  for await (const { cells } of rows) {
    for (const { name, options = [] } of fields) {
      const text = readCsvText(cells[columns[name] ?? -1] ?? "").trim();
      const key = JSON.stringify([name, toWord(text)]);
      const known = found.get(key);
      if (known) known.rows += 1;
      else if (text !== "" && text.length <= MAX_WORD_LENGTH && found.size < MAX_WORDS) {
        if (isUnknown(text) || findOption(kind, name, options, text) !== undefined) continue;
        const meaning = meaningOf(remembered, name, text) ?? suggestOption(kind, name, options, text);
        found.set(key, { field: name, text, rows: 1, ...(meaning === undefined ? {} : { meaning }) });
      }
    }
  }
  const order = fields.map(({ name }) => name);
  return [...found.values()].sort(
    (one, other) => order.indexOf(one.field) - order.indexOf(other.field) || other.rows - one.rows,
  );
}

/** The meanings of these words, without unknown ones. */
export function meaningsOf(words: readonly UnknownWord[]): Meanings {
  const meanings: Meanings = {};
  for (const { field, text, meaning } of words) {
    if (meaning !== undefined) meanings[field] = { ...meanings[field], [toWord(text)]: meaning };
  }
  return meanings;
}

/** What words meant in earlier files of this kind, if it is still a choice. */
export async function findMeanings(kind: string): Promise<Meanings> {
  const rows = await db.selectFrom("importMeanings").selectAll().where("kind", "=", kind).execute();
  const options = new Map(choiceFields(importForm(kind)).map(({ name, options }) => [name, options ?? []]));
  const meanings: Meanings = {};
  for (const { field, word, meaning } of rows) {
    if (meaning === "" || options.get(field)?.some(({ value }) => value === meaning))
      meanings[field] = { ...meanings[field], [word]: meaning };
  }
  return meanings;
}

/** Remembers what words mean for the next file. */
export async function rememberMeanings(kind: string, meanings: Meanings): Promise<void> {
  for (const [field, words] of Object.entries(meanings)) {
    for (const [word, meaning] of Object.entries(words)) {
      await db
        .insertInto("importMeanings")
        .values({ kind, field, word, meaning })
        .onConflict((conflict) => conflict.columns(["kind", "field", "word"]).doUpdateSet({ meaning }))
        .execute();
    }
  }
}

/** The fields whose values are choices. */
export function choiceFields(form: FormFields) {
  return importFields(form).filter(({ options }) => options !== undefined);
}
