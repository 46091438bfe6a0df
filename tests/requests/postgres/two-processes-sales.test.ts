// @own-process: its token is signed with the database's secret, and an earlier file would have read another one

import { beforeAll, expect, test } from "vitest";
import { issueToken } from "~/accounts/access-token.server";
import { db, engine } from "~/db/connection.server";
import { migrate } from "~/db/migrate.server";
import { shelfPart } from "../../support/builders";
import { findBrokenInvariants } from "../../support/money-invariants";
import { newVisitor, type SiteProcess, siteProcess } from "../../support/processes";
import { signedIn } from "../../support/staff";

const SALES = 12;

let processes: SiteProcess[];
let authorization: string;
beforeAll(async () => {
  await migrate(engine);
  processes = await Promise.all([siteProcess(), siteProcess()]);
  await Promise.all(processes.map((one) => one.start()));
  const { session } = await signedIn();
  authorization = `Bearer ${await issueToken(session, new Date())}`;
});

/** Both processes at once, each answer by its process. */
const both = (path: string, body: (index: number) => unknown = () => ({})) =>
  Promise.all(
    processes.map((one, index) =>
      one.fetch(`/api/admin/sales${path}`, {
        method: "POST",
        headers: { ...newVisitor(), Authorization: authorization, "Content-Type": "application/json" },
        body: JSON.stringify(body(index)),
      }),
    ),
  );

test("two clerks in two processes never put one part on two sales", async () => {
  for (let round = 0; round < SALES; round++) {
    const { _id } = await shelfPart();
    const answers = await both("", () => ({
      lines: [{ kind: "part", part: _id }],
      payments: [{ method: "card" }],
    }));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400]);
  }
  expect(await findBrokenInvariants()).toEqual([]);
});

test("a draft that both complete is completed once, and the numbers have no gap", async () => {
  const drafts = await db.selectFrom("sales").select("id").where("status", "=", "draft").execute();
  const numbers: number[] = [];
  for (const { id } of drafts) {
    const answers = await both(`/${id}/complete`);
    const sales = await Promise.all(answers.map((answer) => answer.json()));
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(new Set(sales.map(({ number }) => number)).size).toBe(1);
    numbers.push(Number(sales[0].number.slice(2)));
  }
  expect(numbers).toEqual(numbers.map((_, index) => (numbers[0] ?? 0) + index));
  expect(await findBrokenInvariants()).toEqual([]);
});
