import { Alert, Button, Grid, Group, Stack, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { IconAlertTriangle, IconShoppingCart } from "@turnpike/ui/icons.ts";
import { WhitelistPanel } from "../whitelist/WhitelistPanel.tsx";
import { PlaceHeader } from "../../ui/place/PlaceHeader.tsx";
import { useUrlText } from "@turnpike/ui/url-text.ts";
import { BuyDialog } from "../order/BuyDialog.tsx";
import { useCall } from "../../lib/queries.ts";
import { Bytes } from "@turnpike/ui/Bytes.tsx";
import { Panel } from "@turnpike/ui/Panel.tsx";
import { CreatePorts } from "./CreatePorts.tsx";
import { PortList } from "./PortList.tsx";

/** The dialogs' translations load with the screen, so opening a dialog does not suspend it. */
const areas = ["whitelisted-port", "lines", "manager", "buy", "parts"] as const;

/**
 * Gateway ports for whitelisted addresses (spec/dashboard#screens). Search and page are kept in the
 * URL; `?dialog=buy` buys traffic.
 */
export function WhitelistedPorts() {
  const { t } = useTranslation(areas);
  const [{ dialog }, setUrl] = useUrlText(["dialog"], { keepsPage: true });
  return (
    <>
      <PlaceHeader description={t("description")} />
      <Stack gap="lg">
        <Grid gap="lg">
          <Grid.Col span={{ base: 12, lg: 7 }}>
            <CreatePorts />
          </Grid.Col>
          <Grid.Col span={{ base: 12, lg: 5 }}>
            <Stack gap="lg">
              <WhitelistPanel title={t("who.title")} help={t("who.help")} empty={t("who.empty")} />
              <TrafficLeft onBuy={() => setUrl({ dialog: "buy" })} />
            </Stack>
          </Grid.Col>
        </Grid>
        <PortList />
      </Stack>
      <BuyDialog
        opened={dialog === "buy"}
        start={{ kind: "traffic" }}
        onClose={() => setUrl({ dialog: "" })}
      />
    </>
  );
}

/** The traffic available to the ports; without any, they carry nothing. */
function TrafficLeft({ onBuy }: { onBuy: () => void }) {
  const { t } = useTranslation("whitelisted-port");
  const info = useCall("trafficInfo", {}).data;
  if (!info) return null;
  const buy = (
    <Button
      data-needs="buy"
      size="xs"
      variant={info.balanceBytes === 0 ? "filled" : "default"}
      leftSection={<IconShoppingCart size={15} aria-hidden />}
      onClick={onBuy}
    >
      {t("traffic.buy")}
    </Button>
  );
  return (
    <Panel title={t("traffic.title")} description={t("traffic.help")}>
      {info.balanceBytes === 0 ? (
        <Alert color="red" icon={<IconAlertTriangle aria-hidden />}>
          <Stack gap="sm" align="flex-start">
            {t("traffic.none")}
            {buy}
          </Stack>
        </Alert>
      ) : (
        <Group justify="space-between" gap="sm">
          <Text fw={640} fz="lg">
            <Bytes bytes={info.balanceBytes} />
          </Text>
          {buy}
        </Group>
      )}
    </Panel>
  );
}
