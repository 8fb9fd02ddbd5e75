import { Stack } from "@mantine/core";
import { formatBytes, formatCountry } from "@turnpike/ui/lib/format.ts";
import type { CallResult } from "../../lib/call.ts";
import { useCall } from "../../lib/queries.ts";
import { useT, word } from "../../lib/words.ts";
import { Code, State, When, YesNo } from "../../parts/cells.tsx";
import { Rows } from "../../parts/list/Rows.tsx";
import type { ListColumn } from "../../parts/list/columns.ts";

type ProductsAnswer = CallResult<"customerProducts">;

const live: ListColumn<{ live: boolean }> = {
  key: "live",
  title: "state",
  text: (row) => (row.live ? "live" : "ended"),
  show: (row) => <State state={row.live ? "live" : "ended"} />,
};
const ends: ListColumn<{ expiresAt: string }> = {
  key: "expiresAt",
  text: ({ expiresAt }) => expiresAt,
  show: ({ expiresAt }) => <When at={expiresAt} />,
};
const address: ListColumn<{ ip: string }> = {
  key: "ip",
  text: ({ ip }) => ip,
  show: ({ ip }) => <Code>{ip}</Code>,
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
        { key: "name", text: ({ name }) => name, show: ({ name }) => <Code>{name}</Code> },
        {
          key: "enabled",
          title: "state",
          text: ({ enabled }) => (enabled ? "active" : "disabled"),
          show: ({ enabled }) => <State state={enabled ? "active" : "disabled"} />,
        },
        {
          key: "usedBytes",
          align: "right",
          text: ({ usedBytes }) => usedBytes,
          show: ({ usedBytes }) => formatBytes(usedBytes),
        },
        {
          key: "createdAt",
          text: ({ createdAt }) => createdAt,
          show: ({ createdAt }) => <When at={createdAt} />,
        },
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
        {
          key: "orderNo",
          text: ({ orderNo }) => orderNo,
          show: ({ orderNo }) => <Code>{orderNo}</Code>,
        },
        { key: "kind", text: ({ kind }) => word("products", kind) },
        { key: "region", text: ({ region }) => region },
        { key: "quantity", align: "right", text: ({ quantity }) => quantity },
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
      columns={[
        address,
        {
          key: "openedAt",
          text: ({ openedAt }) => openedAt,
          show: ({ openedAt }) => <When at={openedAt} />,
        },
        live,
        ends,
      ]}
    />
  );
}
