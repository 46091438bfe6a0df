export { action, loader } from "./not-found";
