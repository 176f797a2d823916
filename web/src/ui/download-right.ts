import { createContext } from "react";

/** Whether what a page shows may be taken along as a file: not by everybody who may look at it. */
export const DownloadRight = createContext(true);
