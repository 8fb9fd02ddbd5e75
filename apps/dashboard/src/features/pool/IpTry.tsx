import { SegmentedControl, Stack } from "@mantine/core";
import { curlWithoutPassword } from "@turnpike/rules/endpoint-snippets.ts";
import type { EndpointProtocol } from "@turnpike/rules/endpoint.ts";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useCall } from "../../lib/queries.ts";
import { CodeBlock } from "@turnpike/ui/CodeBlock.tsx";
import { EndpointTry } from "../proxy-test/EndpointTry.tsx";
import { endpointOf, type OpenedIp } from "./pool-ip.ts";

/** A command to paste into a terminal, by HTTP or SOCKS5; with a password also a test from here. */
export function IpTry({ row }: { row: OpenedIp }) {
  const { t } = useTranslation("pool");
  if (row.auth === "nouser") return <WithoutPassword row={row} />;
  return (
    <EndpointTry
      endpointBy={(protocol) => endpointOf(row, protocol)}
      testHelp={t("try.testHelp")}
    />
  );
}

/** Only whitelisted addresses have access, so only the user's own machine can try it. */
function WithoutPassword({ row }: { row: OpenedIp }) {
  const { t } = useTranslation("parts");
  const [protocol, setProtocol] = useState<EndpointProtocol>("http");
  const target = useCall("trafficInfo", {}, { staleMs: 60_000 }).data?.exampleTarget;
  return (
    <Stack gap="sm">
      <SegmentedControl
        size="xs"
        w="fit-content"
        aria-label={t("tryEndpoint.protocol")}
        value={protocol}
        onChange={(next) => setProtocol(next as EndpointProtocol)}
        data={(["http", "socks5"] as const).map((value) => ({
          value,
          label: t(`tryEndpoint.${value}`),
        }))}
      />
      {target && (
        <CodeBlock
          wrap
          code={curlWithoutPassword({ host: row.host, port: row.port, protocol }, target)}
          label={t("tryEndpoint.curl")}
        />
      )}
    </Stack>
  );
}
