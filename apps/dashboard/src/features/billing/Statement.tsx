import { useCall } from "../../lib/queries.ts";
import { List } from "@turnpike/ui/list/List.tsx";
import { useList } from "../../ui/list/use-list.ts";
import { Group, Select, Text, Button } from "@mantine/core";
import { IconListDetails, IconDownload } from "@turnpike/ui/icons.ts";
import { useTranslation } from "react-i18next";
import { assets, assetUnit } from "@turnpike/rules/assets.ts";
import { assetOfPool } from "@turnpike/rules/traffic-pool.ts";
import {
  formatBytes,
  formatCents,
  formatDateTime,
  formatNumber,
  formatMonth,
} from "@turnpike/ui/lib/format.ts";
import type { ListColumn } from "@turnpike/ui/list/columns.ts";
import { exactBytes, gbText } from "@turnpike/ui/Bytes.tsx";
import type { CallResult } from "../../lib/call.ts";
import classes from "./billing.module.css";
import { useState } from "react";
import { useDownload } from "../../lib/download.ts";
import { useToday } from "../../lib/use-today.ts";
import { monthsBack } from "./months.ts";

/** A line of the ledger. */
type LedgerLine = CallResult<"ledger">["items"][number];

/** Translates assets, events and references; those without a translation keep their own names. */
function useLedgerWords() {
  const { t, i18n } = useTranslation("ledger");
  const nameOr = (key: string, name: string) =>
    i18n.exists(`ledger:${key}.${name}`) ? t(`${key}.${name}` as "kinds.order") : name;
  // An API of the release before names no pools; with one, nothing says the word.
  const pools = useCall("member", {}).data?.trafficPools ?? [];
  const titles = new Map<string, string>(
    pools.length > 1 ? pools.map(({ pool, title }) => [assetOfPool(pool), title]) : [],
  );
  const pooled = [...titles.keys()].filter((asset) => asset !== "traffic");
  return {
    /** All assets; those of added pools come after traffic. */
    assetNames: assets.flatMap((asset) => (asset === "traffic" ? [asset, ...pooled] : [asset])),
    assetName: (asset: string) => {
      const title = titles.get(asset);
      return title === undefined
        ? nameOr("assets", asset)
        : `${nameOr("assets", "traffic")} (${title})`;
    },
    kindName: (kind: string) => nameOr("kinds", kind),
    refName: (ref: string) => (/^[a-z]+$/.test(ref) ? nameOr("refs", ref) : shortRef(ref)),
  };
}

/** Shortens references that are only meant for machines (UUIDs). */
const shortRef = (ref: string): string =>
  /^[0-9a-f]{8}-[0-9a-f]{4}-/.test(ref) ? `${ref.slice(0, 8)}…` : ref;

/** Every change of the account's assets; the asset and the page are kept in the URL. */
export function Statement() {
  const { t } = useTranslation("setting-account");
  const { assetName, assetNames } = useLedgerWords();
  const list = useList("ledger", {
    prefix: "statement",
    filters: [
      {
        name: "statement-asset",
        field: "asset",
        as: "select",
        label: t("statement.of"),
        any: t("statement.everything"),
        options: assetNames.map((value) => ({ value, label: assetName(value) })),
      },
    ],
  });
  return (
    <List
      list={list}
      title={t("statement.title")}
      description={t("statement.description")}
      label={t("statement.list")}
      columns={useColumns(!list.filtered)}
      tools={<StatementFile />}
      empty={{
        icon: <IconListDetails size={22} />,
        title: t("statement.none"),
        text: t("statement.noneHelp"),
      }}
    />
  );
}

function useColumns(withAsset: boolean): ListColumn<LedgerLine>[] {
  const { t } = useTranslation("setting-account");
  const { assetName } = useLedgerWords();
  const asset = { key: "asset", title: t("statement.of") };
  return [
    {
      key: "kind",
      title: t("statement.kind"),
      show: (row) => <LedgerEvent row={row} />,
      wrap: true,
    },
    { key: "at", title: t("statement.at"), show: (row) => formatDateTime(row.at) },
    ...(withAsset
      ? [{ ...asset, show: (row: LedgerLine) => assetName(row.asset), wrap: true }]
      : []),
    {
      key: "amount",
      title: t("statement.amount"),
      align: "right",
      show: ({ asset, amount }) => <LedgerAmount asset={asset} amount={amount} signed />,
    },
    {
      key: "balance",
      title: t("statement.balance"),
      align: "right",
      show: ({ asset, balance }) => <LedgerAmount asset={asset} amount={balance} />,
    },
  ];
}

function LedgerEvent({ row }: { row: LedgerLine }) {
  const { kindName, refName } = useLedgerWords();
  return (
    <>
      <Text fw={550} fz="inherit">
        {kindName(row.kind)}
      </Text>
      {row.ref && (
        <Text fz="xs" c="dimmed" fw={400} className={classes.breaks ?? ""} title={row.ref}>
          {refName(row.ref)}
        </Text>
      )}
    </>
  );
}

/** Formats an amount of an asset; traffic in GB, as everywhere, even if it is little. */
function amountText(asset: string, { amount, signed }: { amount: number; signed: boolean }) {
  const unit = assetUnit(asset);
  if (unit === "money") return formatCents(amount);
  if (unit === "pieces") return formatNumber(amount);
  return signed ? formatBytes(amount) : gbText(amount);
}

/** An amount of an asset; `signed` prefixes gains with a plus. Exact bytes show on hover. */
function LedgerAmount(props: { asset: string; amount: number; signed?: boolean }) {
  const { asset, amount, signed = false } = props;
  const came = signed && amount > 0;
  const exact = assetUnit(asset) === "bytes" ? { title: exactBytes(amount) } : {};
  return (
    <span className={`numeric ${came ? (classes.came ?? "") : ""}`} {...exact}>
      {came ? "+" : ""}
      {amountText(asset, { amount, signed })}
    </span>
  );
}

/** Downloads the statement of one month as a file. */
function StatementFile() {
  const { t } = useTranslation("setting-account");
  const { busy, run } = useDownload();
  const member = useCall("member", {});
  const today = useToday() ?? "";
  const months = today ? monthsBack({ today, since: member.data?.createdAt ?? null }) : [];
  const [chosen, setMonth] = useState("");
  const month = chosen || (months[0] ?? "");
  return (
    <Group gap="sm" align="flex-end" className={classes.file ?? ""}>
      <Select
        w={{ base: "100%", xs: 180 }}
        label={t("statement.month")}
        allowDeselect={false}
        disabled={!month}
        value={month || null}
        onChange={(value) => value && setMonth(value)}
        data={months.map((value) => ({ value, label: formatMonth(value) }))}
      />
      <Button
        data-needs="money"
        variant="default"
        w={{ base: "100%", xs: "auto" }}
        leftSection={<IconDownload size={16} aria-hidden />}
        disabled={!month}
        loading={busy !== null}
        onClick={() => run({ what: "statement", month })}
      >
        {t("statement.download")}
      </Button>
    </Group>
  );
}
