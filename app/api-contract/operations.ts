import type { Operation } from "./operation";
import { publicOperations } from "./public-operations";
import { staffOperations } from "./staff-operations";

/** Every call there is (specification, section 7). */
export const operations: readonly Operation[] = [...publicOperations, ...staffOperations];
