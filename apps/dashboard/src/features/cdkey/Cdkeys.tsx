import { Button, SimpleGrid, Stack } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useList } from "../../ui/list/use-list.ts";
import { IconLock, IconTicket } from "@turnpike/ui/icons.ts";
import { Link } from "react-router";
import { useCall } from "../../lib/queries.ts";
import { PlaceHeader } from "../../ui/place/PlaceHeader.tsx";
import { Panel } from "@turnpike/ui/Panel.tsx";
import { when } from "@turnpike/ui/list/kinds.tsx";
import { List } from "@turnpike/ui/list/List.tsx";
import { Loaded } from "@turnpike/ui/Loaded.tsx";
import { EmptyState } from "@turnpike/ui/EmptyState.tsx";
import { RedeemForm } from "./RedeemForm.tsx";
import { CdkeyList } from "./CdkeyList.tsx";
import { useAmountText } from "./amount-text.ts";
import { Code } from "./Code.tsx";
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

/** The keys that the account redeemed, newest first. */
function Redemptions() {
  const { t } = useTranslation("cdkey");
  const amountText = useAmountText();
  return (
    <List
      list={useList("cdkeyRecord", { prefix: "records" })}
      title={t("records.title")}
      description={t("records.description")}
      label={t("records.label")}
      columns={[
        { key: "code", title: t("columns.code"), show: ({ code }) => <Code code={code} /> },
        { key: "holds", title: t("columns.holds"), align: "right", show: amountText },
        { key: "usedAt", title: t("columns.usedAt"), as: when },
      ]}
      empty={{
        icon: <IconTicket size={22} />,
        title: t("records.none"),
        text: t("records.noneHelp"),
      }}
    />
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
      <Loaded of={member} lines={5} height={28}>
        {({ enterprise }) => (enterprise.ip ? <MakeForm /> : <Exclusive />)}
      </Loaded>
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
        <Button data-needs="buy" component={Link} to={BUY_IPS} mt="xs">
          {t("exclusive.order")}
        </Button>
      }
    />
  );
}
