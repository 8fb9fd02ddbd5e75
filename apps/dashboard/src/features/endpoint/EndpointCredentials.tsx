import { SegmentedControl, Select, SimpleGrid, Stack, Text } from "@mantine/core";
import type { EndpointProtocol } from "@turnpike/rules/endpoint.ts";
import { useTranslation } from "react-i18next";
import type { CallResult } from "../../lib/call.ts";
import { gbText } from "@turnpike/ui/Bytes.tsx";
import { useLongList } from "@turnpike/ui/lib/use-long-list.ts";

const protocols = [
  { value: "http", label: "HTTP(S)" },
  { value: "socks5", label: "SOCKS5" },
] as const;

interface Props {
  accounts: CallResult<"availableSubUsers">["items"];
  account: string;
  onAccount: (account: string) => void;
  /** Pools to tell apart; none while there is only one. */
  pools: CallResult<"trafficInfo">["pools"];
  gateways: CallResult<"trafficInfo">["endpoints"];
  gatewayAt: number;
  onGateway: (at: number) => void;
  protocol: EndpointProtocol;
  onProtocol: (protocol: EndpointProtocol) => void;
}

/** The sub-account, the gateway and the protocol of a connection. */
export function EndpointCredentials(props: Props) {
  const { t } = useTranslation(["traffic-use", "parts"]);
  const { accounts } = props;
  const who = accounts.find(({ account }) => account === props.account);
  const title = props.pools.find(({ pool }) => pool === who?.pool)?.title;
  return (
    <>
      <Select
        label={t("endpoints.account")}
        description={
          who &&
          [title, t("endpoints.available", { amount: gbText(who.availableBytes) })]
            .filter(Boolean)
            .join(" · ")
        }
        searchable
        allowDeselect={false}
        nothingFoundMessage={t("parts:place.nothingFound")}
        {...useLongList()}
        value={props.account}
        onChange={(account) => account && props.onAccount(account)}
        data={accounts.map(({ account }) => account)}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        <GatewayChoice {...props} />
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

function GatewayChoice({ gateways, gatewayAt, onGateway }: Props) {
  const { t } = useTranslation(["traffic-use", "parts"]);
  const gateway = gateways[gatewayAt];
  return gateways.length > 1 ? (
    <Select
      label={t("endpoints.gateway")}
      allowDeselect={false}
      value={String(gatewayAt)}
      onChange={(at) => onGateway(Number(at))}
      data={gateways.map(({ regionName, node, host, port }, at) => ({
        value: String(at),
        label: [regionName, node, `${host}:${port}`].filter(Boolean).join(" · "),
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
  );
}
