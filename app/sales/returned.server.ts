import { type SqlBool, sql } from "kysely";

/** Whether a line of a sale still counts as sold, in a query of `saleLines`: a part comes back whole (returns.server.ts), or not at all. */
export const isNotReturned = sql<SqlBool>`not exists
  (select 1 from "creditNoteLines" where "creditNoteLines"."saleLineId" = "saleLines"."id")`;
