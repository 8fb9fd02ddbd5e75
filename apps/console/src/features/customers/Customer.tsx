import { Loaded } from "@turnpike/ui/Loaded.tsx";
import { Anchor, Group, Tabs, Text, Title } from "@mantine/core";
import { CopyButton } from "@turnpike/ui/CopyButton.tsx";
import { formatNumber } from "@turnpike/ui/lib/format.ts";
import phoneTabs from "@turnpike/ui/PhoneTabs.module.css";
import { ScreenSkeleton } from "@turnpike/ui/Skeletons.tsx";
import { useUrlText } from "@turnpike/ui/url-text.ts";
import { IconArrowLeft } from "@turnpike/ui/icons.ts";
import type { ReactNode } from "react";
import { Link, useParams } from "react-router";
import type { CallResult } from "../../lib/call.ts";
import { useCall } from "../../lib/queries.ts";
import { useT } from "../../lib/words.ts";
import { Code } from "@turnpike/ui/list/kinds.tsx";
import { State } from "../../parts/cells.tsx";
import { AccountActs } from "./AccountActs.tsx";
import { AtAGlance } from "./AtAGlance.tsx";
import { CustomerCoupons, CustomerOrders, CustomerPayments, Ledger } from "./MoneyTabs.tsx";
import { Mails, Webhooks } from "./MessageTabs.tsx";
import { Products } from "./Products.tsx";
import { Security } from "./Security.tsx";
import { Timeline } from "./Timeline.tsx";

export type CustomerAnswer = CallResult<"customer">;
const tabs = [
  "overview",
  "timeline",
  "ledger",
  "orders",
  "payments",
  "coupons",
  "products",
  "security",
  "mails",
  "webhooks",
] as const;
type Tab = (typeof tabs)[number];

/** One customer: all data and actions, in tabs. */
export function Customer() {
  const { id = "" } = useParams();
  const found = useCall("customer", { account: id });
  return (
    <Loaded of={found} waiting={<ScreenSkeleton />}>
      {(customer) => (
        <>
          <Head customer={customer} />
          <CustomerTabs customer={customer} />
        </>
      )}
    </Loaded>
  );
}

function Head({ customer }: { customer: CustomerAnswer }) {
  const t = useT();
  return (
    <>
      <Anchor component={Link} to="/customers" fz="sm">
        <Group gap={4} mb={6} display="inline-flex">
          <IconArrowLeft size={14} aria-hidden /> {t("screens.customers.title")}
        </Group>
      </Anchor>
      <Group justify="space-between" gap="md" mb="md" align="flex-start">
        <div style={{ minWidth: 0 }}>
          <Group gap="sm">
            <Title order={1} style={{ overflowWrap: "anywhere" }}>
              {customer.email ?? t("closedAccount")}
            </Title>
            <State state={customer.status} />
          </Group>
          <Group gap={4}>
            <Text c="dimmed" fz="sm" component="span">
              <Code>{customer.accountId}</Code>
            </Text>
            <CopyButton value={customer.accountId} label={t("copyId")} />
          </Group>
        </div>
        <AccountActs customer={customer} />
      </Group>
    </>
  );
}

/** The key in `counts` of the `customer` answer for each tab that shows a count. */
const countOf: Partial<Record<Tab, string>> = {
  orders: "orders",
  payments: "payments",
  coupons: "coupons",
  webhooks: "webhooks",
};

function CustomerTabs({ customer }: { customer: CustomerAnswer }) {
  const t = useT();
  const [{ tab }, set] = useUrlText(["tab"]);
  const now = tabs.find((one) => one === tab) ?? "overview";
  const account = customer.accountId;
  const content: Record<Tab, () => ReactNode> = {
    overview: () => <AtAGlance customer={customer} />,
    timeline: () => <Timeline account={account} />,
    ledger: () => <Ledger customer={customer} />,
    orders: () => <CustomerOrders account={account} />,
    payments: () => <CustomerPayments account={account} />,
    coupons: () => <CustomerCoupons account={account} />,
    products: () => <Products account={account} />,
    security: () => <Security account={account} />,
    mails: () => <Mails account={account} />,
    webhooks: () => <Webhooks account={account} />,
  };
  return (
    <Tabs
      value={now}
      keepMounted={false}
      onChange={(next) => set({ tab: next === "overview" ? "" : (next ?? "") })}
    >
      <Tabs.List mb="md" className={phoneTabs.tabs ?? ""}>
        {tabs.map((one) => (
          <Tabs.Tab key={one} value={one}>
            {t(`tabs.${one}`)}
            <Count count={customer.counts[countOf[one] ?? ""] ?? 0} />
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {tabs.map((one) => (
        <Tabs.Panel key={one} value={one}>
          {content[one]()}
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}

function Count({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <Text span c="dimmed" fz="xs" ms={6} className="numeric">
      {formatNumber(count)}
    </Text>
  );
}
