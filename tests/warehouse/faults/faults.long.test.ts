import { describeFaults } from "./suite.ts";

describeFaults(500);
