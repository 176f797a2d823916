export { createSealing, deriveKey, type Sealing } from "./sealing.ts";
