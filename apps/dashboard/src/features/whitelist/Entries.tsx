import { ActionIcon, Badge, Box, Button, Group, Text, Tooltip } from "@mantine/core";
import { IconListCheck, IconTrash } from "@turnpike/ui/icons.ts";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { formatDate, formatDateTime } from "@turnpike/ui/lib/format.ts";
import { useCall, useCommand } from "../../lib/queries.ts";
import { toast } from "@turnpike/ui/lib/toast.ts";
import { type Column, DataTable } from "@turnpike/ui/DataTable.tsx";
import { EmptyState } from "@turnpike/ui/EmptyState.tsx";
import { useLastPage } from "@turnpike/ui/last-page.ts";
import { Panel } from "@turnpike/ui/Panel.tsx";
import { SearchField } from "@turnpike/ui/SearchField.tsx";
import { sortWord, useTableUrl } from "@turnpike/ui/table-url.ts";
import { useUrlText } from "@turnpike/ui/url-text.ts";
import { type Entry, useRestoreEntries } from "./use-restore-entries.ts";
import classes from "./whitelist.module.css";
import { undoToast } from "@turnpike/ui/undo-toast.ts";
import { ConfirmDialog } from "@turnpike/ui/ConfirmDialog.tsx";
import { useNow } from "@turnpike/ui/lib/use-now.ts";
import { expiryOf } from "./expiry-of.ts";

const colours = { never: "gray", past: "red", soon: "amber", later: "pike" } as const;

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
  const url = useTableUrl();
  const [{ q }, setFilter] = useUrlText(["q"]);
  const sort = sortWord(url.sort, ["ip", "description", "expiresAt"]);
  const parameters = { page: url.page, limit: url.limit, sort, ...(q ? { search: q } : {}) };
  const list = useCall("trafficWhiteList", parameters, { keepLast: true, everyMs: REFRESH_MS });
  useLastPage(url, list.data);
  const [ids, setIds] = useState<string[]>([]);
  const [deleting, setDeleting] = useState<{ ids: readonly string[]; name: string } | null>(null);
  const columns = useColumns();
  const deleteChosen = () =>
    ids.length === 0 ? toast.warning(t("entries.selectRow")) : setDeleting({ ids, name: "" });
  return (
    <Panel flush title={t("entries.title")} description={t("entries.help")}>
      {(q || list.data?.total !== 0) && (
        <Toolbar
          q={q}
          selected={ids.length}
          onSearch={(text) => setFilter({ q: text })}
          onDelete={deleteChosen}
        />
      )}
      <DataTable<Entry>
        label={t("entries.list")}
        columns={columns}
        rows={list.data?.items}
        rowId={(row) => row.id}
        rowName={(row) => row.ip}
        error={list.error}
        onRetry={() => void list.refetch()}
        total={list.data?.total}
        url={url}
        selection={{ ids, onChange: setIds }}
        onDelete={deleteChosen}
        actions={(row) => (
          <DeleteButton ip={row.ip} onClick={() => setDeleting({ ids: [row.id], name: row.ip })} />
        )}
        empty={
          <EmptyState
            icon={<IconListCheck size={22} />}
            title={t(q ? "entries.noneFound" : "entries.none")}
            text={q ? undefined : t("entries.noneHelp")}
          />
        }
      />
      <DeleteEntries
        deleting={deleting}
        entries={list.data?.items ?? []}
        onClose={() => setDeleting(null)}
        onDeleted={(deletedIds) =>
          setIds((before) => before.filter((id) => !deletedIds.includes(id)))
        }
      />
    </Panel>
  );
}

function Toolbar(props: {
  q: string;
  selected: number;
  onSearch: (text: string) => void;
  onDelete: () => void;
}) {
  const { t } = useTranslation("white-manage");
  return (
    <Group gap="sm" className={classes.filters ?? ""}>
      <Box flex="1 1 14rem" maw={{ base: "none", xs: 320 }}>
        <SearchField label={t("entries.search")} value={props.q} onSearch={props.onSearch} />
      </Box>
      <Text component="output" fz="sm" c="dimmed" mis="auto" className="numeric">
        {t("entries.selected", { count: props.selected })}
      </Text>
      <Button
        size="xs"
        variant="default"
        c="var(--mantine-color-error)"
        leftSection={<IconTrash size={15} aria-hidden />}
        disabled={props.selected === 0}
        onClick={props.onDelete}
      >
        {t("entries.delete")}
      </Button>
    </Group>
  );
}

function DeleteButton({ ip, onClick }: { ip: string; onClick: () => void }) {
  const { t } = useTranslation("white-manage");
  return (
    <Tooltip label={t("entries.delete")}>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={t("entries.deleteOf", { ip })}
        onClick={onClick}
      >
        <IconTrash size={17} />
      </ActionIcon>
    </Tooltip>
  );
}

function useColumns(): Column<Entry>[] {
  const { t } = useTranslation("white-manage");
  return [
    {
      key: "ip",
      sortable: true,
      title: t("columns.ip"),
      render: ({ ip }) => (
        <Text span ff="monospace" fz="sm">
          {ip}
        </Text>
      ),
    },
    {
      key: "account",
      title: t("columns.account"),
      render: ({ account }) => (
        <Badge color="gray" variant="default">
          {account}
        </Badge>
      ),
    },
    {
      key: "description",
      sortable: true,
      title: t("columns.description"),
      wrap: true,
      render: ({ description }) => description || "–",
    },
    {
      key: "expiresAt",
      sortable: true,
      title: t("columns.expires"),
      render: ({ expiresAt }) => <Expiry expiresAt={expiresAt} />,
    },
    {
      key: "createdAt",
      title: t("columns.created"),
      render: ({ createdAt }) => (
        <time dateTime={createdAt} title={formatDateTime(createdAt)}>
          {formatDate(createdAt)}
        </time>
      ),
    },
  ];
}

/** Asks before deleting addresses; those that were shown can be restored. */
function DeleteEntries(props: {
  deleting: { ids: readonly string[]; name: string } | null;
  /** The visible entries, from which deleted ones can be restored. */
  entries: readonly Entry[];
  onClose: () => void;
  onDeleted: (ids: readonly string[]) => void;
}) {
  const { t } = useTranslation("white-manage");
  const { deleting, entries, onClose, onDeleted } = props;
  const putBack = useRestoreEntries();
  const remove = useCommand("delTrafficWhite", {
    invalidates: ["trafficWhiteList", "checkTrafficWhite"],
  });
  if (!deleting) return null;
  const count = deleting.ids.length;
  const deletedEntries = entries.filter(({ id }) => deleting.ids.includes(id));
  const tell = (message: string) =>
    deletedEntries.length === count
      ? undoToast(message, () => void putBack(deletedEntries))
      : toast.success(message);
  const confirm = () =>
    remove.mutate(
      { ids: [...deleting.ids] },
      {
        onSuccess: ({ deleted }) => {
          tell(t("delete.done", { count: deleted }));
          onDeleted(deleting.ids);
          onClose();
        },
      },
    );
  return (
    <ConfirmDialog
      opened
      danger
      title={deleting.name ? t("delete.one", { ip: deleting.name }) : t("delete.title", { count })}
      confirm={t("delete.submit", { count })}
      busy={remove.isPending}
      onConfirm={confirm}
      onClose={onClose}
    >
      {t("delete.explain")}
    </ConfirmDialog>
  );
}
