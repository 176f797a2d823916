import { describeFaults } from "./suite.ts";

// A sample; all of them run with `npm run test:long`.
describeFaults(12);
