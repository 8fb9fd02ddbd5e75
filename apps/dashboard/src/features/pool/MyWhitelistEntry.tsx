import { useTranslation } from "react-i18next";
import { useCommand } from "../../lib/queries.ts";
import { toast } from "@turnpike/ui/lib/toast.ts";
import { MyAddress } from "../whitelist/MyAddress.tsx";

/** Whether this browser's address is whitelisted; one click adds it. */
export function MyWhitelistEntry() {
  const { t } = useTranslation("parts");
  const add = useCommand("addTrafficWhite", {
    invalidates: ["trafficWhiteList", "checkTrafficWhite"],
    awaitRefetch: true,
  });
  const send = (ip: string) =>
    add.mutate(
      { ips: [ip] },
      {
        onSuccess: ({ refused: [refused] }) =>
          refused ? toast.error(refused.msg) : toast.success(t("whitelist.added", { ip })),
      },
    );
  return <MyAddress busy={add.isPending} listed={({ whitelisted }) => whitelisted} onAdd={send} />;
}
