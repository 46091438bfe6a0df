import type { Collection } from "./collection";
import type { Field, Fields } from "./field";

type Values = Record<string, unknown>;
type WithFields = Pick<Collection, "fields">;

/** A field that isn't a group: where its value is in a record, and its column. */
interface Leaf {
  /** `["vehicleInfo", "year"]` */
  path: readonly string[];
  /** `vehicleYear` */
  column: string;
  field: Field;
}

/** Every field that has a column, in the order of the definition. */
export function leavesOf(fields: Fields, prefix = "", path: readonly string[] = []): Leaf[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    const here = [...path, name];
    if (field.fields) return leavesOf(field.fields, field.prefix, here);
    return [{ path: here, column: columnOf(name, field, prefix), field }];
  });
}

/** What a record's table holds for its fields: every column, null for a value that is missing. */
export function toColumns({ fields }: WithFields, values: object, prefix = ""): Values {
  const columns: Values = {};
  for (const [name, field] of Object.entries(fields)) {
    const value = (values as Values)[name];
    if (field.fields) Object.assign(columns, toColumns({ fields: field.fields }, value ?? {}, field.prefix));
    else {
      const { write } = field.column ?? {};
      columns[columnOf(name, field, prefix)] = (value === undefined || !write ? value : write(value)) ?? null;
    }
  }
  return columns;
}

/** The fields that a row has values for. A group that may be missing is so without any. */
export function fromColumns({ fields }: WithFields, row: object, prefix = ""): Values {
  const values: Values = {};
  for (const [name, field] of Object.entries(fields)) {
    const value = field.fields
      ? readGroup({ ...field, fields: field.fields }, row)
      : readColumn(field, (row as Values)[columnOf(name, field, prefix)]);
    if (value !== undefined) values[name] = value;
  }
  return values;
}

function readGroup({ fields, prefix, optional }: Field & WithFields, row: object): Values | undefined {
  const values = fromColumns({ fields }, row, prefix);
  return optional && Object.keys(values).length === 0 ? undefined : values;
}

function readColumn({ column: { read, empty } = {} }: Field, stored: unknown): unknown {
  if (stored === undefined || stored === null) return empty;
  return read ? read(stored) : stored;
}

function columnOf(name: string, { column = {} }: Field, prefix = ""): string {
  const whole = prefix ? prefix + name.charAt(0).toUpperCase() + name.slice(1) : name;
  return column.name ?? whole + (column.suffix ?? "");
}
