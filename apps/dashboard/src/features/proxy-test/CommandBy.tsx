import { Group, SegmentedControl, Stack, Text } from "@mantine/core";
import type { EndpointProtocol } from "@turnpike/rules/endpoint.ts";
import { CodeBlock } from "@turnpike/ui/CodeBlock.tsx";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { useCall } from "../../lib/queries.ts";

/** A command to paste into a terminal, by HTTP or SOCKS5, and what else depends on the protocol. */
export function CommandBy(props: {
  title?: string;
  commandOf: (protocol: EndpointProtocol, target: string) => string;
  children?: (protocol: EndpointProtocol) => ReactNode;
}) {
  const { t } = useTranslation("parts");
  const [protocol, setProtocol] = useState<EndpointProtocol>("http");
  const target = useCall("trafficInfo", {}, { staleMs: 60_000 }).data?.exampleTarget;
  return (
    <Stack gap="sm">
      <Group justify="space-between" gap="sm">
        {props.title !== undefined && (
          <Text fz="sm" fw={550}>
            {props.title}
          </Text>
        )}
        <SegmentedControl
          size="xs"
          aria-label={t("tryEndpoint.protocol")}
          value={protocol}
          onChange={(next) => setProtocol(next as EndpointProtocol)}
          data={(["http", "socks5"] as const).map((value) => ({
            value,
            label: t(`tryEndpoint.${value}`),
          }))}
        />
      </Group>
      {target && (
        <CodeBlock wrap code={props.commandOf(protocol, target)} label={t("tryEndpoint.curl")} />
      )}
      {props.children?.(protocol)}
    </Stack>
  );
}
