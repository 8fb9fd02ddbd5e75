import { Menu } from "@mantine/core";
import { Affected } from "@turnpike/ui/act/Affected.tsx";
import { useCopy } from "@turnpike/ui/CopyButton.tsx";
import { IconBroadcast, IconTerminal2, IconTrash } from "@turnpike/ui/icons.ts";
import { ExportAll, RowButton } from "@turnpike/ui/list/buttons.tsx";
import { List } from "@turnpike/ui/list/List.tsx";
import { PROXY_ROWS } from "@turnpike/ui/table-url.ts";
import { useTranslation } from "react-i18next";
import { useCall } from "../../lib/queries.ts";
import { openAct } from "../../ui/act/open-act.ts";
import { useList } from "../../ui/list/use-list.ts";
import { proxyTemplates } from "@turnpike/proxy-strings/write/proxy-format.ts";
import { firstRows, openExport } from "../proxy-file/open-export.tsx";
import { PortBatch } from "./PortBatch.tsx";
import { usePortCard, usePortColumns } from "./port-columns.tsx";
import { addressOf, curlOf, fieldsOf, type WhitelistedPort } from "./whitelisted-port.ts";

/** How often the list is refetched; more often while a gateway is opening ports. */
const REFRESH_MS = 15_000;
const OPENING_POLL_MS = 2_000;

const useRows = firstRows<WhitelistedPort>({
  call: "whitePorts",
  newest: {},
  asFirst: (row) => ({ fields: fieldsOf(row), format: proxyTemplates["host:port"] }),
});

/** The account's whitelisted ports, and their actions. */
export function PortList() {
  const { t } = useTranslation("whitelisted-port");
  const list = useList("whitePorts", {
    pageSize: PROXY_ROWS,
    views: "whitelisted-ports",
    filters: [{ name: "search", as: "search", label: t("list.search") }],
    everyMs: (answer) => (answer?.items.some(({ open }) => !open) ? OPENING_POLL_MS : REFRESH_MS),
  });
  const { selected, answeredAtMs } = list;
  const target = useCall("trafficInfo", {}, { staleMs: 60_000 }).data?.exampleTarget;
  const remove = useDelete(selected.drop);
  const exportPorts = useExport();
  return (
    <List
      list={list}
      title={t("list.title")}
      description={t("list.help")}
      label={t("list.label")}
      columns={usePortColumns(answeredAtMs)}
      rowName={addressOf}
      card={usePortCard(answeredAtMs)}
      tools={
        <ExportAll needs="manage" label={t("list.exportAll")} onClick={() => exportPorts([])} />
      }
      actions={(row) => <PortActions row={row} target={target} onDelete={() => remove([row])} />}
      batch={{
        label: (count) => t("batch.selected", { count }),
        buttons: (
          <PortBatch
            selected={selected}
            answeredAtMs={answeredAtMs}
            onExport={() => exportPorts(selected.rows)}
            onDelete={() => remove(selected.rows)}
          />
        ),
        onDelete: remove,
        selectFirst: t("batch.selectRow"),
      }}
      empty={{
        icon: <IconBroadcast size={22} />,
        title: t("list.none"),
        text: t("list.noneHelp"),
        found: { title: t("list.noneFound") },
      }}
    />
  );
}

/** Exports the given ports; without any, all. */
function useExport() {
  const { t } = useTranslation("whitelisted-port");
  return (rows: readonly WhitelistedPort[]) =>
    openExport({
      title: t("export.title"),
      from: { path: "/v1/whitePort/export" },
      ids: rows.map(({ id }) => id),
      words: {
        which: t("export.which"),
        chosen: t("export.chosen", { count: rows.length }),
        all: (count = 0) => t("export.all", { count }),
      },
      own: t("export.own"),
      useRows,
    });
}

/** Closes ports after a question that says what it means. */
function useDelete(onDeleted: (ids: readonly string[]) => void) {
  const { t } = useTranslation("whitelisted-port");
  return (rows: readonly WhitelistedPort[]) => {
    const count = rows.length;
    const ids = rows.map(({ id }) => id);
    openAct({
      call: "whitePortDel",
      input: { ids },
      danger: true,
      title: t("delete.title", { count }),
      text: (
        <Affected names={rows.map(addressOf)} more={(more) => t("delete.more", { count: more })}>
          {t("delete.explain")}
        </Affected>
      ),
      submit: t("delete.submit", { count }),
      done: ({ deleted }) => t("delete.done", { count: deleted }),
      onDone: () => onDeleted(ids),
    });
  };
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
          <RowButton
            tip={t("row.curl")}
            icon={IconTerminal2}
            label={t("row.curlOf", { port })}
            disabled={target === undefined}
          />
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
      <RowButton
        needs="proxies"
        tip={t("row.delete")}
        icon={IconTrash}
        label={t("row.deleteOf", { port })}
        onClick={props.onDelete}
      />
    </>
  );
}
