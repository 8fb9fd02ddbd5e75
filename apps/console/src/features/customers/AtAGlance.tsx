import { Alert, Anchor, SimpleGrid, Stack } from "@mantine/core";
import { formatBytes, formatCents, formatNumber } from "@turnpike/ui/lib/format.ts";
import { languages } from "@turnpike/ui/lib/language.ts";
import { Panel } from "@turnpike/ui/Panel.tsx";
import { StatCard } from "@turnpike/ui/StatCard.tsx";
import { Link } from "react-router";
import { useCanCall } from "../../lib/me.ts";
import { useT, word } from "../../lib/words.ts";
import { assetName, formatAsset } from "../../parts/assets.ts";
import { NONE, When } from "@turnpike/ui/list/kinds.tsx";
import { groupPricesText } from "../shop/Groups.tsx";
import { CustomerLink, YesNo } from "../../parts/cells.tsx";
import { Fact, Facts } from "../../parts/Facts.tsx";
import type { CustomerAnswer } from "./Customer.tsx";
import { Notes } from "./Notes.tsx";

/** Summary of a customer: figures, facts, balances and notes. */
export function AtAGlance({ customer }: { customer: CustomerAnswer }) {
  const t = useT();
  return (
    <Stack gap="md">
      <Warnings customer={customer} />
      <SimpleGrid cols={{ base: 2, md: 4 }} spacing="md">
        <StatCard
          label={t("columns.wallet")}
          value={formatCents(customer.balances["wallet"] ?? 0)}
        />
        <StatCard label={t("columns.paidTotal")} value={formatCents(customer.paidCents)} />
        <StatCard label={t("columns.refundedCents")} value={formatCents(customer.refundedCents)} />
        <StatCard label={t("customer.bytes30")} value={formatBytes(customer.bytes30Days)} />
      </SimpleGrid>
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="md">
        <Stack gap="md">
          <Panel title={t("customer.account")}>
            <AccountFacts customer={customer} />
          </Panel>
          <Panel title={t("customer.has")}>
            <Balances customer={customer} />
          </Panel>
        </Stack>
        <Notes account={customer.accountId} />
      </SimpleGrid>
    </Stack>
  );
}

function Warnings({ customer }: { customer: CustomerAnswer }) {
  const t = useT();
  const { arrears, disabledAt, disabledReason } = customer;
  return (
    <>
      {disabledAt && (
        <Alert color="red" title={t("customer.disabled")}>
          <When at={disabledAt} /> · {disabledReason ?? NONE}
        </Alert>
      )}
      {arrears && (
        <Alert color="amber" title={t("customer.owes", { amount: formatCents(arrears.cents) })}>
          {t("customer.owesSince")} <When at={arrears.since} /> · {t("customer.trafficEnds")}{" "}
          <When at={arrears.trafficEndsAt} />
        </Alert>
      )}
    </>
  );
}

function AccountFacts({ customer }: { customer: CustomerAnswer }) {
  const t = useT();
  const canCall = useCanCall();
  const lang = customer.lang === "zh" ? "zh-tw" : customer.lang;
  return (
    <Facts>
      <Fact term={t("columns.createdAt")}>
        <When at={customer.createdAt} />
      </Fact>
      <Fact term={t("columns.lastLoginAt")}>
        <When at={customer.lastLoginAt} />
      </Fact>
      <Fact term={t("columns.emailVerified")}>
        <YesNo yes={customer.emailVerified} />
      </Fact>
      <Fact term={t("customer.secureEmail")}>{customer.secureEmail ?? NONE}</Fact>
      <Fact term={t("columns.mfaBound")}>
        <YesNo yes={customer.mfaBound} />
      </Fact>
      <Fact term={t("columns.language")}>
        {languages[lang as keyof typeof languages] ?? customer.lang}
      </Fact>
      <Fact term={t("customer.invitedBy")}>
        {customer.invitedBy ? <CustomerLink {...customer.invitedBy} /> : NONE}
      </Fact>
      <Fact term={t("customer.group")}>
        {customer.group === null
          ? NONE
          : [customer.group, groupPricesText(customer.groupPrices)].filter(Boolean).join(": ")}
      </Fact>
      <Fact term={t("customer.inviteCode")}>{customer.inviteCode}</Fact>
      {canCall("auditList") && (
        <Fact term={t("screens.audit.title")}>
          <Anchor component={Link} to={`/audit?account=${customer.accountId}`}>
            {t("customer.acts")}
          </Anchor>
        </Fact>
      )}
    </Facts>
  );
}

/** Counts that are shown elsewhere on the page. */
const elsewhere = ["notes", "orders", "payments"];

function Balances({ customer }: { customer: CustomerAnswer }) {
  const t = useT();
  const has = Object.entries(customer.balances).filter(([, amount]) => amount !== 0);
  const counted = Object.entries(customer.counts).filter(
    ([name, count]) => count > 0 && !elsewhere.includes(name),
  );
  if (has.length + counted.length === 0) return t("customer.nothing");
  return (
    <Facts>
      {has.map(([asset, amount]) => (
        <Fact key={asset} term={assetName(asset, customer.trafficPools)}>
          {formatAsset(asset, amount)}
        </Fact>
      ))}
      {counted.map(([name, count]) => (
        <Fact key={name} term={word("counts", name)}>
          {formatNumber(count)}
        </Fact>
      ))}
    </Facts>
  );
}
