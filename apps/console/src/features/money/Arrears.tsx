import { PageHeader } from "@turnpike/ui/PageHeader.tsx";
import { useT } from "../../lib/words.ts";
import { Money, when } from "@turnpike/ui/list/kinds.tsx";
import { CustomerLink } from "../../parts/cells.tsx";
import { List } from "../../parts/list/List.tsx";

/** Customers who owe money, longest overdue first. */
export function Arrears() {
  const t = useT();
  return (
    <>
      <PageHeader title={t("screens.arrears.title")} description={t("screens.arrears.text")} />
      <List
        call="arrearsList"
        name="arrears"
        empty={t("screens.arrears.empty")}
        rowId={({ accountId }) => accountId}
        columns={[
          {
            key: "email",
            text: ({ email, accountId }) => email ?? accountId,
            show: (row) => <CustomerLink {...row} />,
          },
          {
            key: "owedCents",
            align: "right",
            text: ({ cents }) => cents / 100,
            show: ({ cents }) => <Money cents={cents} />,
          },
          { key: "since", as: when },
        ]}
      />
    </>
  );
}
