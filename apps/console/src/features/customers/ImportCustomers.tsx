import { Box, Select } from "@mantine/core";
import { importKinds } from "@turnpike/rules/import-kind.ts";
import { formatCents, formatGb, formatNumber } from "@turnpike/ui/lib/format.ts";
import { useState } from "react";
import type { CallResult } from "../../lib/call.ts";
import { useCallMutation } from "../../lib/queries.ts";
import { useT } from "../../lib/words.ts";
import { Fact, Facts } from "../../parts/Facts.tsx";
import { ImportForm, LineNotes } from "../../parts/ImportForm.tsx";

type Kind = (typeof importKinds)[number];

const examples: Record<Kind, string> = {
  customers:
    "email,passwordHash,walletCents,trafficGb,ips,country,createdAt\nanna@example.com,$2y$10$…,1250,40.5,3,DE,2023-04-01",
  subaccounts:
    "email,user,password,trafficGb,remark\nanna@example.com,anna.k-2@shop,Old_pass-1,25,",
  statics:
    "email,user,password,ip,endsAt\nanna@example.com,anna_main,se.cret,203.0.113.10,2026-12-24",
};

/** Imports what another program had: first a preview, then all lines or none. */
export function ImportCustomers({ onClose }: { onClose: () => void }) {
  const t = useT();
  const [kind, setKind] = useState<Kind>("customers");
  return (
    <ImportForm
      title={t("moving.title")}
      text={t("moving.text")}
      example={examples[kind]}
      before={(forget) => (
        <Select
          label={t("moving.kind")}
          data={importKinds.map((value) => ({ value, label: t(`moving.kinds.${value}`) }))}
          value={kind}
          allowDeselect={false}
          onChange={(value) => {
            setKind(importKinds.find((each) => each === value) ?? "customers");
            forget();
          }}
        />
      )}
      ask={(csv) => ({ kind, csv })}
      look={useCallMutation("importPreview", { quiet: true })}
      apply={useCallMutation("importApply", { quiet: true })}
      applyLabel={() => t("moving.apply")}
      doneText={({ lines }) => t("moving.done", { count: lines, number: formatNumber(lines) })}
      show={(totals) => <TotalsOf totals={totals} />}
      onClose={onClose}
    />
  );
}

function TotalsOf({ totals }: { totals: CallResult<"importPreview"> }) {
  const t = useT();
  const { lines, invited, walletCents, trafficBytes, ips, notes } = totals;
  return (
    <>
      <Facts>
        <Fact term={t("moving.lines")}>{formatNumber(lines)}</Fact>
        {walletCents > 0 && <Fact term={t("moving.wallets")}>{formatCents(walletCents)}</Fact>}
        {trafficBytes > 0 && <Fact term={t("moving.traffic")}>{formatGb(trafficBytes)}</Fact>}
        {ips > 0 && <Fact term={t("moving.ips")}>{formatNumber(ips)}</Fact>}
        {invited > 0 && <Fact term={t("moving.invited")}>{formatNumber(invited)}</Fact>}
      </Facts>
      {notes.length > 0 && (
        <Box mt="xs">
          <LineNotes notes={notes} />
        </Box>
      )}
    </>
  );
}
