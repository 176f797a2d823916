import { describeOriginFaults } from "./suite.ts";

// A sample; all of them run with `npm run test:long`.
describeOriginFaults(10);
