import { SimpleGrid, Stack } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { PlaceHeader } from "../../ui/place/PlaceHeader.tsx";
import { PairPanel } from "../pool/PairPanel.tsx";
import { WhitelistPanel } from "../whitelist/WhitelistPanel.tsx";
import { ApiPanel } from "./ApiPanel.tsx";

/** Access to opened IPs: one user name and password for all of them, the whitelist, the API. */
export function IspAccess() {
  const { t } = useTranslation(["access", "pool", "parts"]);
  return (
    <>
      <PlaceHeader description={t("isp.description")} />
      <Stack gap="lg">
        <PairPanel />
        <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
          <WhitelistPanel
            title={t("whitelist.title")}
            help={t("whitelist.help")}
            empty={t("whitelist.empty")}
          />
          <ApiPanel offers={["links", "keys"]} />
        </SimpleGrid>
      </Stack>
    </>
  );
}
