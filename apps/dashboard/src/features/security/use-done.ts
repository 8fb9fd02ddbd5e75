import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { toast } from "@turnpike/ui/lib/toast.ts";

/** Calls whose answers change with what guards the account. */
export const guards = ["member", "headerInit", "sessions", "loginLog"] as const;

/** Says what a change did, and how many other sessions it ended. */
export function useDone(): (what: string, ended?: number) => void {
  const { t } = useTranslation("setting");
  return (what, ended = 0) =>
    toast.success(ended > 0 ? `${what} ${t("ended", { count: ended })}` : what);
}

/** Asks for those answers again, beside what goes on here. */
export function useRefreshGuards(): () => void {
  const client = useQueryClient();
  return () => {
    for (const call of guards) void client.invalidateQueries({ queryKey: [call] });
  };
}
