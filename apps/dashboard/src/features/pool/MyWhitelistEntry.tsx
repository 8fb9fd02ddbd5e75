import { useTranslation } from "react-i18next";
import { useCommand } from "../../lib/use-command.ts";
import { toast } from "@turnpike/ui/lib/toast.ts";
import { MyAddress } from "../whitelist/MyAddress.tsx";

/** Whether this browser's address is whitelisted; one click adds it. */
export function MyWhitelistEntry() {
  const { t } = useTranslation("parts");
  const add = useCommand("addTrafficWhite", {
    awaitRefetch: true,
  });
  const send = (ip: string) =>
    void add.send({ ips: [ip] }, ({ refused: [refused] }) =>
      refused ? toast.error(refused.msg) : toast.success(t("whitelist.added", { ip })),
    );
  return <MyAddress busy={add.busy} listed={({ whitelisted }) => whitelisted} onAdd={send} />;
}
