import { expect, test } from "vitest";
import { mergeNotes } from "~/requests/note";

const NOW = new Date("2026-11-21T12:00:00.000Z");
const by = { author: "ann", now: NOW };
const stored = [
  { author: "bob", timestamp: "2026-11-20T08:00:00.000Z", content: "Called, no answer" },
  { author: "ann", timestamp: "2026-11-20T09:00:00.000Z", content: "Left a message" },
];

test("notes that stand there stay as they were written, in their order, whatever is sent", () => {
  for (const sent of [[...stored].reverse(), stored.slice(1), []])
    expect(mergeNotes(sent, stored, by)).toEqual(stored);
});

test("a new note is signed by whoever sends it, now", () => {
  expect(mergeNotes([...stored, { content: "Quoted $120" }], stored, by)).toEqual([
    ...stored,
    { author: "ann", timestamp: NOW.toISOString(), content: "Quoted $120" },
  ]);
});

test("nobody writes in another's name, or changes what another wrote without signing it", () => {
  const forged = [
    { author: "bob", timestamp: "2026-11-20T08:00:00.000Z", content: "Called, promised a discount" },
    { author: "bob", timestamp: "2020-01-01T00:00:00.000Z", content: "Called, no answer" },
    { author: "boss", content: "Approved" },
  ];
  expect(mergeNotes(forged, stored, by)).toEqual([
    ...stored,
    ...forged.map(({ content }) => ({ author: "ann", timestamp: NOW.toISOString(), content })),
  ]);
});
