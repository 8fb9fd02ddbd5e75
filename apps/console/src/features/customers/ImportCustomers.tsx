import { Alert, List, Select, Text, Textarea } from "@mantine/core";
import { importKinds } from "@turnpike/rules/import-kind.ts";
import { DialogForm } from "@turnpike/ui/DialogForm.tsx";
import { Dialog } from "@turnpike/ui/Dialog.tsx";
import { formatCents, formatGb, formatNumber } from "@turnpike/ui/lib/format.ts";
import { toast } from "@turnpike/ui/lib/toast.ts";
import { type FormEvent, useState } from "react";
import type { CallResult } from "../../lib/call.ts";
import { useCallMutation } from "../../lib/queries.ts";
import { useT } from "../../lib/words.ts";
import { ChooseFile } from "../../parts/ChooseFile.tsx";
import { Fact, Facts } from "../../parts/Facts.tsx";
import classes from "../../parts/import.module.css";

type Kind = (typeof importKinds)[number];
type Totals = CallResult<"importPreview">;

const examples: Record<Kind, string> = {
  customers:
    "email,passwordHash,walletCents,trafficGb,ips,country,createdAt\nanna@example.com,$2y$10$…,1250,40.5,3,DE,2023-04-01",
  subaccounts:
    "email,user,password,trafficGb,remark\nanna@example.com,anna.k-2@shop,Old_pass-1,25,",
  statics:
    "email,user,password,ip,endsAt\nanna@example.com,anna_main,se.cret,203.0.113.10,2026-12-24",
};

function useImport(onClose: () => void) {
  const t = useT();
  const [kind, setKind] = useState<Kind>("customers");
  const [csv, setCsv] = useState("");
  const [totals, setTotals] = useState<Totals>();
  const [fault, setFault] = useState("");
  const look = useCallMutation("importPreview", { quiet: true });
  const apply = useCallMutation("importApply", { quiet: true });
  const forget = () => {
    setTotals(undefined);
    setFault("");
  };
  const onError = (error: Error) => setFault(error.message);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setFault("");
    if (!totals) return look.mutate({ kind, csv }, { onSuccess: setTotals, onError });
    const onSuccess = ({ lines }: Totals) => {
      toast.success(t("moving.done", { count: lines, number: formatNumber(lines) }));
      onClose();
    };
    apply.mutate({ kind, csv }, { onSuccess, onError });
  };
  const change = (text: string) => {
    setCsv(text);
    forget();
  };
  const choose = (value: string | null) => {
    setKind(importKinds.find((each) => each === value) ?? "customers");
    forget();
  };
  const busy = look.isPending || apply.isPending;
  return { kind, choose, csv, change, totals, fault, setFault, submit, busy };
}

/** Imports what another program had: first a preview, then all lines or none. */
export function ImportCustomers({ onClose }: { onClose: () => void }) {
  const t = useT();
  const form = useImport(onClose);
  const kinds = importKinds.map((value) => ({ value, label: t(`moving.kinds.${value}`) }));
  return (
    <Dialog title={t("moving.title")} size="lg" onClose={onClose}>
      <DialogForm
        submit={form.totals ? t("moving.apply") : t("import.preview")}
        busy={form.busy}
        onSubmit={form.submit}
      >
        <Text c="dimmed">{t("moving.text")}</Text>
        <Select
          label={t("moving.kind")}
          data={kinds}
          value={form.kind}
          allowDeselect={false}
          onChange={form.choose}
        />
        <ChooseFile accept=".csv,text/csv" onText={form.change} onFault={form.setFault} />
        <Textarea
          label={t("import.list")}
          placeholder={examples[form.kind]}
          classNames={{ input: classes.csv ?? "" }}
          minRows={6}
          maxRows={14}
          autosize
          spellCheck={false}
          value={form.csv}
          onChange={(event) => form.change(event.currentTarget.value)}
        />
        {form.totals && <TotalsOf totals={form.totals} />}
        {form.fault && (
          <Alert color="red" role="alert" style={{ whiteSpace: "pre-line" }}>
            {form.fault}
          </Alert>
        )}
      </DialogForm>
    </Dialog>
  );
}

function TotalsOf({ totals }: { totals: Totals }) {
  const t = useT();
  const { lines, invited, walletCents, trafficBytes, ips, notes } = totals;
  return (
    <div className={classes.preview} role="status">
      <Facts>
        <Fact term={t("moving.lines")}>{formatNumber(lines)}</Fact>
        {walletCents > 0 && <Fact term={t("moving.wallets")}>{formatCents(walletCents)}</Fact>}
        {trafficBytes > 0 && <Fact term={t("moving.traffic")}>{formatGb(trafficBytes)}</Fact>}
        {ips > 0 && <Fact term={t("moving.ips")}>{formatNumber(ips)}</Fact>}
        {invited > 0 && <Fact term={t("moving.invited")}>{formatNumber(invited)}</Fact>}
      </Facts>
      {notes.length > 0 && (
        <List size="sm" mt="xs" listStyleType="none">
          {notes.map(({ line, text }) => (
            <List.Item key={line}>{`${t("import.line", { line })}: ${text}`}</List.Item>
          ))}
        </List>
      )}
    </div>
  );
}
