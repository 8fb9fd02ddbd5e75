import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { toast } from "@turnpike/ui/lib/toast.ts";

/** Calls whose answers change with the account's protection. */
export const guardCalls = ["member", "headerInit", "sessions", "loginLog"] as const;

/** Shows what a change did, and how many other sessions it ended. */
export function useDone(): (what: string, ended?: number) => void {
  const { t } = useTranslation("setting");
  return (what, ended = 0) =>
    toast.success(ended > 0 ? `${what} ${t("ended", { count: ended })}` : what);
}

/** Refetches those answers in the background. */
export function useRefreshGuards(): () => void {
  const client = useQueryClient();
  return () => {
    for (const call of guardCalls) void client.invalidateQueries({ queryKey: [call] });
  };
}
