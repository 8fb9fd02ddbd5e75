import { Button } from "@mantine/core";
import { IconUpload } from "@turnpike/ui/icons.ts";
import { PageHeader } from "@turnpike/ui/PageHeader.tsx";
import { useState } from "react";
import { useNavigate } from "react-router";
import type { Item } from "../../lib/call.ts";
import { useCanCall } from "../../lib/me.ts";
import { useT } from "../../lib/words.ts";
import { cents, when } from "@turnpike/ui/list/kinds.tsx";
import { CustomerLink, state, yesNo } from "../../parts/cells.tsx";
import { List } from "../../parts/list/List.tsx";
import type { ListColumn } from "@turnpike/ui/list/columns.ts";
import { ImportCustomers } from "./ImportCustomers.tsx";

const customerColumns = (): ListColumn<Item<"customerList">>[] => [
  {
    key: "email",
    text: ({ email, accountId }) => email ?? accountId,
    show: (row) => <CustomerLink {...row} />,
  },
  { key: "status", as: state },
  { key: "walletCents", title: "wallet", as: cents },
  { key: "paidCents", title: "paidTotal", as: cents },
  { key: "emailVerified", extra: "narrow", as: yesNo },
  { key: "lastLoginAt", extra: "narrow", as: when },
  { key: "createdAt", as: when },
];

/** All customers. The palette also finds them by e-mail, account, order, exit and more. */
export function Customers() {
  const t = useT();
  const navigate = useNavigate();
  const canCall = useCanCall();
  const [importing, setImporting] = useState(false);
  return (
    <>
      <PageHeader
        title={t("screens.customers.title")}
        description={t("screens.customers.text")}
        actions={
          canCall("importApply") && (
            <Button
              size="xs"
              variant="default"
              leftSection={<IconUpload size={15} aria-hidden />}
              onClick={() => setImporting(true)}
            >
              {t("moving.title")}
            </Button>
          )
        }
      />
      <List
        call="customerList"
        name="customers"
        sorts={["lastLoginAt", "createdAt"]}
        empty={t("screens.customers.empty")}
        rowId={({ accountId }) => accountId}
        onOpen={({ accountId }) => void navigate(`/customers/${accountId}`)}
        where={[
          { name: "search", as: "search", label: t("screens.customers.search") },
          { name: "status", as: "select", options: ["active", "disabled", "arrears", "closed"] },
        ]}
        columns={customerColumns()}
      />
      {importing && <ImportCustomers onClose={() => setImporting(false)} />}
    </>
  );
}
