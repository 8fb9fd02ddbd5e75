import { Box, Button, ActionIcon, Menu, Tooltip } from "@mantine/core";
import {
  IconBroadcast,
  IconFileDownload,
  IconSearchOff,
  IconTerminal2,
  IconTrash,
} from "@turnpike/ui/icons.ts";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { EmptyState } from "@turnpike/ui/EmptyState.tsx";
import { LazyMount } from "@turnpike/ui/LazyMount.tsx";
import { Panel } from "@turnpike/ui/Panel.tsx";
import { SearchField } from "@turnpike/ui/SearchField.tsx";
import { useSelectedRows } from "@turnpike/ui/selected-rows.ts";
import { lazyComponent } from "@turnpike/ui/lib/lazy-component.ts";
import { useCall } from "../../lib/queries.ts";
import { useLastPage } from "@turnpike/ui/last-page.ts";
import { PROXY_ROWS, useTableUrl } from "@turnpike/ui/table-url.ts";
import { useUrlText } from "@turnpike/ui/url-text.ts";
import { PortBatch } from "./PortBatch.tsx";
import { deleteTicked } from "../proxy-table/delete-ticked.ts";
import { ProxyTable } from "../proxy-table/ProxyTable.tsx";
import { usePortCard, usePortColumns } from "./port-columns.tsx";
import { addressOf, type WhitelistedPort, curlOf } from "./whitelisted-port.ts";
import { useCopy } from "@turnpike/ui/CopyButton.tsx";

/** How often the list is refetched; more often while a gateway is opening ports. */
const REFRESH_MS = 15_000;
const OPENING_POLL_MS = 2_000;

/** The page of ports selected by the URL. */
function useWhitelistedPorts() {
  const url = useTableUrl("", PROXY_ROWS);
  const [{ search }, setText] = useUrlText(["search"]);
  const [opening, setOpening] = useState(false);
  const { page, limit } = url;
  const list = useCall(
    "whitePorts",
    { page, limit, search: search || undefined },
    { keepLast: true, everyMs: opening ? OPENING_POLL_MS : REFRESH_MS },
  );
  const awaited = list.data?.items.some(({ open }) => !open) ?? false;
  if (awaited !== opening) setOpening(awaited);
  useLastPage(url, list.data);
  return {
    list,
    url,
    search,
    setSearch: (next: string) => setText({ search: next }),
    /** When the rows were received, by this computer's clock. */
    answeredMs: list.dataUpdatedAt,
  };
}

const DeletePorts = lazyComponent(async () => (await import("./DeletePorts.tsx")).DeletePorts);
const ExportPorts = lazyComponent(async () => (await import("./ExportPorts.tsx")).ExportPorts);

type Task = { kind: "delete" | "export"; rows: readonly WhitelistedPort[] };

/** The account's whitelisted ports, and their actions. */
export function PortList() {
  const { t } = useTranslation("whitelisted-port");
  const { list, url, search, setSearch, answeredMs } = useWhitelistedPorts();
  const selected = useSelectedRows<WhitelistedPort>(list.data?.items);
  const [task, setTask] = useState<Task | null>(null);
  const target = useCall("trafficInfo", {}, { staleMs: 60_000 }).data?.exampleTarget;
  const columns = usePortColumns(answeredMs);
  const none = list.data?.total === 0 && !search;
  const remove = deleteTicked(selected, t("batch.selectRow"), (rows) =>
    setTask({ kind: "delete", rows }),
  );
  const unselect = (deletedIds: readonly string[]) =>
    selected.select(selected.ids.filter((id) => !deletedIds.includes(id)));
  return (
    <Panel title={t("list.title")} description={t("list.help")} flush>
      <ProxyTable<WhitelistedPort>
        label={t("list.label")}
        views={{ table: "whitelisted-ports", filters: ["search"] }}
        columns={columns}
        list={list}
        url={url}
        rowName={addressOf}
        card={usePortCard(answeredMs)}
        first={none}
        filters={<Search search={search} onSearch={setSearch} />}
        tools={<ExportAll onClick={() => setTask({ kind: "export", rows: [] })} />}
        selected={selected}
        selectedLabel={(count) => t("batch.selected", { count })}
        batch={
          <PortBatch
            selected={selected}
            answeredAtMs={answeredMs}
            onExport={() => setTask({ kind: "export", rows: selected.rows })}
            onDelete={remove}
          />
        }
        onDelete={remove}
        actions={(row) => (
          <PortActions
            row={row}
            target={target}
            onDelete={() => setTask({ kind: "delete", rows: [row] })}
          />
        )}
        empty={none ? <None /> : <NoneFound />}
      />
      <PortDialogs
        task={task}
        seen={list.data?.items ?? []}
        onClose={() => setTask(null)}
        onDeleted={unselect}
      />
    </Panel>
  );
}

function Search(props: { search: string; onSearch: (text: string) => void }) {
  const { t } = useTranslation("whitelisted-port");
  return (
    <Box flex="1 1 14rem" maw={{ base: "none", xs: 340 }}>
      <SearchField label={t("list.search")} value={props.search} onSearch={props.onSearch} />
    </Box>
  );
}

function ExportAll({ onClick }: { onClick: () => void }) {
  const { t } = useTranslation("whitelisted-port");
  return (
    <Button
      variant="default"
      leftSection={<IconFileDownload size={16} aria-hidden />}
      onClick={onClick}
    >
      {t("list.exportAll")}
    </Button>
  );
}

function None() {
  const { t } = useTranslation("whitelisted-port");
  return (
    <EmptyState
      icon={<IconBroadcast size={22} />}
      title={t("list.none")}
      text={t("list.noneHelp")}
    />
  );
}

function NoneFound() {
  const { t } = useTranslation("whitelisted-port");
  return <EmptyState icon={<IconSearchOff size={22} />} title={t("list.noneFound")} />;
}

/** The dialogs for ports. */
function PortDialogs(props: {
  task: Task | null;
  /** The rows on the page. */
  seen: readonly WhitelistedPort[];
  onClose: () => void;
  onDeleted: (ids: readonly string[]) => void;
}) {
  const { task, onClose } = props;
  return (
    <>
      <LazyMount wanted={task?.kind === "delete"}>
        <DeletePorts
          rows={task?.kind === "delete" ? task.rows : null}
          onClose={onClose}
          onDeleted={props.onDeleted}
        />
      </LazyMount>
      <LazyMount wanted={task?.kind === "export"}>
        <ExportPorts
          rows={task?.kind === "export" ? task.rows : null}
          seen={props.seen}
          onClose={onClose}
        />
      </LazyMount>
    </>
  );
}

/** The actions on a port; `target` is what the command fetches, once known. */
function PortActions(props: {
  row: WhitelistedPort;
  target: string | undefined;
  onDelete: () => void;
}) {
  const { t } = useTranslation(["whitelisted-port", "parts"]);
  const { row, target } = props;
  const { port } = row;
  const copy = useCopy();
  return (
    <>
      <Menu position="bottom-end" shadow="md">
        <Menu.Target>
          <Tooltip label={t("row.curl")}>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={t("row.curlOf", { port })}
              disabled={target === undefined}
            >
              <IconTerminal2 size={17} />
            </ActionIcon>
          </Tooltip>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>{t("row.curl")}</Menu.Label>
          {(["http", "socks5"] as const).map((protocol) => (
            <Menu.Item
              key={protocol}
              onClick={() => target && copy.run(curlOf(row, protocol, target))}
            >
              {t(`parts:tryEndpoint.${protocol}`)}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      <Tooltip label={t("row.delete")}>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t("row.deleteOf", { port })}
          onClick={props.onDelete}
        >
          <IconTrash size={17} />
        </ActionIcon>
      </Tooltip>
    </>
  );
}
