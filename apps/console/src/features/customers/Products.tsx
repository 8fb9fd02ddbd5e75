import { Stack } from "@mantine/core";
import { formatCountry } from "@turnpike/ui/lib/format.ts";
import type { CallResult } from "../../lib/call.ts";
import { useCall } from "../../lib/queries.ts";
import { useT, word } from "../../lib/words.ts";
import { bytes, code, when } from "@turnpike/ui/list/kinds.tsx";
import { State, YesNo } from "../../parts/cells.tsx";
import { Rows } from "../../parts/list/List.tsx";
import type { ListColumn } from "@turnpike/ui/list/columns.ts";

type ProductsAnswer = CallResult<"customerProducts">;

const live: ListColumn<{ live: boolean }> = {
  key: "live",
  title: "state",
  text: (row) => (row.live ? "live" : "ended"),
  show: (row) => <State state={row.live ? "live" : "ended"} />,
};
const ends: ListColumn<{ expiresAt: string }> = {
  key: "expiresAt",
  as: when,
};
const address: ListColumn<{ ip: string }> = {
  key: "ip",
  as: code,
};

/** A customer's sub-accounts, static IPs, unlimited plans and opened IPs. */
export function Products({ account }: { account: string }) {
  const has = useCall("customerProducts", { account });
  const common = { error: has.error, onRetry: () => void has.refetch() };
  return (
    <Stack gap="md">
      <SubAccounts rows={has.data?.subAccounts} {...common} />
      <StaticIps rows={has.data?.staticIps} {...common} />
      <Plans rows={has.data?.plans} {...common} />
      <OpenedIps rows={has.data?.openedIps} {...common} />
    </Stack>
  );
}

interface Part<Row> {
  rows: Row[] | undefined;
  error: Error | null;
  onRetry: () => void;
}

function SubAccounts(props: Part<ProductsAnswer["subAccounts"][number]>) {
  const t = useT();
  return (
    <Rows
      {...props}
      name="sub-accounts"
      title={t("counts.subAccounts")}
      empty={t("customer.none")}
      rowId={({ id }) => id}
      columns={[
        { key: "name", as: code },
        {
          key: "enabled",
          title: "state",
          text: ({ enabled }) => (enabled ? "active" : "disabled"),
          show: ({ enabled }) => <State state={enabled ? "active" : "disabled"} />,
        },
        { key: "usedBytes", as: bytes },
        { key: "createdAt", as: when },
      ]}
    />
  );
}

function StaticIps(props: Part<ProductsAnswer["staticIps"][number]>) {
  const t = useT();
  return (
    <Rows
      {...props}
      name="static-ips"
      title={t("counts.staticIps")}
      empty={t("customer.none")}
      rowId={({ id }) => id}
      columns={[
        address,
        {
          key: "country",
          text: ({ country }) => country,
          show: ({ country }) => formatCountry(country),
        },
        { key: "term", text: ({ term }) => word("products", term) },
        {
          key: "autoRenew",
          text: ({ autoRenew }) => String(autoRenew),
          show: ({ autoRenew }) => <YesNo yes={autoRenew} />,
        },
        live,
        ends,
      ]}
    />
  );
}

function Plans(props: Part<ProductsAnswer["plans"][number]>) {
  const t = useT();
  return (
    <Rows
      {...props}
      name="unlimited-plans"
      title={t("counts.unlimitedPlans")}
      empty={t("customer.none")}
      rowId={({ id }) => id}
      columns={[
        { key: "orderNo", as: code },
        { key: "kind", text: ({ kind }) => word("products", kind) },
        { key: "region" },
        { key: "quantity", align: "right" },
        live,
        ends,
      ]}
    />
  );
}

function OpenedIps(props: Part<ProductsAnswer["openedIps"][number]>) {
  const t = useT();
  return (
    <Rows
      {...props}
      name="opened-ips"
      title={t("counts.openedIps")}
      empty={t("customer.none")}
      rowId={({ id }) => id}
      columns={[address, { key: "openedAt", as: when }, live, ends]}
    />
  );
}
