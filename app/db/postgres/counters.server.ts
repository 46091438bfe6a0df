import type { Pool } from "pg";
import { RateLimiterPostgres } from "rate-limiter-flexible";
import type { Counters } from "../engine";

/** The table as the library creates it. */
export const CREATE_COUNTERS = `create table if not exists "rateLimits" (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);`;

/** Counts in a table of the same database, over the pool. */
export function openCounters(pool: Pool): Counters {
  return {
    createLimiter: (options) =>
      new RateLimiterPostgres({
        storeClient: pool,
        storeType: "pool",
        tableName: "rateLimits",
        tableCreated: true,
        clearExpiredByTimeout: false,
        ...options,
      }),
    limitExpiry: async (key, latest) => {
      await pool.query(`update "rateLimits" set expire = $1 where key = $2 and expire > $1`, [latest, key]);
    },
    deleteExpired: async (now) => {
      await pool.query(`delete from "rateLimits" where expire <= $1`, [now]);
    },
  };
}
