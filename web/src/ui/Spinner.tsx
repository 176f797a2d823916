import { LoaderCircle } from "lucide-react";

/** Only ever beside words that say what is under way. */
export const Spinner = () => <LoaderCircle aria-hidden className="size-4 shrink-0 animate-spin" />;
