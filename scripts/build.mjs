import "./project.mjs";
import { buildWhatIsStale, installWhatIsMissing } from "./ready.mjs";

await installWhatIsMissing();
await buildWhatIsStale();
