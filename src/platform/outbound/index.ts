export { wrongHost } from "./host-names.ts";
export { createOutbound, type Outbound, type OutboundFailure } from "./outbound.ts";
export {
  OutboundError,
  type OutboundErrorCode,
  type OutboundResponse,
  type OutboundTimes,
  pinnedAgent,
  readStart,
  readWhole,
  sendOutbound,
} from "./send-outbound.ts";
