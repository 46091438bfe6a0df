import { createServer, type RequestListener, type Server } from "node:http";
import { afterEach, describe, expect, test, vi } from "vitest";
import { log } from "~/http/log.server";
import { serializeError } from "~/http/logged-error";
import { nhtsaLookup } from "../../../app/vin/online.server";

const ACCORD = "1HGCM82633A004352";

const ANSWER = {
  Count: 1,
  Results: [
    {
      ModelYear: "2003",
      Make: "HONDA",
      Model: "Accord",
      Series: "",
      Trim: "EX-V6",
      DisplacementL: "2.998832712",
      EngineCylinders: "6",
      EngineConfiguration: "V-Shaped",
      TransmissionStyle: "Automatic",
      TransmissionSpeeds: "5",
      DriveType: "FWD/Front-Wheel Drive",
    },
  ],
};

let servers: Server[] = [];

afterEach(() => {
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
  servers = [];
});

/** A service on this machine that stands for NHTSA's: `fetch` to it, and the addresses it was asked for. */
async function service(answer: RequestListener) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? "");
    answer(request, response);
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  const toService: typeof fetch = (input, init) => {
    const { pathname, search } = new URL(String(input));
    return fetch(`http://127.0.0.1:${port}${pathname}${search}`, init);
  };
  return { fetch: toService, asked };
}

function json(body: unknown, status = 200): RequestListener {
  return (_request, response) => {
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  };
}

describe("an answer", () => {
  test("is worded like our own", async () => {
    const { fetch, asked } = await service(json(ANSWER));
    expect(await nhtsaLookup({ fetch })(ACCORD)).toEqual({
      status: "found",
      vehicleInfo: {
        year: 2003,
        make: "Honda",
        model: "Accord",
        trim: "EX-V6",
        engineSize: "3.0L V6",
        transmissionType: "5-Speed Automatic",
        driveType: "FWD",
      },
    });
    expect(asked).toEqual([`/api/vehicles/DecodeVinValuesExtended/${ACCORD}?format=json`]);
  });

  test("may know nothing of the VIN", async () => {
    const { fetch } = await service(json({ Results: [{ Make: "", ModelYear: "", Model: null }] }));
    expect(await nhtsaLookup({ fetch })(ACCORD)).toEqual({ status: "found", vehicleInfo: {} });
  });

  test("names the fuel, and a hybrid as one", async () => {
    const hybrid = {
      FuelTypePrimary: "Gasoline",
      ElectrificationLevel: "Strong HEV (Hybrid Electric Vehicle)",
    };
    for (const [result, fuelType] of [
      [{ FuelTypePrimary: "Diesel", FuelTypeSecondary: "" }, "Diesel"],
      [hybrid, "Hybrid"],
    ]) {
      const { fetch } = await service(json({ Results: [result] }));
      expect(await nhtsaLookup({ fetch })(ACCORD)).toEqual({ status: "found", vehicleInfo: { fuelType } });
    }
  });

  test("may name the gearbox without its speeds", async () => {
    const { fetch } = await service(json({ Results: [{ TransmissionStyle: "Manual/Standard" }] }));
    expect(await nhtsaLookup({ fetch })(ACCORD)).toMatchObject({
      vehicleInfo: { transmissionType: "Manual" },
    });
  });
});

describe("the service is unreachable", () => {
  test.each<[string, RequestListener]>([
    ["it answers 500", json(ANSWER, 500)],
    ["it answers 404", json(ANSWER, 404)],
    ["it redirects", (_, response) => void response.writeHead(302, { location: "/elsewhere" }).end()],
    [
      "it answers with a page",
      (_, response) => void response.end("<!doctype html><title>Maintenance</title>"),
    ],
    ["it answers other JSON", json({ error: "no" })],
    ["it answers without a result", json({ Results: [] })],
    ["it answers with a huge body", json({ ...ANSWER, padding: "x".repeat(300 * 1024) })],
    ["it hangs up", (request) => void request.socket.destroy()],
  ])("when %s", async (_, answer) => {
    const { fetch, asked } = await service(answer);
    expect(await nhtsaLookup({ fetch })(ACCORD)).toEqual({ status: "unreachable" });
    expect(asked).toHaveLength(1);
  });

  test.each<[string, RequestListener]>([
    ["headers", () => {}],
    ["body", (_, response) => void response.writeHead(200).write('{"Results":')],
  ])("when its %s do not come in time", async (_, answer) => {
    const { fetch } = await service(answer);
    const before = performance.now();
    expect(await nhtsaLookup({ fetch, timeoutMs: 100 })(ACCORD)).toEqual({ status: "unreachable" });
    expect(performance.now() - before).toBeLessThan(2000);
  });

  test.each<[string, RequestListener, object]>([
    [
      "a broken connection",
      (request) => void request.socket.destroy(),
      { cause: { code: expect.stringMatching(/^(UND_ERR_SOCKET|ECONNRESET)$/) } },
    ],
    ["a status", json(ANSWER, 503), { message: "status 503" }],
    ["no JSON", (_, response) => void response.end(`VIN:${ACCORD}`), { name: "SyntaxError" }],
    ["other JSON", json({ SearchCriteria: `VIN:${ACCORD}` }), { name: "ZodError" }],
  ])("and the log says that it was %s, and nothing of the VIN", async (_what, answer, said) => {
    const warned = vi.spyOn(log, "warn");
    const { fetch } = await service(answer);
    await nhtsaLookup({ fetch })(ACCORD);
    expect(warned).toHaveBeenCalledExactlyOnceWith({ error: expect.anything() }, "VIN service unreachable");
    const [{ error }] = warned.mock.calls[0] as unknown as [{ error: unknown }];
    const logged = serializeError(error);
    expect(logged).toMatchObject({ stack: expect.stringContaining(" at "), ...said });
    expect(JSON.stringify(logged)).not.toContain(ACCORD.slice(0, 5));
    warned.mockRestore();
  });

  test("and is left alone for a minute after, then asked again", async () => {
    let isUp = false;
    const { fetch, asked } = await service((request, response) =>
      json(ANSWER, isUp ? 200 : 503)(request, response),
    );
    let clock = 1_000_000;
    const lookup = nhtsaLookup({ fetch, now: () => clock });

    expect(await lookup(ACCORD)).toEqual({ status: "unreachable" });
    isUp = true;
    clock += 59_999;
    expect(await lookup(ACCORD)).toEqual({ status: "unreachable" });
    expect(asked).toHaveLength(1);
    clock += 1;
    expect(await lookup(ACCORD)).toMatchObject({ status: "found" });
    expect(asked).toHaveLength(2);
  });
});
