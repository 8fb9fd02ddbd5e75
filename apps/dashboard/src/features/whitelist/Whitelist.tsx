import { Grid, List, SegmentedControl, Skeleton, Stack } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { curlWithoutPassword } from "@turnpike/rules/endpoint-snippets.ts";
import type { EndpointProtocol } from "@turnpike/rules/endpoint.ts";
import { useState } from "react";
import { PlaceHeader } from "../../ui/place/PlaceHeader.tsx";
import { useCall } from "../../lib/queries.ts";
import { CodeBlock } from "@turnpike/ui/CodeBlock.tsx";
import { Panel } from "@turnpike/ui/Panel.tsx";
import { AddAddresses } from "./AddAddresses.tsx";
import { Entries } from "./Entries.tsx";

/** Addresses that need no password at the gateway (spec/dashboard#screens). */
export function Whitelist() {
  const { t } = useTranslation("white-manage");
  return (
    <>
      <PlaceHeader description={t("description")} />
      <Stack gap="lg">
        <Grid gap="lg">
          <Grid.Col span={{ base: 12, lg: 7 }}>
            <AddAddresses />
          </Grid.Col>
          <Grid.Col span={{ base: 12, lg: 5 }}>
            <WithoutPassword />
          </Grid.Col>
        </Grid>
        <Entries />
      </Stack>
    </>
  );
}

/** How to use the gateway from a whitelisted address: the same port, without user and password. */
function WithoutPassword() {
  const { t } = useTranslation("white-manage");
  const [protocol, setProtocol] = useState<EndpointProtocol>("http");
  const info = useCall("trafficInfo", {}).data;
  const [gateway] = info?.endpoints ?? [];
  return (
    <Panel title={t("use.title")}>
      <Stack gap="md">
        <List fz="sm" spacing={6} type="ordered">
          <List.Item>{t("use.step1")}</List.Item>
          <List.Item>{t("use.step2")}</List.Item>
          <List.Item>{t("use.step3")}</List.Item>
        </List>
        <SegmentedControl
          aria-label={t("use.protocol")}
          value={protocol}
          onChange={(value) => setProtocol(value as EndpointProtocol)}
          data={[
            { value: "http", label: "HTTP(S)" },
            { value: "socks5", label: "SOCKS5" },
          ]}
        />
        {info && gateway ? (
          <CodeBlock
            wrap
            label={t("use.command")}
            code={curlWithoutPassword({ ...gateway, protocol }, info.exampleTarget)}
          />
        ) : (
          <Skeleton h={84} />
        )}
      </Stack>
    </Panel>
  );
}
