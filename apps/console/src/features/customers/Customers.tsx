import { formatCents } from "@turnpike/ui/lib/format.ts";
import { PageHeader } from "@turnpike/ui/PageHeader.tsx";
import { useNavigate } from "react-router";
import type { Item } from "../../lib/call.ts";
import { useT } from "../../lib/words.ts";
import { CustomerLink, Money, State, When, YesNo } from "../../parts/cells.tsx";
import { List } from "../../parts/list/List.tsx";
import type { ListColumn } from "../../parts/list/columns.ts";

const customerColumns = (): ListColumn<Item<"customerList">>[] => [
  {
    key: "email",
    text: ({ email, accountId }) => email ?? accountId,
    show: (row) => <CustomerLink {...row} />,
  },
  {
    key: "status",
    text: ({ status }) => status,
    show: ({ status }) => <State state={status} />,
  },
  {
    key: "walletCents",
    title: "wallet",
    align: "right",
    text: ({ walletCents }) => walletCents / 100,
    show: ({ walletCents }) => <Money cents={walletCents} />,
  },
  {
    key: "paidCents",
    title: "paidTotal",
    align: "right",
    text: ({ paidCents }) => paidCents / 100,
    show: ({ paidCents }) => formatCents(paidCents),
  },
  {
    key: "emailVerified",
    extra: "narrow",
    text: ({ emailVerified }) => (emailVerified ? "1" : "0"),
    show: ({ emailVerified }) => <YesNo yes={emailVerified} />,
  },
  {
    key: "lastLoginAt",
    extra: "narrow",
    sortable: true,
    text: ({ lastLoginAt }) => lastLoginAt,
    show: ({ lastLoginAt }) => <When at={lastLoginAt} />,
  },
  {
    key: "createdAt",
    sortable: true,
    text: ({ createdAt }) => createdAt,
    show: ({ createdAt }) => <When at={createdAt} />,
  },
];

/** All customers. The palette also finds them by e-mail, account, order, exit and more. */
export function Customers() {
  const t = useT();
  const navigate = useNavigate();
  return (
    <>
      <PageHeader title={t("screens.customers.title")} description={t("screens.customers.text")} />
      <List
        call="customerList"
        name="customers"
        empty={t("screens.customers.empty")}
        rowId={({ accountId }) => accountId}
        onOpen={({ accountId }) => void navigate(`/customers/${accountId}`)}
        filters={[
          { name: "search", kind: "search", label: t("screens.customers.search") },
          { name: "status", kind: "select", options: ["active", "disabled", "arrears", "closed"] },
        ]}
        columns={customerColumns()}
      />
    </>
  );
}
