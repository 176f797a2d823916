import { describeOriginFaults } from "./suite.ts";

describeOriginFaults(500);
