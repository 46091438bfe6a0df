import type { Collection } from "./collection";

type Values = Record<string, unknown>;

/** What a record's table holds for its fields: every column, null for a value that is missing. */
export function toColumns({ fields }: Pick<Collection, "fields">, values: object): Values {
  return Object.fromEntries(
    Object.entries(fields).map(([name, { column = {} }]) => {
      const value = (values as Values)[name];
      const stored = value === undefined || !column.write ? value : column.write(value);
      return [name + (column.suffix ?? ""), stored ?? null];
    }),
  );
}

/** The fields that a row has values for. */
export function fromColumns({ fields }: Pick<Collection, "fields">, row: object): Values {
  const values = Object.entries(fields).map(([name, { column = {} }]) => {
    const stored = (row as Values)[name + (column.suffix ?? "")] ?? undefined;
    return [name, stored === undefined || !column.read ? stored : column.read(stored)];
  });
  return Object.fromEntries(values.filter(([, value]) => value !== undefined));
}
