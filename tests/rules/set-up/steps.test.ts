import { beforeAll, expect, it } from "vitest";
import { deleteRecord } from "~/collections/trash.server";
import { engine } from "~/db/connection.server";
import { migrate } from "~/db/migrate.server";
import { PART_RECORDS } from "~/parts/part.server";
import { loadSteps } from "~/set-up/steps.server";
import { as } from "../../support/act";
import { shelfPart } from "../../support/builders";

beforeAll(() => migrate(engine));

const asMarta = <Result>(run: () => Result) => as({ username: "marta", role: "owner", now: new Date() }, run);
const isImportDone = async () => (await asMarta(loadSteps)).find(({ id }) => id === "import")?.isDone;

it("the step of cars and parts is open again once the part that was added as a try is deleted", async () => {
  const { _id } = await shelfPart();
  expect(await isImportDone()).toBe(true);
  await asMarta(() => deleteRecord(PART_RECORDS, _id));
  expect(await isImportDone()).toBe(false);
});
