// Installed by scripts/bench-tools.mjs when a bench first needs them, so not there when types are checked.
declare module "autocannon";
declare module "chrome-launcher";
declare module "lighthouse";
declare module "lighthouse/core/lib/median-run.js";
declare module "selfsigned";
