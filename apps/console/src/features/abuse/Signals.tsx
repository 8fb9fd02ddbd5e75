import { Group, NativeSelect, Text } from "@mantine/core";
import { formatCents, formatNumber } from "@turnpike/ui/lib/format.ts";
import { PageHeader } from "@turnpike/ui/PageHeader.tsx";
import { useUrlText } from "@turnpike/ui/url-text.ts";
import type { Item } from "../../lib/call.ts";
import { useCall } from "../../lib/queries.ts";
import { useT, word } from "../../lib/words.ts";
import { NONE, When } from "@turnpike/ui/list/kinds.tsx";
import { CustomerLink } from "../../parts/cells.tsx";
import type { ListColumn } from "@turnpike/ui/list/columns.ts";
import { Rows } from "../../parts/list/List.tsx";

type Signal = Item<"signals">;
const spans = ["1", "6", "24", "72"] as const;

const signalColumns = (
  reasonOf: (row: Signal) => string,
  t: ReturnType<typeof useT>,
): ListColumn<Signal>[] => [
  { key: "signal", text: ({ signal }) => word("abuseSignals", signal) },
  {
    key: "customer",
    text: ({ account }) => account.email ?? account.id,
    show: ({ account }) => <CustomerLink accountId={account.id} email={account.email} />,
  },
  {
    key: "holder",
    title: "subAccount",
    text: ({ holder }) => (holder ? (holder.name ?? holder.id) : NONE),
  },
  {
    key: "product",
    extra: "narrow",
    text: ({ holder }) => word("products", holder?.product ?? ""),
  },
  {
    key: "reason",
    wrap: true,
    text: reasonOf,
    show: (row) => (
      <>
        {reasonOf(row)}
        <Text fz="sm" c="dimmed">
          {t(`signalAdvice.${row.signal}`)}
        </Text>
      </>
    ),
  },
  {
    key: "otherAccounts",
    extra: "narrow",
    wrap: true,
    text: ({ others }) => others.map(({ email, id }) => email ?? id).join(", ") || NONE,
    show: ({ others }) => (
      <Group gap="xs">
        {others.map(({ id, email }) => (
          <CustomerLink key={id} accountId={id} email={email} />
        ))}
      </Group>
    ),
  },
  { key: "advice", exportOnly: true, text: ({ signal }) => t(`signalAdvice.${signal}`) },
];

/** Signs of possible abuse, each with its reason. Staff judge them; no action is automatic. */
export function Signals() {
  const t = useT();
  const [values, set] = useUrlText(["hours"]);
  const hours = spans.find((one) => one === values.hours) ?? "6";
  const signals = useCall("signals", { hours: Number(hours) });
  const reasonOf = ({ signal, count, limit, host, exits, cents }: Signal) =>
    t(`signalReasons.${signal}`, {
      number: formatNumber(count),
      limit: formatNumber(limit),
      host: host ?? "",
      exits: formatNumber(exits ?? 0),
      amount: formatCents(cents ?? 0),
    });
  return (
    <>
      <PageHeader title={t("screens.signals.title")} description={t("screens.signals.text")} />
      <Rows
        name="signals"
        exported
        rows={signals.data?.items}
        error={signals.error}
        onRetry={() => void signals.refetch()}
        rowId={({ signal, account, holder, host }) =>
          [signal, account.id, holder?.id, host].join(" ")
        }
        empty={t("screens.signals.empty")}
        filters={
          <>
            <NativeSelect
              aria-label={t("signalList.span")}
              value={hours}
              onChange={(event) => set({ hours: event.currentTarget.value })}
              data={spans.map((value) => ({ value, label: t(`signalList.hours.${value}`) }))}
            />
            {signals.data && (
              <Text fz="sm" c="dimmed">
                {t("columns.since")} <When at={signals.data.from} />
              </Text>
            )}
          </>
        }
        columns={signalColumns(reasonOf, t)}
      />
    </>
  );
}
