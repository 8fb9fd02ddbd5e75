import { SegmentedControl, Stack } from "@mantine/core";
import { endpointUrl, type EndpointProtocol } from "@turnpike/rules/endpoint.ts";
import { curlCommand } from "@turnpike/rules/endpoint-snippets.ts";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useCall } from "../../lib/queries.ts";
import { CodeBlock } from "../../ui/CodeBlock.tsx";
import { ProxyTest } from "../ProxyTest.tsx";
import { endpointOf, type UnlimitedPort } from "./port.ts";

/** A command to paste into a terminal, by HTTP or SOCKS5, and the same tried from here. */
export function PortTry({ row }: { row: UnlimitedPort }) {
  const { t } = useTranslation("unlimited");
  const [protocol, setProtocol] = useState<EndpointProtocol>("http");
  const target = useCall("trafficInfo", {}, { staleMs: 60_000 }).data?.exampleTarget;
  const endpoint = endpointOf(row, protocol);
  return (
    <Stack gap="sm">
      <SegmentedControl
        size="xs"
        aria-label={t("details.protocol")}
        value={protocol}
        onChange={(next) => setProtocol(next as EndpointProtocol)}
        data={(["http", "socks5"] as const).map((value) => ({
          value,
          label: t(`details.${value}`),
        }))}
        w="fit-content"
      />
      {target && <CodeBlock wrap code={curlCommand(endpoint, target)} label={t("details.curl")} />}
      <ProxyTest key={endpointUrl(endpoint)} endpoint={endpoint} help={t("details.testHelp")} />
    </Stack>
  );
}
