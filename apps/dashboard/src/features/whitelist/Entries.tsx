import { List } from "@turnpike/ui/list/List.tsx";
import { useList } from "../../ui/list/use-list.ts";
import { openAct } from "../../ui/act/open-act.ts";
import { DeleteButton, RowButton } from "@turnpike/ui/list/buttons.tsx";
import { Badge, Text } from "@mantine/core";
import { IconListCheck, IconTrash } from "@turnpike/ui/icons.ts";
import { useTranslation } from "react-i18next";
import { formatDate, formatDateTime } from "@turnpike/ui/lib/format.ts";
import type { ListColumn } from "@turnpike/ui/list/columns.ts";
import { type Entry, useRestoreEntries } from "./use-restore-entries.ts";
import { undoToast } from "@turnpike/ui/undo-toast.ts";
import { useNow } from "@turnpike/ui/lib/use-now.ts";
import { expiryOf } from "./expiry-of.ts";

const colours = { never: "gray", past: "red", soon: "amber", later: "good" } as const;

/** How long an entry remains valid; the instant itself shows on hover. */
function Expiry({ expiresAt }: { expiresAt: string | null }) {
  const { t } = useTranslation("white-manage");
  const { kind, days, hours } = expiryOf(expiresAt, useNow());
  const text =
    kind === "never" || kind === "past"
      ? t(`expiry.${kind}`)
      : days > 0
        ? t("expiry.days", { count: days })
        : t("expiry.hours", { count: hours });
  return (
    <Badge color={colours[kind]} title={expiresAt ? formatDateTime(expiresAt) : undefined}>
      {text}
    </Badge>
  );
}

const REFRESH_MS = 30_000;

/** The whitelisted addresses: search, pagination, deletion one by one or in batches. */
export function Entries() {
  const { t } = useTranslation("white-manage");
  const list = useList("trafficWhiteList", {
    everyMs: REFRESH_MS,
    sorts: ["ip", "description", "expiresAt"],
    filters: [{ name: "q", as: "search", label: t("entries.search"), field: "search" }],
  });
  const { selected } = list;
  const remove = useDelete(selected.drop);
  return (
    <List
      list={list}
      title={t("entries.title")}
      description={t("entries.help")}
      label={t("entries.list")}
      columns={useColumns()}
      rowName={(row) => row.ip}
      actions={(row) => (
        <RowButton
          needs="proxies"
          tip={t("entries.delete")}
          label={t("entries.deleteOf", { ip: row.ip })}
          icon={IconTrash}
          onClick={() => remove([row], row.ip)}
        />
      )}
      batch={{
        label: (count) => t("entries.selected", { count }),
        buttons: (
          <DeleteButton
            needs="proxies"
            label={t("entries.delete")}
            onClick={() => remove(selected.rows)}
          />
        ),
        onDelete: remove,
        selectFirst: t("entries.selectRow"),
      }}
      empty={{
        icon: <IconListCheck size={22} />,
        title: t("entries.none"),
        text: t("entries.noneHelp"),
        found: { title: t("entries.noneFound") },
      }}
    />
  );
}

/** Asks before deleting addresses; they can be restored for a while. */
function useDelete(onDeleted: (ids: readonly string[]) => void) {
  const { t } = useTranslation("white-manage");
  const putBack = useRestoreEntries();
  return (entries: readonly Entry[], name?: string) => {
    const ids = entries.map(({ id }) => id);
    const count = ids.length;
    openAct({
      call: "delTrafficWhite",
      input: { ids },
      danger: true,
      title: name ? t("delete.one", { ip: name }) : t("delete.title", { count }),
      text: t("delete.explain"),
      submit: t("delete.submit", { count }),
      onDone: ({ deleted }) => {
        undoToast(t("delete.done", { count: deleted }), () => void putBack(entries));
        onDeleted(ids);
      },
    });
  };
}

function useColumns(): ListColumn<Entry>[] {
  const { t } = useTranslation("white-manage");
  return [
    {
      key: "ip",
      title: t("columns.ip"),
      show: ({ ip }) => (
        <Text span ff="monospace" fz="sm">
          {ip}
        </Text>
      ),
    },
    {
      key: "account",
      title: t("columns.account"),
      show: ({ account }) => (
        <Badge color="gray" variant="default">
          {account}
        </Badge>
      ),
    },
    {
      key: "description",
      title: t("columns.description"),
      wrap: true,
      show: ({ description }) => description || "–",
    },
    {
      key: "expiresAt",
      title: t("columns.expires"),
      show: ({ expiresAt }) => <Expiry expiresAt={expiresAt} />,
    },
    {
      key: "createdAt",
      title: t("columns.created"),
      show: ({ createdAt }) => (
        <time dateTime={createdAt} title={formatDateTime(createdAt)}>
          {formatDate(createdAt)}
        </time>
      ),
    },
  ];
}
