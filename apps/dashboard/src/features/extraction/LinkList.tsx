import { Box, Button, Text, Stack, ActionIcon, Tooltip } from "@mantine/core";
import {
  IconApi,
  IconCopy,
  IconTrash,
  IconExternalLink,
  IconTerminal2,
} from "@turnpike/ui/icons.ts";
import { useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useCall, useCommand } from "../../lib/queries.ts";
import { toast } from "@turnpike/ui/lib/toast.ts";
import { BatchBar } from "@turnpike/ui/BatchBar.tsx";
import { useCopy } from "@turnpike/ui/CopyButton.tsx";
import { DataTable } from "@turnpike/ui/DataTable.tsx";
import { EmptyState } from "@turnpike/ui/EmptyState.tsx";
import { useLastPage } from "@turnpike/ui/last-page.ts";
import { Panel } from "@turnpike/ui/Panel.tsx";
import { SearchField } from "@turnpike/ui/SearchField.tsx";
import { type SelectedRows, useSelectedRows } from "@turnpike/ui/selected-rows.ts";
import { useTableUrl } from "@turnpike/ui/table-url.ts";
import { useUrlText } from "@turnpike/ui/url-text.ts";
import classes from "./extraction.module.css";
import { type ApiLink, isCalled, nameOf, curlOf } from "./link.ts";
import { useLinkColumns } from "./link-columns.tsx";
import { OpenLink } from "./OpenLink.tsx";
import { useLastValue } from "../../lib/use-last-value.ts";
import { ConfirmDialog } from "@turnpike/ui/ConfirmDialog.tsx";

const MAX_NAMES = 6;

/** Asks before deleting links, since programs that call them are refused from then on. */
function DeleteLinks(props: {
  rows: readonly ApiLink[] | null;
  onClose: () => void;
  /** Called with the ids of the deleted links. */
  onDeleted: (ids: readonly string[]) => void;
}) {
  const { t } = useTranslation("extract");
  const rows = useLastValue(props.rows) ?? [];
  const remove = useCommand("apiLinkDel", { invalidates: ["apiLinks"] });
  const count = rows.length;
  const more = count - MAX_NAMES;
  const confirm = () => {
    const ids = rows.map(({ id }) => id);
    remove.mutate(
      { ids },
      {
        onSuccess: ({ deleted }) => {
          toast.success(t("delete.done", { count: deleted }));
          props.onDeleted(ids);
          props.onClose();
        },
      },
    );
  };
  return (
    <ConfirmDialog
      opened={props.rows !== null}
      danger
      title={t("delete.title", { count })}
      confirm={t("delete.submit", { count })}
      busy={remove.isPending}
      onConfirm={confirm}
      onClose={props.onClose}
    >
      <Stack gap="sm">
        <Text span fw={600} c="var(--mantine-color-text)" style={{ overflowWrap: "anywhere" }}>
          {rows.slice(0, MAX_NAMES).map(nameOf).join(", ")}
          {more > 0 && ` ${t("delete.more", { count: more })}`}
        </Text>
        <span>{t("delete.explain")}</span>
      </Stack>
    </ConfirmDialog>
  );
}

/** The account's links; `onCreate` leads to the form that creates one. */
export function LinkList({ onCreate }: { onCreate: () => void }) {
  const { t } = useTranslation("extract");
  const { list, page, url, find, setFind } = useLinks();
  const selected = useSelectedRows<ApiLink>(list.data?.items);
  const [deleting, setDeleting] = useState<readonly ApiLink[] | null>(null);
  const [opening, setOpening] = useState<ApiLink | null>(null);
  const columns = useLinkColumns();
  const remove = () => {
    if (selected.rows.length === 0) toast.warning(t("batch.selectRow"));
    else setDeleting(selected.rows);
  };
  return (
    <Panel title={t("list.title")} description={t("list.help")} flush>
      {list.data && list.data.items.length > 0 && (
        <Box className={classes.batch ?? ""} maw={{ base: "none", xs: 340 }}>
          <SearchField label={t("list.search")} value={find} onSearch={setFind} />
        </Box>
      )}
      <DataTable<ApiLink>
        label={t("list.label")}
        columns={columns}
        rows={page?.items}
        total={page?.total}
        url={url}
        error={list.error}
        onRetry={() => void list.refetch()}
        rowId={(row) => row.id}
        rowName={nameOf}
        selection={{ ids: selected.ids, onChange: selected.select }}
        actions={(row) => (
          <LinkActions
            row={row}
            onOpen={() => setOpening(row)}
            onDelete={() => setDeleting([row])}
          />
        )}
        onDelete={remove}
        empty={<NoLinks searched={find !== ""} onCreate={onCreate} />}
      />
      <Batch selected={selected} onDelete={remove} />
      <DeleteLinks
        rows={deleting}
        onClose={() => setDeleting(null)}
        onDeleted={(deletedIds) =>
          selected.select(selected.ids.filter((id) => !deletedIds.includes(id)))
        }
      />
      <OpenLink link={opening} onClose={() => setOpening(null)} />
    </Panel>
  );
}

function NoLinks(props: { searched: boolean; onCreate: () => void }) {
  const { t } = useTranslation("extract");
  const icon = <IconApi size={22} />;
  if (props.searched) return <EmptyState icon={icon} title={t("list.noneFound")} />;
  return (
    <EmptyState
      icon={icon}
      title={t("createFirst")}
      text={t("list.noneHelp")}
      action={
        <Button variant="default" onClick={props.onCreate}>
          {t("list.toBuilder")}
        </Button>
      }
    />
  );
}

/** The call returns all links, a hundred at most; the URL selects which are shown. */
function useLinks() {
  const url = useTableUrl();
  const list = useCall("apiLinks", {}, { everyMs: 30_000 });
  const [{ find }, setText] = useUrlText(["find"]);
  const all = list.data?.items.filter((link) => isCalled(link, find));
  const from = (url.page - 1) * url.limit;
  const page = all && { items: all.slice(from, from + url.limit), total: all.length };
  useLastPage(url, page);
  return { list, page, url, find, setFind: (text: string) => setText({ find: text }) };
}

function Batch(props: { selected: SelectedRows<ApiLink>; onDelete: () => void }) {
  const { t } = useTranslation("extract");
  const { rows, clear } = props.selected;
  const copy = useCopy();
  return (
    <BatchBar
      count={rows.length}
      label={t("batch.selected", { count: rows.length })}
      onClear={clear}
    >
      <Button
        size="xs"
        variant="default"
        leftSection={<IconCopy size={15} aria-hidden />}
        onClick={() => copy.run(rows.map(({ url }) => `${url}\n`).join(""))}
      >
        {t("batch.copy")}
      </Button>
      <Button
        size="xs"
        variant="default"
        c="var(--mantine-color-error)"
        leftSection={<IconTrash size={15} aria-hidden />}
        onClick={props.onDelete}
      >
        {t("batch.delete")}
      </Button>
    </BatchBar>
  );
}

/** The actions on a link. */
function LinkActions(props: { row: ApiLink; onOpen: () => void; onDelete: () => void }) {
  const { t } = useTranslation("extract");
  const { row } = props;
  const name = nameOf(row);
  const copy = useCopy();
  return (
    <>
      <Action
        tip={t("actions.curl")}
        name={t("actions.curlOf", { name })}
        icon={<IconTerminal2 size={17} />}
        onClick={() => copy.run(curlOf(row.url))}
      />
      <Action
        tip={t("actions.open")}
        name={t("actions.openOf", { name })}
        icon={<IconExternalLink size={17} />}
        onClick={props.onOpen}
      />
      <Action
        tip={t("actions.delete")}
        name={t("actions.deleteOf", { name })}
        icon={<IconTrash size={17} />}
        onClick={props.onDelete}
      />
    </>
  );
}

function Action(props: { tip: string; name: string; icon: ReactNode; onClick: () => void }) {
  return (
    <Tooltip label={props.tip}>
      <ActionIcon variant="subtle" color="gray" aria-label={props.name} onClick={props.onClick}>
        {props.icon}
      </ActionIcon>
    </Tooltip>
  );
}
