import { SegmentedControl, Stack } from "@mantine/core";
import { type Endpoint, endpointUrl, type EndpointProtocol } from "@turnpike/rules/endpoint.ts";
import { curlCommand } from "@turnpike/rules/endpoint-snippets.ts";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useCall } from "../../lib/queries.ts";
import { CodeBlock } from "@turnpike/ui/CodeBlock.tsx";
import { ProxyTest } from "./ProxyTest.tsx";

/**
 * A command to paste into a terminal, by HTTP or SOCKS5, and a test from here. `testHelp` says what
 * a test costs.
 */
export function EndpointTry(props: {
  endpointBy: (protocol: EndpointProtocol) => Endpoint;
  testHelp: string;
}) {
  const { t } = useTranslation("parts");
  const [protocol, setProtocol] = useState<EndpointProtocol>("http");
  const target = useCall("trafficInfo", {}, { staleMs: 60_000 }).data?.exampleTarget;
  const endpoint = props.endpointBy(protocol);
  const command = t("tryEndpoint.curl");
  return (
    <Stack gap="sm">
      <SegmentedControl
        size="xs"
        aria-label={t("tryEndpoint.protocol")}
        value={protocol}
        onChange={(next) => setProtocol(next as EndpointProtocol)}
        data={(["http", "socks5"] as const).map((value) => ({
          value,
          label: t(`tryEndpoint.${value}`),
        }))}
        w="fit-content"
      />
      {target && <CodeBlock wrap code={curlCommand(endpoint, target)} label={command} />}
      <ProxyTest key={endpointUrl(endpoint)} endpoint={endpoint} help={props.testHelp} />
    </Stack>
  );
}
