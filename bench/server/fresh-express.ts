// The batched JSON as anyone would write it in Express: the site's own queries on the site's own database, asked anew for
// every request, and `res.json`. Packed by the `compression` package for who accepts that, as the site's own JSON is.
import { createServer } from "node:http";
import compression from "compression";
import express from "express";
import { listPublicDismantledVehicles } from "../../app/models/dismantled-vehicle.server";
import { listPublicRetailVehicles } from "../../app/models/retail-vehicle.server";
import { touchBeforeEachRequest } from "../support/touch.mjs";

const app = express();
app.disable("x-powered-by");
app.use(compression());
app.get("/api/vehicle-data/batched", async (_request, response) => {
  response.json({
    retailVehicles: await listPublicRetailVehicles(),
    dismantledVehicles: await listPublicDismantledVehicles(),
  });
});

const server = createServer(app);
if (process.argv.includes("--touch")) touchBeforeEachRequest(server);
server.listen(Number(process.env.PORT), process.env.HOST, () => process.send?.("ready"));
