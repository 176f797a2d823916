export { createOutbound, type Outbound, type OutboundFailure } from "./outbound.ts";
