import { Badge, Group, Stack, Text } from "@mantine/core";
import { formatCents } from "@turnpike/ui/lib/format.ts";
import { PageHeader } from "@turnpike/ui/PageHeader.tsx";
import type { Item } from "../../lib/call.ts";
import { useCanCall } from "../../lib/me.ts";
import { useT, word } from "../../lib/words.ts";
import type { Act } from "../../parts/act/act.ts";
import { RowMenu } from "../../parts/act/RowMenu.tsx";
import { Code, Money, NONE, when } from "@turnpike/ui/list/kinds.tsx";
import { CustomerLink, state } from "../../parts/cells.tsx";
import { List } from "../../parts/list/List.tsx";
import type { ListColumn } from "@turnpike/ui/list/columns.ts";

type Withdrawal = Item<"withdrawalList">;

const withdrawalColumns = (): ListColumn<Withdrawal>[] => [
  { key: "at", as: when },
  {
    key: "email",
    text: ({ email, accountId }) => email ?? accountId,
    show: (row) => <CustomerLink {...row} />,
  },
  {
    key: "amount",
    align: "right",
    text: ({ amountCents }) => amountCents / 100,
    show: ({ amountCents }) => <Money cents={amountCents} />,
  },
  {
    key: "fee",
    exportOnly: true,
    align: "right",
    extra: "narrow",
    text: ({ feeCents }) => feeCents / 100,
    show: ({ feeCents }) => <Money cents={feeCents} />,
  },
  {
    key: "to",
    width: 260,
    wrap: true,
    text: ({ target, walletAddress }) => walletAddress || target,
    show: (row) => (
      <>
        {word("methods", row.target)} <Code>{row.walletAddress}</Code>
      </>
    ),
  },
  {
    key: "buyers",
    width: 340,
    wrap: true,
    text: ({ buyers }) => buyers.length,
    show: (row) => <Buyers buyers={row.buyers} />,
  },
  { key: "status", as: state },
  { key: "decidedAt", exportOnly: true, extra: true, as: when },
];

/** Withdrawals of profit, with warnings about the buyers it was earned from. */
export function Withdrawals() {
  const t = useT();
  const canCall = useCanCall();
  return (
    <>
      <PageHeader
        title={t("screens.withdrawals.title")}
        description={t("screens.withdrawals.text")}
      />
      <List
        call="withdrawalList"
        name="withdrawals"
        empty={t("screens.withdrawals.empty")}
        rowId={({ id }) => id}
        where={[{ name: "status", as: "select", options: ["pending", "paid", "rejected"] }]}
        columns={withdrawalColumns()}
        {...(canCall("withdrawalDecide")
          ? { actions: (row: Withdrawal) => <Decide row={row} /> }
          : {})}
      />
    </>
  );
}

/** Buyers with warnings: reasons why the profit may not be legitimate. */
function Buyers({ buyers }: { buyers: Withdrawal["buyers"] }) {
  const t = useT();
  if (buyers.length === 0)
    return (
      <Text span inherit c="dimmed">
        {NONE}
      </Text>
    );
  return (
    <Stack gap={6}>
      {buyers.map((buyer) => (
        <Group key={buyer.accountId} gap={6}>
          <CustomerLink {...buyer} />
          <span className="numeric">{formatCents(buyer.profitCents)}</span>
          {buyer.signals.map((signal) => (
            <Badge key={signal} color="amber">
              {word("signals", signal)}
            </Badge>
          ))}
          {buyer.disputes > 0 && (
            <Badge color="red">{t("withdrawal.disputes", { count: buyer.disputes })}</Badge>
          )}
          {buyer.fraudWarnings > 0 && (
            <Badge color="red">{t("withdrawal.warnings", { count: buyer.fraudWarnings })}</Badge>
          )}
          {buyer.owedCents > 0 && (
            <Badge color="amber">
              {t("withdrawal.owes", { amount: formatCents(buyer.owedCents) })}
            </Badge>
          )}
        </Group>
      ))}
    </Stack>
  );
}

function Decide({ row }: { row: Withdrawal }) {
  if (row.status !== "pending") return null;
  const name = `${row.email ?? row.accountId}, ${formatCents(row.amountCents)}`;
  const pay: Act<"withdrawalDecide"> = {
    call: "withdrawalDecide",
    words: "withdrawalPaid",
    name,
    confirmText: row.email ?? row.accountId,
    fixed: { id: row.id, decision: "paid" },
  };
  const reject: Act<"withdrawalDecide"> = {
    call: "withdrawalDecide",
    words: "withdrawalReject",
    name,
    danger: true,
    fixed: { id: row.id, decision: "rejected" },
    fields: [{ name: "reason", words: "reasonMailed", kind: "long" }],
  };
  return <RowMenu name={name} acts={[pay, reject]} />;
}
