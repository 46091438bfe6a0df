import type { Socket } from "node:net";
import path from "node:path";
import SqliteDatabase from "better-sqlite3";

/*
 * Attacks on the memory and on everybody's place: long lists that nobody reads, or that are asked for again and again, and eight
 * addresses that hold all connections there are.
 */

export interface Attack {
  /** How many it holds. One that is closed is opened again. */
  connections: number;
  /** Where they come from, in turn; without them from 127.0.0.1. */
  addresses?: readonly string[];
  /** Fills the data of the site first. */
  prepare?: (dataDir: string) => void;
  /** What each connection sends; a timer of it ends with the connection. */
  attack: (socket: Socket, port: number) => NodeJS.Timeout | undefined;
}

const LIST_VEHICLES = 10_000;
const LIST = (port: number) => `GET /api/retail-vehicles HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`;
const EIGHT_ADDRESSES = Array.from({ length: 8 }, (_, index) => `127.0.0.${11 + index}`);

export const CROWDS: Record<string, Attack> = {
  "200 connections stop reading a long list": {
    connections: 200,
    prepare: (dataDir) => addVehicles(dataDir, LIST_VEHICLES),
    attack: (socket, port) => {
      socket.write(LIST(port));
      socket.pause();
      return undefined;
    },
  },
  "20 connections read a long list again and again": {
    connections: 20,
    prepare: (dataDir) => addVehicles(dataDir, LIST_VEHICLES),
    attack: (socket, port) => {
      socket.write(LIST(port));
      socket.on("data", (data) => {
        if (data.subarray(-5).equals(Buffer.from("0\r\n\r\n"))) socket.write(LIST(port));
      });
      return undefined;
    },
  },
  "2,048 connections of eight addresses": {
    connections: 2_048,
    addresses: EIGHT_ADDRESSES,
    attack: (socket, port) => {
      socket.write(
        `POST /repair HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 60000\r\n\r\na=`,
      );
      return setInterval(() => socket.write("b"), 5_000);
    },
  },
};

/** Copies vehicles for sale until there are so many; each has a stock number of its own. */
function addVehicles(dataDir: string, count: number): void {
  const database = new SqliteDatabase(path.join(dataDir, "site.db"));
  const columns = database.pragma("table_info(retailVehicles)") as { name: string }[];
  const OWN = ["id", "stockNumber", "stockNumberKey"];
  const values = columns.map(({ name }) => (OWN.includes(name) ? `"${name}" || '-' || n` : `"${name}"`));
  database.exec(`insert into retailVehicles (${columns.map(({ name }) => `"${name}"`).join()})
    with recursive copies(n) as (select 1 union all select n + 1 from copies where n < ${count})
    select ${values.join()} from retailVehicles cross join copies where status = 'available' limit ${count}`);
  database.close();
}
