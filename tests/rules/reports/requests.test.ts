import { beforeAll, expect, test } from "vitest";
import { engine } from "~/db/connection.server";
import { migrate } from "~/db/migrate.server";
import { reportRequests } from "~/reports/requests.server";
import { PART_REQUESTS } from "~/requests/part-requests";
import { closeRequest, updateRequest } from "~/requests/work.server";
import { as } from "../../support/act";
import { minutesLater, newPartRequest } from "../../support/requests";

beforeAll(async () => {
  await migrate(engine);
});

test("the reasons of lost requests add up to them: a status that was set alone gives none", async () => {
  const [priced, cancelled, forgotten] = [
    await newPartRequest(),
    await newPartRequest(),
    await newPartRequest(),
  ];
  await as({ username: "marta", now: minutesLater(60) }, async () => {
    await closeRequest(PART_REQUESTS, priced, { as: "price", expectedVersion: "pending" });
    for (const id of [cancelled, forgotten]) await updateRequest(PART_REQUESTS, id, { status: "cancelled" });
  });
  const { columns, rows } = await reportRequests({ from: "2026-03-02", to: "2026-03-02" });
  const [parts] = rows;
  const labels = columns.map(({ label }) => label);
  const cell = (label: string) => parts?.cells[labels.indexOf(label)];
  expect(["Lost", "Price", "No answer", "No reason given"].map(cell)).toEqual([3, 1, 0, 2]);
});
