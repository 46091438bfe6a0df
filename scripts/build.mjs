import "./project.mjs";
import { buildWhatIsStale, installWhatIsMissing } from "./ready.mjs";

installWhatIsMissing();
await buildWhatIsStale();
