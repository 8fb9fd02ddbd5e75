import { saveBlob } from "@turnpike/ui/lib/save-file.ts";
import { cents, code, when } from "@turnpike/ui/list/kinds.tsx";
import { PageHeader } from "@turnpike/ui/PageHeader.tsx";
import type { Item } from "../../lib/call.ts";
import { useT } from "../../lib/words.ts";
import type { Act } from "../../parts/act/act.ts";
import { RowMenu } from "../../parts/act/RowMenu.tsx";
import { CustomerLink } from "../../parts/cells.tsx";
import { List } from "../../parts/list/List.tsx";

type Invoice = Item<"invoiceList">;

/** Invoices and credit notes: found by number, order or customer, downloaded, mailed again. */
export function Invoices() {
  const t = useT();
  return (
    <>
      <PageHeader title={t("screens.invoices.title")} description={t("screens.invoices.text")} />
      <List
        call="invoiceList"
        name="invoices"
        empty={t("screens.invoices.empty")}
        rowId={({ number }) => number}
        where={[
          { name: "search", as: "search", label: t("screens.invoices.search") },
          { name: "kind", as: "select", words: "invoiceKinds", options: ["invoice", "creditNote"] },
        ]}
        columns={[
          { key: "at", as: when },
          { key: "number", as: code },
          {
            key: "email",
            text: ({ email, accountId }) => email ?? accountId,
            show: (row) => <CustomerLink {...row} />,
          },
          { key: "orderNo", as: code },
          { key: "corrects", as: code, extra: true },
          { key: "netCents", extra: "narrow", as: cents },
          { key: "taxCents", extra: "narrow", as: cents },
          { key: "totalCents", title: "amount", as: cents },
        ]}
        actions={(row: Invoice) => <InvoiceActs row={row} />}
      />
    </>
  );
}

function InvoiceActs({ row: { number } }: { row: Invoice }) {
  const download: Act<"invoiceFile"> = {
    call: "invoiceFile",
    name: number,
    fixed: { number },
    onDone: ({ fileName, base64 }) => {
      const bytes = Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));
      saveBlob({ name: fileName, blob: new Blob([bytes], { type: "application/pdf" }) });
    },
  };
  const send: Act<"invoiceSend"> = { call: "invoiceSend", name: number, fixed: { number } };
  return <RowMenu name={number} acts={[download, send]} />;
}
