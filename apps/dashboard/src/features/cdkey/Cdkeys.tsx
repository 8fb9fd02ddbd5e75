import { SimpleGrid, Stack } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useCall } from "../../lib/queries.ts";
import { RedeemForm } from "./RedeemForm.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { CdkeyList } from "./CdkeyList.tsx";
import { MakePanel } from "./MakePanel.tsx";
import { Redemptions } from "./Redemptions.tsx";

/** CDKeys made and redeemed (spec/dashboard#screens). */
export function Cdkeys() {
  const { t } = useTranslation("cdkey");
  const maker = useCall("member", {}).data?.enterprise.ip ?? false;
  return (
    <>
      <PageHeader title={t("title")} description={t("description")} />
      <Stack gap="lg">
        <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
          <Panel title={t("redeem.title")} description={t("redeem.description")}>
            <RedeemForm />
          </Panel>
          <MakePanel />
        </SimpleGrid>
        <CdkeyList maker={maker} />
        <Redemptions />
      </Stack>
    </>
  );
}
