import { useNavigate } from "@tanstack/react-router";
import { LogOut, Monitor, Moon, Sun, UserCog } from "lucide-react";
import type { MenuBody } from "../ui/LazyMenu.tsx";
import { Menu, MenuChoice, MenuItem, MenuSeparator } from "../ui/Menu.tsx";
import { setTheme, useTheme } from "../ui/theme.ts";
import { useMe } from "./me.ts";
import { useSignOut } from "./useSignOut.ts";

const THEMES = [
  { value: "light", label: "Light", icon: <Sun aria-hidden /> },
  { value: "dark", label: "Dark", icon: <Moon aria-hidden /> },
  { value: "system", label: "As the system", icon: <Monitor aria-hidden /> },
] as const;

export const AccountMenu: MenuBody = ({ trigger }) => {
  const { user_email: email } = useMe();
  const theme = useTheme();
  const signOut = useSignOut();
  const navigate = useNavigate();
  return (
    <Menu align="start" trigger={trigger} defaultOpen>
      <p className="px-2 pt-1 pb-1.5 text-xs wrap-anywhere text-ink-faint">{email}</p>
      <MenuSeparator />
      <MenuChoice label="Theme" value={theme} choices={THEMES} onChoose={setTheme} />
      <MenuSeparator />
      <MenuItem icon={<UserCog aria-hidden />} onSelect={() => void navigate({ to: "/account" })}>
        Your account
      </MenuItem>
      <MenuItem icon={<LogOut aria-hidden />} onSelect={() => signOut.mutate()}>
        Sign out
      </MenuItem>
    </Menu>
  );
};
