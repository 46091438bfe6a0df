import "./project.mjs";
import { buildWhatIsStale, installWhatIsMissing } from "./ready.mjs";
import { serveBuiltSite } from "./serve.mjs";

process.env.NODE_ENV ??= "production";
installWhatIsMissing();
await buildWhatIsStale();
await serveBuiltSite();
