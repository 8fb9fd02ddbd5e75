import { SegmentedControl, Select, SimpleGrid, Stack, Text } from "@mantine/core";
import type { EndpointProtocol } from "@turnpike/rules/endpoint.ts";
import { useTranslation } from "react-i18next";
import type { Answered } from "../../lib/call.ts";
import { gbText } from "../../ui/Bytes.tsx";

const protocols = [
  { value: "http", label: "HTTP(S)" },
  { value: "socks5", label: "SOCKS5" },
] as const;

/** Who connects, to which gateway, in which protocol. */
export function EndpointWho(props: {
  accounts: Answered<"availableSubUsers">["items"];
  account: string;
  onAccount: (account: string) => void;
  gateways: Answered<"trafficInfo">["endpoints"];
  gatewayAt: number;
  onGateway: (at: number) => void;
  protocol: EndpointProtocol;
  onProtocol: (protocol: EndpointProtocol) => void;
}) {
  const { t } = useTranslation("traffic-use");
  const { accounts, gateways } = props;
  const who = accounts.find(({ account }) => account === props.account);
  const gateway = gateways[props.gatewayAt];
  return (
    <>
      <Select
        label={t("endpoints.account")}
        description={who && t("endpoints.available", { amount: gbText(who.availableBytes) })}
        searchable
        allowDeselect={false}
        nothingFoundMessage={t("endpoints.nothingFound")}
        value={props.account}
        onChange={(account) => account && props.onAccount(account)}
        data={accounts.map(({ account }) => account)}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        {gateways.length > 1 ? (
          <Select
            label={t("endpoints.gateway")}
            allowDeselect={false}
            value={String(props.gatewayAt)}
            onChange={(at) => props.onGateway(Number(at))}
            data={gateways.map(({ region, host, port }, at) => ({
              value: String(at),
              label: `${region} · ${host}:${port}`,
            }))}
          />
        ) : (
          <Stack gap={4}>
            <Text fz="sm" fw={500}>
              {t("endpoints.gateway")}
            </Text>
            <Text ff="monospace" fz="sm" lh="36px">
              {gateway && `${gateway.host}:${gateway.port}`}
            </Text>
          </Stack>
        )}
        <Stack gap={4}>
          <Text fz="sm" fw={500} id="endpoint-protocol">
            {t("endpoints.protocol")}
          </Text>
          <SegmentedControl
            aria-labelledby="endpoint-protocol"
            fullWidth
            value={props.protocol}
            onChange={(value) => props.onProtocol(value as EndpointProtocol)}
            data={[...protocols]}
          />
        </Stack>
      </SimpleGrid>
    </>
  );
}
