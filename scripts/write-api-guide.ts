import { writeFileSync } from "node:fs";
import { openApiDocument } from "../app/api/contract/openapi";
import { apiGuide } from "./api-guide.mjs";

writeFileSync("docs/api.md", apiGuide(openApiDocument("The JSON API")));
