import { CircleUser } from "lucide-react";
import { LazyMenu } from "../ui/LazyMenu.tsx";
import { useMe } from "./me.ts";

const loadMenu = async () => (await import("./AccountMenu.tsx")).AccountMenu;

export function UserMenu() {
  const { user_name: name, user_email: email } = useMe();
  return (
    <LazyMenu
      load={loadMenu}
      trigger={
        <button
          type="button"
          data-testid="shell.user-menu"
          className="flex h-9 w-full min-w-0 items-center gap-2 rounded-md px-2 text-left text-ink-soft hover:bg-hover hover:text-ink"
        >
          <CircleUser aria-hidden className="size-4 shrink-0" />
          <span className="sr-only">Account: </span>
          <span className="min-w-0 flex-1 truncate">{name || email}</span>
        </button>
      }
    />
  );
}
