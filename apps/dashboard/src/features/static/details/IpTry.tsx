import { useTranslation } from "react-i18next";
import { EndpointTry } from "../../proxy-test/EndpointTry.tsx";
import { endpointOf, type StaticIp } from "../static-ip.ts";

/** A command to paste into a terminal, by HTTP or SOCKS5, and the same tried from here. */
export function IpTry({ row }: { row: StaticIp }) {
  const { t } = useTranslation("static");
  return (
    <EndpointTry
      endpointBy={(protocol) => endpointOf(row, protocol)}
      testHelp={t("details.testHelp")}
    />
  );
}
