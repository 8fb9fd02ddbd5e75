import { Grid, Stack } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { WhitelistPanel } from "../whitelist/WhitelistPanel.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { useUrlText } from "../../ui/url-text.ts";
import { BuyDialog } from "../order/BuyDialog.tsx";
import { MakePorts } from "./MakePorts.tsx";
import { PortList } from "./PortList.tsx";
import { TrafficLeft } from "./TrafficLeft.tsx";

/** What its dialogs say is loaded with the screen: none of them makes it wait again. */
const areas = ["white-port", "lines", "manager", "buy", "parts"] as const;

/**
 * Gateway ports for whitelisted addresses (spec/dashboard#screens). Search and page stand in
 * the URL; `?dialog=buy` sells traffic.
 */
export function WhitePorts() {
  const { t } = useTranslation(areas);
  const [{ dialog }, setUrl] = useUrlText(["dialog"], { keepsPage: true });
  return (
    <>
      <PageHeader title={t("title")} description={t("description")} />
      <Stack gap="lg">
        <Grid gap="lg">
          <Grid.Col span={{ base: 12, lg: 7 }}>
            <MakePorts />
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
