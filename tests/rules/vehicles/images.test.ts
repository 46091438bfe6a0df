import { beforeAll, describe, expect, test } from "vitest";
import { findPublicRecord, updateRecord } from "~/collections/records.server";
import { COMMAND_LINE } from "~/context.server";
import { engine } from "~/db/connection.server";
import { migrate } from "~/db/migrate.server";
import { imageAlt, imagesToStore } from "~/pictures/images";
import { DISMANTLED_RECORDS } from "~/vehicles/dismantled.server";
import { RETAIL_RECORDS } from "~/vehicles/retail.server";
import { as } from "../../support/act";
import { dismantledVehicle, retailVehicle } from "../../support/builders";

const url = (letter: string) => `/uploads/${letter.repeat(24)}-1600x1200-2/1600.webp`;
const image = (letter: string, alt = "") => ({ imageUrl: url(letter), alt });
const order = (images: readonly { imageUrl: string }[]) => images.map(({ imageUrl }) => imageUrl[9]).join("");

beforeAll(() => migrate(engine));

describe("the pictures that are stored", () => {
  const stored = [image("a", "Front"), image("b"), image("c")];

  test.each([
    ["the list, where there is one", { images: [image("d"), image("a")], imageUrl: url("b") }, "da"],
    ["none, where the list is empty", { images: [], imageUrl: url("b") }, ""],
    ["none, where nothing is said", {}, ""],
    ["all, where the first is named", { imageUrl: url("a") }, "abc"],
    ["all, the named one first", { imageUrl: url("c") }, "cab"],
    ["a new one in place of the first", { imageUrl: url("d") }, "dbc"],
  ])("are %s", (_what, given, expected) => {
    expect(order(imagesToStore(given, stored))).toBe(expected);
  });

  test("keep their texts where the first is named", () => {
    expect(imagesToStore({ imageUrl: url("a") }, stored)[0]?.alt).toBe("Front");
  });
});

test("a picture without a text of its own is called by the vehicle and its number", () => {
  const images = [image("a", "The dash"), image("b")];
  expect(imageAlt("2011 Honda Accord", images, 0)).toBe("The dash");
  expect(imageAlt("2011 Honda Accord", images, 1)).toBe("2011 Honda Accord, picture 2 of 2");
  expect(imageAlt("2011 Honda Accord", [image("a")], 0)).toBe("2011 Honda Accord");
});

test("the first picture of a vehicle is its imageUrl, whatever happens to the list", async () => {
  const images = [image("a", "Front"), { ...image("b"), caption: "The engine" }];
  const { _id, ...vehicle } = await retailVehicle({ images });
  expect(vehicle).toMatchObject({ imageUrl: url("a"), images });
  const fields = { ...vehicle, images: [...images].reverse() };
  await as({ ...COMMAND_LINE, now: new Date() }, () => updateRecord(RETAIL_RECORDS, _id, fields));
  expect(await findPublicRecord(RETAIL_RECORDS, _id)).toMatchObject({
    imageUrl: url("b"),
    images: [{ caption: "The engine" }, { alt: "Front" }],
  });
  await as({ ...COMMAND_LINE, now: new Date() }, () =>
    updateRecord(RETAIL_RECORDS, _id, { ...fields, images: [] }),
  );
  const bare = await findPublicRecord(RETAIL_RECORDS, _id);
  expect([bare?.imageUrl, bare?.images]).toEqual([undefined, []]);
});

test("a vehicle with one picture has a list of one", async () => {
  const { _id } = await dismantledVehicle({ imageUrl: url("c") });
  expect((await findPublicRecord(DISMANTLED_RECORDS, _id))?.images).toEqual([image("c")]);
});
