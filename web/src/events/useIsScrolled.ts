import { useSyncExternalStore } from "react";

const TOP_PX = 160;

/** Whether the reader has left the top of the page. */
export const useIsScrolled = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      addEventListener("scroll", listener, { passive: true });
      return () => removeEventListener("scroll", listener);
    },
    () => scrollY > TOP_PX,
  );
