import { useTranslation } from "react-i18next";
import { deviceOf } from "./device.ts";

/** Returns the name of a user agent's device: "Chrome on Windows", "curl 8.5.0". */
export function useDeviceName(): (agent: string) => string {
  const { t } = useTranslation("setting-account");
  return (agent) => {
    const { browser, system } = deviceOf(agent);
    if (browser && system) return t("device.on", { browser, system });
    return browser || system || t("device.unknown");
  };
}
