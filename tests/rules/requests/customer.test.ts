import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { db, engine } from "~/db/connection.server";
import { migrate } from "~/db/migrate.server";
import { MAX_CUSTOMER_NOTE_LENGTH, MAX_CUSTOMER_NOTES } from "~/requests/customer";
import { addCustomerNote, findCustomerRequest, withdrawRequest } from "~/requests/customer.server";
import { customerKey } from "~/requests/customer-link.server";
import { countWaiting, findRequestPage } from "~/requests/list.server";
import { customerNoteSchema, requestUpdateSchema } from "~/requests/note";
import { PART_REQUESTS } from "~/requests/part-requests";
import { findRequest } from "~/requests/record.server";
import { REPAIR_REQUESTS } from "~/requests/repair-requests";
import {
  addNote,
  changeStatus,
  deleteRequest,
  markSpam,
  quotePart,
  restoreRequest,
  updateRequest,
} from "~/requests/work.server";
import { as } from "../../support/act";
import { callback, minutesLater, newPartRequest, repairRequest } from "../../support/requests";

/** The requests are received on Monday, March 2, 2026, at 10:04 in the morning. */
const RECEIVED = minutesLater(0);
const later = (minutes: number) => ({ username: "marta", now: minutesLater(minutes) });
const message = (minutes: number, formKey = `form ${minutes}`) => ({ formKey, now: minutesLater(minutes) });
const partKey = (id: string) => customerKey({ prefix: "PR", id }, RECEIVED);
const repairKey = (id: string) => customerKey({ prefix: "RR", id }, RECEIVED);
const DAYS = 24 * 60;

beforeAll(() => migrate(engine));
beforeEach(async () => {
  for (const table of ["partRequests", "repairRequests", "idempotencyKeys"] as const)
    await db.deleteFrom(table).execute();
});

/** What the customer of a part request sees. */
const seen = (id: string, minutes = 1) => findCustomerRequest(partKey(id), minutesLater(minutes));

describe("a customer sees", () => {
  test("what they asked for and sent, and when an answer comes", async () => {
    const view = await seen(await newPartRequest());
    expect(view).toMatchObject({
      reference: expect.stringMatching(/^PR-\w{6}$/),
      name: "part request",
      sentAt: "Mar 2, 2026, 10:04 AM",
      state: "We have your request and will get back to you.",
      due: { at: "Wednesday 5 pm", isOverdue: false },
      facts: [
        ["Vehicle", "2003 Honda Accord EX 2.4L I4"],
        ["VIN", "1HGCM82633A004352"],
        ["Category", "Engine/Accessories"],
        ["Part", "Radiators & Coolers - Radiator"],
        ["Other part", "With both hoses"],
        ["Name", "Ann Lee"],
        ["Phone", "(555) 555-0101"],
        ["Message", "Needed by Friday.\nAny brand."],
        ["Email", "ann?lee@example.com"],
      ],
      messages: [],
      canWrite: true,
      canWithdraw: true,
      isWithdrawn: false,
    });
    expect(view?.quote).toBeUndefined();
  });

  test("a callback, of which only the name and the number are known", async () => {
    const view = await findCustomerRequest(repairKey(await callback()), minutesLater(1));
    expect([view?.name, view?.facts]).toEqual([
      "callback request",
      [
        ["Name", "Cal Back"],
        ["Contact by", "Phone"],
        ["Phone", "(555) 555-0103"],
      ],
    ]);
  });

  test("a sentence for each status", async () => {
    const part = await newPartRequest();
    const partSentences = [];
    for (const status of Object.keys(PART_REQUESTS.statuses)) {
      await as(later(1), () => updateRequest(PART_REQUESTS, part, { status }));
      partSentences.push((await seen(part))?.state);
    }
    expect(partSentences).toEqual([
      "We have your request and will get back to you.",
      "We're looking for your part.",
      "We've quoted you a price. Call us to go ahead.",
      "This request is done. Thanks for your business.",
      "This request is cancelled. We're not working on it anymore.",
    ]);
    const repair = await repairRequest();
    const repairSentences = [];
    for (const status of Object.keys(REPAIR_REQUESTS.statuses)) {
      await as(later(1), () => updateRequest(REPAIR_REQUESTS, repair, { status }));
      repairSentences.push((await findCustomerRequest(repairKey(repair), minutesLater(1)))?.state);
    }
    expect(repairSentences).toEqual([
      "We have your request and will get back to you.",
      "Your visit is scheduled. Call us if you need to change it.",
      "We're working on it.",
      "The work is done. Thanks for your business.",
      "This request is cancelled. We're not working on it anymore.",
    ]);
  });

  test("that the answer is late, and no time once there is one", async () => {
    const id = await newPartRequest();
    expect((await seen(id, 3 * DAYS))?.due).toEqual({ at: "Wednesday 5 pm", isOverdue: true });
    await as(later(10), () => addNote(PART_REQUESTS, id, "Left a message"));
    expect((await seen(id))?.due).toBeUndefined();
  });

  test("the quote until its last day, then that it has expired; a price that was paid does not", async () => {
    const id = await newPartRequest();
    const quote = { price: 89.5, warranty: "90 days", validUntil: "2026-03-06" } as const;
    await as(later(1), () => quotePart(id, quote, { expectedVersion: null }));
    expect((await seen(id, 4 * DAYS))?.quote).toEqual({
      price: "$89.50",
      warranty: "90 days",
      validUntil: "Mar 6, 2026",
      isExpired: false,
    });
    expect((await seen(id, 5 * DAYS))?.quote).toMatchObject({ isExpired: true });
    await as(later(2), () => updateRequest(PART_REQUESTS, id, { status: "fulfilled" }));
    expect((await seen(id, 5 * DAYS))?.quote).toMatchObject({ isExpired: false });
    await as(later(3), () => updateRequest(PART_REQUESTS, id, { status: "cancelled" }));
    expect((await seen(id))?.quote).toBeUndefined();
  });

  test("nothing that staff noted, or that they took it for spam", async () => {
    const id = await newPartRequest();
    const before = await seen(id);
    await as(later(1), () => addNote(PART_REQUESTS, id, "Haggles. Ask for a deposit."));
    await as(later(1), () => markSpam(PART_REQUESTS, id, true));
    expect(await seen(id)).toEqual({ ...before, due: undefined });
  });

  test("nothing by a key that is wrong or too old, of another kind, or of a request that is deleted", async () => {
    const id = await newPartRequest();
    expect(await seen(id, 30 * DAYS + 1)).toBeUndefined();
    for (const key of ["", `${partKey(id)}x`, repairKey(id), customerKey({ prefix: "VI", id }, RECEIVED)])
      expect(await findCustomerRequest(key, RECEIVED)).toBeUndefined();
    await as(later(1), () => deleteRequest(PART_REQUESTS, id));
    expect(await seen(id)).toBeUndefined();
    expect(await addCustomerNote(partKey(id), "Hello?", message(2))).toBe("not-found");
    expect(await withdrawRequest(partKey(id), minutesLater(2))).toBe("not-found");
    await as(later(3), () => restoreRequest(PART_REQUESTS, id));
    expect((await seen(id))?.messages).toEqual([]);
  });
});

describe("a customer's message", () => {
  test("is a note that says from whom it is, and no answer", async () => {
    const id = await newPartRequest();
    expect(await addCustomerNote(partKey(id), "Left side,\nplease.", message(5))).toBe("done");
    const stored = await findRequest(PART_REQUESTS, id);
    expect(stored?.notes).toEqual([
      {
        author: "Customer",
        timestamp: minutesLater(5).toISOString(),
        content: "Left side,\nplease.",
        from: "customer",
      },
    ]);
    expect(stored?.firstAnsweredAt).toBeUndefined();
    expect((await seen(id))?.messages).toEqual([
      { content: "Left side,\nplease.", writtenAt: "Mar 2, 2026, 10:09 AM" },
    ]);
    expect(await countWaiting(PART_REQUESTS, minutesLater(6))).toEqual({ overdue: 0, dueSoon: 0, new: 1 });
    const { entries } = await findRequestPage(
      PART_REQUESTS,
      { sort: "due", page: 1, open: [] },
      { accountId: "", now: minutesLater(6) },
    );
    expect(entries).toMatchObject([{ updatedBy: "Customer" }]);
  });

  test("is stored once, however often its form is sent", async () => {
    const id = await newPartRequest();
    const send = (content: string) => addCustomerNote(partKey(id), content, message(5, "one form"));
    expect(await Promise.all([send("Any news?"), send("Any news?"), send("Any news?")])).toEqual([
      "done",
      "done",
      "done",
    ]);
    await send("Any news yet?");
    expect((await seen(id))?.messages.map(({ content }) => content)).toEqual(["Any news?", "Any news yet?"]);
  });

  test("is stored once where its form has another key after Back, until something else was said", async () => {
    const id = await newPartRequest();
    for (const [at, content] of [...["Any news?", "Any news?", "It leaks.", "Any news?"]].entries())
      expect(await addCustomerNote(partKey(id), content, message(at))).toBe("done");
    expect((await seen(id))?.messages.map(({ content }) => content)).toEqual([
      "Any news?",
      "It leaks.",
      "Any news?",
    ]);
  });

  test("and a note of staff in the same moment are both kept", async () => {
    const id = await newPartRequest();
    await Promise.all([
      ...[1, 2, 3].map((number) => addCustomerNote(partKey(id), `Word ${number}`, message(number))),
      ...[1, 2, 3].map((number) => as(later(number), () => addNote(PART_REQUESTS, id, `Note ${number}`))),
    ]);
    const { notes = [] } = (await findRequest(PART_REQUESTS, id)) ?? {};
    expect(notes.map(({ content }) => content).sort()).toEqual([
      "Note 1",
      "Note 2",
      "Note 3",
      "Word 1",
      "Word 2",
      "Word 3",
    ]);
    expect(notes.filter(({ from }) => from).map(({ author }) => author)).toEqual(Array(3).fill("Customer"));
  });

  test("is one of at most twenty, and of at most 2,000 characters", async () => {
    const id = await newPartRequest();
    for (let number = 1; number <= MAX_CUSTOMER_NOTES; number++)
      expect(await addCustomerNote(partKey(id), `Word ${number}`, message(number))).toBe("done");
    expect(await addCustomerNote(partKey(id), "One more", message(99))).toBe("full");
    expect(await seen(id)).toMatchObject({ canWrite: false, isFull: true, canWithdraw: true });
    const errorOf = (content: string) => customerNoteSchema.safeParse({ content }).error?.issues[0]?.message;
    expect(errorOf(" \n\u200b")).toBe("Please write your message");
    expect(errorOf("w".repeat(MAX_CUSTOMER_NOTE_LENGTH))).toBeUndefined();
    expect(errorOf("w".repeat(MAX_CUSTOMER_NOTE_LENGTH + 1))).toBe("Please use at most 2,000 characters");
  });

  test("can be added to a request that is done, and to spam, but not to one that is cancelled", async () => {
    const id = await newPartRequest();
    await as(later(1), () => updateRequest(PART_REQUESTS, id, { status: "fulfilled" }));
    await as(later(1), () => markSpam(PART_REQUESTS, id, true));
    expect(await addCustomerNote(partKey(id), "It leaks.", message(2))).toBe("done");
    await as(later(3), () => updateRequest(PART_REQUESTS, id, { status: "cancelled" }));
    expect(await addCustomerNote(partKey(id), "Still need it!", message(4))).toBe("finished");
    expect(await seen(id)).toMatchObject({ canWrite: false, canWithdraw: false, isWithdrawn: false });
  });

  test("cannot be forged by staff or an API client, nor passed off as theirs by sending it back", async () => {
    const id = await newPartRequest();
    await addCustomerNote(partKey(id), "Thank you", message(1));
    const stored = (await findRequest(PART_REQUESTS, id))?.notes ?? [];
    const body = {
      notes: [
        ...stored,
        {
          author: "Customer",
          timestamp: minutesLater(1).toISOString(),
          content: "I agree",
          from: "customer",
        },
      ],
    };
    const update = requestUpdateSchema(PART_REQUESTS).parse(body);
    await as(later(2), () => updateRequest(PART_REQUESTS, id, update));
    expect((await findRequest(PART_REQUESTS, id))?.notes).toEqual([
      ...stored,
      { author: "marta", timestamp: minutesLater(2).toISOString(), content: "I agree" },
    ]);
    expect((await seen(id))?.messages.map(({ content }) => content)).toEqual(["Thank you"]);
  });
});

describe("a request that its customer withdraws", () => {
  test("is cancelled, says so to both, and waits for no answer", async () => {
    const id = await newPartRequest();
    expect(await countWaiting(PART_REQUESTS, minutesLater(4 * DAYS))).toMatchObject({ overdue: 1 });
    expect(await withdrawRequest(partKey(id), minutesLater(1))).toBe("done");
    expect(await findRequest(PART_REQUESTS, id)).toMatchObject({
      status: "cancelled",
      notes: [{ content: "Withdrawn by the customer", from: "customer" }],
    });
    expect(await seen(id)).toMatchObject({
      isWithdrawn: true,
      due: undefined,
      canWrite: false,
      canWithdraw: false,
      messages: [{ content: "You withdrew this request." }],
    });
    const now = minutesLater(4 * DAYS);
    expect(await countWaiting(PART_REQUESTS, now)).toEqual({ overdue: 0, dueSoon: 0, new: 0 });
  });

  test("is withdrawn once, however many ask at once", async () => {
    const id = await repairRequest();
    const withdraw = () => withdrawRequest(repairKey(id), minutesLater(1));
    expect(await Promise.all([withdraw(), withdraw(), withdraw()])).toEqual(["done", "done", "done"]);
    const { notes = [] } = (await findRequest(REPAIR_REQUESTS, id)) ?? {};
    expect(notes.filter(({ from }) => from)).toHaveLength(1);
  });

  test("keeps the time of its first answer, and can be taken up again by staff", async () => {
    const id = await newPartRequest();
    await as(later(1), () => addNote(PART_REQUESTS, id, "Called"));
    await withdrawRequest(partKey(id), minutesLater(9));
    expect(await findRequest(PART_REQUESTS, id)).toMatchObject({
      firstAnsweredAt: minutesLater(1).toISOString(),
    });
    await as(later(10), () =>
      changeStatus(PART_REQUESTS, id, { status: "processing", expectedVersion: "cancelled" }),
    );
    expect(await seen(id)).toMatchObject({ isWithdrawn: false, canWrite: true, canWithdraw: true });
  });

  test("was not finished before, by staff", async () => {
    const part = await newPartRequest();
    for (const status of ["fulfilled", "cancelled"]) {
      await as(later(1), () => updateRequest(PART_REQUESTS, part, { status }));
      expect(await withdrawRequest(partKey(part), minutesLater(2))).toBe("finished");
      expect(await findRequest(PART_REQUESTS, part)).toMatchObject({ status, notes: [] });
    }
    const repair = await callback();
    await as(later(1), () => updateRequest(REPAIR_REQUESTS, repair, { status: "completed" }));
    expect(await withdrawRequest(repairKey(repair), minutesLater(2))).toBe("finished");
  });

  test("refuses the status that staff set on what they saw before", async () => {
    const id = await newPartRequest();
    await withdrawRequest(partKey(id), minutesLater(1));
    const change = { status: "processing", expectedVersion: "pending" };
    expect(await as(later(2), () => changeStatus(PART_REQUESTS, id, change))).toMatchObject({
      outcome: "changed",
      request: { status: "cancelled", updatedBy: "Customer" },
    });
  });
});
