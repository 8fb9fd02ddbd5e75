import { Button, SimpleGrid, Stack } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { IconLock } from "@turnpike/ui/icons.ts";
import { Link } from "react-router";
import { useCall } from "../../lib/queries.ts";
import { PlaceHeader } from "../../ui/place/PlaceHeader.tsx";
import { Panel } from "@turnpike/ui/Panel.tsx";
import { useLastPage } from "@turnpike/ui/last-page.ts";
import { useTableUrl } from "@turnpike/ui/table-url.ts";
import { EmptyState } from "@turnpike/ui/EmptyState.tsx";
import { ErrorState } from "@turnpike/ui/ErrorState.tsx";
import { LineSkeletons } from "@turnpike/ui/Skeletons.tsx";
import { RedeemForm } from "./RedeemForm.tsx";
import { CdkeyList } from "./CdkeyList.tsx";
import { RedemptionsTable } from "./RedemptionsTable.tsx";
import { BUY_IPS } from "./buy-links.ts";
import { MakeForm } from "./MakeForm.tsx";

/** Making and redeeming CDKeys (spec/dashboard#screens). */
export function Cdkeys() {
  const { t } = useTranslation("cdkey");
  const maker = useCall("member", {}).data?.enterprise.ip ?? false;
  return (
    <>
      <PlaceHeader description={t("description")} />
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

/** The keys that the account redeemed. */
function Redemptions() {
  const { t } = useTranslation("cdkey");
  const url = useTableUrl("records");
  const { page, limit } = url;
  const list = useCall("cdkeyRecord", { page, limit }, { keepLast: true });
  useLastPage(url, list.data);
  return (
    <Panel title={t("records.title")} description={t("records.description")} flush>
      <RedemptionsTable list={list} url={url} />
    </Panel>
  );
}

/**
 * Making keys requires the IP enterprise plan; others see an offer to order it
 * (spec/cdkeys#making).
 */
function MakePanel() {
  const { t } = useTranslation("cdkey");
  const member = useCall("member", {});
  const mayMake = member.data?.enterprise.ip;
  return (
    <Panel
      title={t("make.title")}
      {...(mayMake === false ? {} : { description: t("make.description") })}
    >
      {mayMake === undefined ? (
        member.error ? (
          <ErrorState error={member.error} onRetry={() => void member.refetch()} />
        ) : (
          <LineSkeletons lines={5} height={28} />
        )
      ) : mayMake ? (
        <MakeForm />
      ) : (
        <Exclusive />
      )}
    </Panel>
  );
}

function Exclusive() {
  const { t } = useTranslation("cdkey");
  return (
    <EmptyState
      icon={<IconLock size={22} />}
      title={t("exclusive.title")}
      text={t("exclusive.text")}
      action={
        <Button component={Link} to={BUY_IPS} mt="xs">
          {t("exclusive.order")}
        </Button>
      }
    />
  );
}
