import { useTranslation } from "react-i18next";
import { EndpointTry } from "../../proxy-test/EndpointTry.tsx";
import { endpointOf, type UnlimitedPort } from "../port.ts";

/** A command to paste into a terminal, by HTTP or SOCKS5, and a test from here. */
export function PortTry({ row }: { row: UnlimitedPort }) {
  const { t } = useTranslation("unlimited");
  return (
    <EndpointTry
      endpointBy={(protocol) => endpointOf(row, protocol)}
      testHelp={t("details.testHelp")}
    />
  );
}
