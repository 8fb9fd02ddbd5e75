import { useTranslation } from "react-i18next";
import { WhitelistPanel } from "../whitelist/WhitelistPanel.tsx";

/** The whitelist, which lets in to all opened IPs without a password; this browser's own address. */
export function WhoGetsIn() {
  const { t } = useTranslation("pool");
  return (
    <WhitelistPanel
      title={t("white.title")}
      help={t("white.help")}
      empty={`${t("white.empty")} ${t("white.emptyHelp")}`}
    />
  );
}
