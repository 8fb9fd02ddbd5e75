import { curlWithoutPassword } from "@turnpike/rules/endpoint-snippets.ts";
import { useTranslation } from "react-i18next";
import { EndpointTry } from "../proxy-test/EndpointTry.tsx";
import { CommandBy } from "../proxy-test/CommandBy.tsx";
import { endpointOf, type OpenedIp } from "./pool-ip.ts";

/**
 * A command to paste into a terminal; with a password also a test from here. Without one, only the
 * user's own whitelisted machine can try the IP.
 */
export function IpTry({ row }: { row: OpenedIp }) {
  const { t } = useTranslation("pool");
  const { host, port } = row;
  if (row.auth === "nouser") {
    return (
      <CommandBy
        commandOf={(protocol, target) => curlWithoutPassword({ host, port, protocol }, target)}
      />
    );
  }
  return (
    <EndpointTry
      endpointBy={(protocol) => endpointOf(row, protocol)}
      testHelp={t("try.testHelp")}
    />
  );
}
