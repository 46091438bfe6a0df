import { beforeAll, describe, expect, test } from "vitest";
import { IMAGE_SIZE_MESSAGE } from "~/pictures/upload";
import { filePart, MULTIPART, multipart, type RawPart, sendRaw, textPart } from "../../support/multipart";
import { pictureSender, picturesOnDisk, type Sender, UPLOAD } from "../../support/picture-sender";
import { photo, SVG } from "../../support/pictures";
import { type Site, startSite } from "../../support/site";

const MAX_UPLOAD_BYTES = 64 * 1024 * 1024;

let site: Site;
let sender: Sender;
beforeAll(async () => {
  site = await startSite();
  sender = await pictureSender(site);
});

describe("a multipart body", () => {
  const header = (line: string): RawPart => ({ headers: [line], body: "x" });

  test.each<[string, () => Buffer | string, Record<string, string>, number]>([
    [
      "without a boundary",
      () => multipart([filePart(sender.jpeg)]),
      { "Content-Type": "multipart/form-data" },
      400,
    ],
    [
      "with an empty boundary",
      () => multipart([filePart(sender.jpeg)]),
      { "Content-Type": "multipart/form-data; boundary=" },
      400,
    ],
    [
      "with another boundary than declared",
      () => multipart([filePart(sender.jpeg)]),
      { "Content-Type": "multipart/form-data; boundary=other" },
      400,
    ],
    ["that is empty", () => "", {}, 400],
    ["that never closes", () => multipart([filePart(sender.jpeg)], { closed: false }), {}, 400],
    ["that ends in a part's header", () => "------hostile\r\nContent-Disposition: form-da", {}, 400],
    ["that ends in the picture", () => multipart([filePart(sender.jpeg)]).subarray(0, 5_000), {}, 400],
    ["with a part without a name", () => multipart([header("Content-Disposition: form-data")]), {}, 400],
    ["with an empty name", () => multipart([textPart("", "x")]), {}, 400],
    ["with two files", () => multipart([filePart(sender.jpeg), filePart(sender.jpeg)]), {}, 400],
    ["with a file in another field", () => multipart([filePart(sender.jpeg, { name: "file" })]), {}, 400],
    [
      "with a multipart inside",
      () =>
        multipart([
          {
            headers: [
              'Content-Disposition: form-data; name="image"',
              "Content-Type: multipart/mixed; boundary=inner",
            ],
            body: "--inner\r\n\r\nx\r\n--inner--",
          },
        ]),
      {},
      400,
    ],
    [
      "with 101 fields",
      () => multipart(Array.from({ length: 101 }, (_, n) => textPart(`f${n}`, "x"))),
      {},
      400,
    ],
    ["with 20,000 parts", () => multipart(Array(20_000).fill(textPart("f", ""))), {}, 400],
    ["with a name of 65 characters", () => multipart([textPart("n".repeat(65), "x")]), {}, 400],
    ["with more than 64 KB of text", () => multipart([textPart("notes", "x".repeat(65_537))]), {}, 413],
    [
      "with more than 64 KB of text in pieces",
      () => multipart(Array(66).fill(textPart("notes", "x".repeat(1_000)))),
      {},
      413,
    ],
    ["with text that is no UTF-8", () => multipart([textPart("notes", Buffer.from([0x61, 0xff]))]), {}, 400],
    ["with a name that is no UTF-8", () => brokenName(), {}, 400],
    ["with a NUL in a text", () => multipart([textPart("notes", "a\0b")]), {}, 400],
    ["with a NUL in a name", () => multipart([textPart("a\0b", "x")]), {}, 400],
    [
      "with headers that never end",
      () => multipart([{ headers: [`X-Long: ${"x".repeat(100_000)}`], body: "x" }]),
      {},
      400,
    ],
    ["that is compressed", () => multipart([filePart(sender.jpeg)]), { "Content-Encoding": "gzip" }, 415],
  ])("%s is refused", async (_name, body, headers, status) => {
    const before = await picturesOnDisk();
    const answer = await sender.raw(body(), headers);
    expect(answer.status, answer.text).toBe(status);
    expect(JSON.parse(answer.text)).toHaveProperty("error");
    expect(await picturesOnDisk()).toEqual(before);
    expect((await site.fetch("/healthz")).status).toBe(200);
  });

  test("may have a hundred fields of 64 KB in all beside the picture", async () => {
    const fields = Array.from({ length: 100 }, (_, n) => textPart(`field${n}`, "x".repeat(600)));
    expect((await sender.raw(multipart([...fields, filePart(sender.jpeg)]))).status).toBe(201);
  });

  test("may come byte by byte", async () => {
    const small = await photo(40, 32).png().toBuffer();
    const body = multipart([textPart("notes", "é"), filePart(small)]);
    const { request, answer } = sendRaw(site.url + UPLOAD, {
      headers: { "Content-Type": MULTIPART, Authorization: sender.bearer, "Transfer-Encoding": "chunked" },
      end: false,
    });
    for (const byte of body) request.write(Buffer.from([byte]));
    request.end();
    expect((await answer).status).toBe(201);
  });

  test("that declares far too much is refused before it is read", async () => {
    const { request, answer } = sendRaw(site.url + UPLOAD, {
      headers: {
        "Content-Type": MULTIPART,
        Authorization: sender.bearer,
        "Content-Length": String(MAX_UPLOAD_BYTES + 1),
      },
      end: false,
    });
    const { status, text } = await answer;
    expect([status, JSON.parse(text)]).toEqual([413, { error: IMAGE_SIZE_MESSAGE }]);
    request.destroy();
  });

  test("that goes on for ever is cut off", async () => {
    const { request, answer } = sendRaw(site.url + UPLOAD, {
      headers: { "Content-Type": MULTIPART, Authorization: sender.bearer, "Transfer-Encoding": "chunked" },
      body: multipart([filePart("")]).subarray(0, 120),
      end: false,
    });
    const piece = Buffer.alloc(1024 * 1024, 0x61);
    let open = true;
    const outcome = answer.then(
      ({ status }) => status,
      () => "cut off",
    );
    void outcome.then(() => {
      open = false;
    });
    let sent = 0;
    while (open && sent < 3 * MAX_UPLOAD_BYTES) {
      await new Promise<void>((resolve) => request.write(piece, () => setImmediate(resolve)));
      sent += piece.length;
    }
    expect([413, "cut off"]).toContain(await outcome);
    expect(sent).toBeLessThan(2 * MAX_UPLOAD_BYTES);
    request.destroy();
    expect((await site.fetch("/healthz")).status).toBe(200);
  });

  test("whose sender leaves, half way or before the answer, leaves nothing behind, however often", async () => {
    const before = await picturesOnDisk();
    const whole = multipart([filePart(SVG)]);
    for (let round = 0; round < 40; round++) {
      const length = round % 2 === 0 ? whole.length : 900_000;
      const { request } = sendRaw(site.url + UPLOAD, {
        headers: {
          "Content-Type": MULTIPART,
          Authorization: sender.bearer,
          "Content-Length": String(length),
        },
        end: false,
      });
      await new Promise((sent) => request.write(whole, sent));
      request.destroy();
    }
    expect((await sender.upload(sender.jpeg)).status).toBe(201);
    expect((await picturesOnDisk()).filter((name) => !before.includes(name)).length).toBeLessThanOrEqual(1);
  });

  test("that is longer than it says is cut there", async () => {
    const before = await picturesOnDisk();
    const lying = sender.raw(multipart([filePart(sender.jpeg)]), { "Content-Length": "1000" });
    // What is too much would be the next request, and is none. Newer Node ends the connection over it before the answer
    // has been read.
    const heard = await lying.then(
      ({ status }) => status,
      ({ code }: { code?: string }) => code,
    );
    expect([400, "ECONNRESET"]).toContain(heard);
    expect(await picturesOnDisk()).toEqual(before);
    expect((await site.fetch("/healthz")).status).toBe(200);
  });

  test("beyond a dozen at once is asked to come again", async () => {
    const open = Array.from({ length: 13 }, () =>
      sendRaw(site.url + UPLOAD, {
        headers: { "Content-Type": MULTIPART, Authorization: sender.bearer, "Content-Length": "900000" },
        body: "--",
        end: false,
      }),
    );
    const first = await Promise.race(open.map(({ answer }) => answer));
    expect([first.status, first.headers["retry-after"]]).toEqual([429, "5"]);
    expect(JSON.parse(first.text)).toMatchObject({ error: expect.any(String), retryAfter: 5 });
    for (const { request } of open) request.destroy();
    // Who left has left their place.
    let status = 429;
    for (let tried = 0; status === 429 && tried < 200; tried++)
      status = (await sender.upload(sender.jpeg)).status;
    expect(status).toBe(201);
  });
});

function brokenName(): Buffer {
  const body = multipart([textPart("n@me", "x")]);
  body[body.indexOf("@")] = 0xff;
  return body;
}
