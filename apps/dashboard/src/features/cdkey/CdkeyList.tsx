import { Badge, Text } from "@mantine/core";
import { useCopy } from "@turnpike/ui/CopyButton.tsx";
import { DownloadMenu } from "@turnpike/ui/DownloadMenu.tsx";
import { IconCopy, IconFileDownload, IconTicket } from "@turnpike/ui/icons.ts";
import { formatDateTime, formatNumber } from "@turnpike/ui/lib/format.ts";
import { toast } from "@turnpike/ui/lib/toast.ts";
import { BatchButton } from "@turnpike/ui/list/buttons.tsx";
import type { ListColumn } from "@turnpike/ui/list/columns.ts";
import { when } from "@turnpike/ui/list/kinds.tsx";
import { List } from "@turnpike/ui/list/List.tsx";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useList } from "../../ui/list/use-list.ts";
import { useAmountText } from "./amount-text.ts";
import { allCdkeys, type Cdkey, cdkeyLines, saveCsvOf, saveTxtOf } from "./cdkey-file.ts";
import { Code } from "./Code.tsx";
import { keyKinds } from "./make-plan.ts";

/** The keys the account made. Renders nothing if it has none and may not make any (`maker`). */
export function CdkeyList({ maker }: { maker: boolean }) {
  const { t } = useTranslation("cdkey");
  const list = useKeys();
  const { rows } = list.selected;
  const copy = useCopy();
  const columns = useColumns();
  const copyKeys = (keys: readonly Cdkey[]) =>
    copy.run(cdkeyLines(keys), t("list.copied", { count: keys.length }));
  if (!maker && (list.first || !list.rows)) return null;
  return (
    <List<Cdkey>
      list={list}
      title={t("list.title")}
      description={t("list.description")}
      label={t("list.label")}
      columns={columns}
      rowName={(row) => row.code}
      tools={
        <>
          <BatchButton label={t("list.copyPage")} onClick={() => copyKeys(list.rows ?? [])} />
          <ExportAll filter={list.input} />
        </>
      }
      batch={{
        label: (count) => t("list.selected", { count }),
        buttons: (
          <>
            <BatchButton icon={IconCopy} label={t("list.copy")} onClick={() => copyKeys(rows)} />
            <DownloadMenu
              label={t("list.download")}
              formats={[
                { label: t("list.asTxt"), save: () => saveTxtOf(rows) },
                { label: t("list.asCsv"), save: () => saveCsvOf(rows) },
              ]}
            />
          </>
        ),
      }}
      empty={{
        icon: <IconTicket size={22} />,
        title: t("list.none"),
        text: t("list.noneHelp"),
        found: { title: t("list.noneFound") },
      }}
    />
  );
}

/** The page of the account's keys selected by the URL. */
function useKeys() {
  const { t } = useTranslation("cdkey");
  return useList("cdkeys", {
    filters: [
      { name: "search", as: "search", label: t("list.search") },
      {
        name: "status",
        as: "select",
        label: t("list.status"),
        any: t("list.anyStatus"),
        options: (["unused", "used", "void"] as const).map((value) => ({
          value,
          label: t(`list.statuses.${value}`),
        })),
      },
      {
        name: "kind",
        as: "select",
        label: t("list.kind"),
        any: t("list.anyKind"),
        options: keyKinds.map((value) => ({ value, label: t(`make.kinds.${value}`) })),
      },
    ],
  });
}

/** Saves all keys that match the filter, of all pages, as one file. */
function ExportAll({ filter }: { filter: object }) {
  const { t } = useTranslation("cdkey");
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      const { keys, total } = await allCdkeys(filter);
      saveCsvOf(keys);
      const numbers = { shown: formatNumber(keys.length), total: formatNumber(total) };
      const all = keys.length === total;
      toast.success(all ? t("list.exported", { count: total }) : t("list.exportedOf", numbers));
    } catch {
      // A toast has already shown the error; nothing was saved.
    } finally {
      setBusy(false);
    }
  };
  return (
    <BatchButton
      icon={IconFileDownload}
      label={t("list.exportAll")}
      loading={busy}
      onClick={() => void save()}
    />
  );
}

/** The columns of the list of keys (spec/cdkeys#calls). */
function useColumns(): ListColumn<Cdkey>[] {
  const { t } = useTranslation("cdkey");
  const amountText = useAmountText();
  return [
    { key: "code", title: t("columns.code"), show: ({ code }) => <Code code={code} /> },
    { key: "holds", title: t("columns.holds"), align: "right", show: amountText },
    {
      key: "status",
      title: t("columns.status"),
      show: ({ status }) => (
        <Badge miw="max-content" color={status === "unused" ? "good" : "gray"}>
          {t(`list.statuses.${status}`)}
        </Badge>
      ),
    },
    { key: "producedAt", title: t("columns.producedAt"), as: when },
    { key: "used", title: t("columns.usedAt"), show: Used },
  ];
}

/** When a key was redeemed, and by whom. */
function Used({ usedAt, redeemerEmail }: Cdkey) {
  if (!usedAt) return "–";
  return (
    <>
      {formatDateTime(usedAt)}
      {redeemerEmail && (
        <Text fz="xs" c="dimmed">
          {redeemerEmail}
        </Text>
      )}
    </>
  );
}
