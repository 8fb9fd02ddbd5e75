import { BatchButton, RowButton } from "@turnpike/ui/list/buttons.tsx";
import { ActionIcon, Anchor, Box, Button, Group, Stack, Text, Tooltip } from "@mantine/core";
import { curlWithoutPassword } from "@turnpike/rules/endpoint-snippets.ts";
import {
  IconDeviceDesktop,
  IconPlayerStop,
  IconSquareRoundedX,
  IconTerminal2,
} from "@turnpike/ui/icons.ts";
import { useTranslation } from "react-i18next";
import { useCall } from "../../lib/queries.ts";
import { toast } from "@turnpike/ui/lib/toast.ts";
import { CodeBlock } from "@turnpike/ui/CodeBlock.tsx";
import { ask } from "@turnpike/ui/act/act.ts";
import { List } from "@turnpike/ui/list/List.tsx";
import { pageOf, useListPlace, useListState } from "@turnpike/ui/list/use-list.ts";
import { CopyButton, useCopy } from "@turnpike/ui/CopyButton.tsx";
import { Panel } from "@turnpike/ui/Panel.tsx";
import { LineSkeletons } from "@turnpike/ui/Skeletons.tsx";
import { PAGE_SIZES } from "@turnpike/ui/table-url.ts";
import { useLocalColumns } from "./local-columns.tsx";
import { type LivePort, localAddress, type ManagerStatus } from "./local-port.ts";
import classes from "./manager.module.css";
import { NoManager } from "./NoManager.tsx";
import { type Manager, useManager, useStop } from "./use-manager.ts";

/**
 * The current local ports of this computer, or why its manager does not answer. `onChoose` leads to
 * the products that ports can be started for.
 */
export function LocalPorts({ onChoose }: { onChoose: () => void }) {
  const { t } = useTranslation("manager");
  const manager = useManager();
  const { missing, status } = manager;
  return (
    <Panel
      title={t("list.title")}
      description={t("list.description")}
      flush={status !== undefined}
      actions={status && <All manager={manager} rows={status.items} />}
    >
      {missing !== null && <NoManager why={missing} manager={manager} />}
      {status && <PortTable manager={manager} status={status} onChoose={onChoose} />}
      {missing === null && !status && <LineSkeletons lines={4} height={20} />}
    </Panel>
  );
}

const rowId = ({ port }: LivePort) => String(port);

function PortTable(props: { manager: Manager; status: ManagerStatus; onChoose: () => void }) {
  const { t } = useTranslation("manager");
  const { manager, status } = props;
  const place = useListPlace({ prefix: "local", pageSize: PAGE_SIZES[0] });
  const data = pageOf(place, status.items);
  const refetch = async () => undefined;
  const list = useListState<LivePort>(place, { data, error: null, refetch }, rowId);
  const open = status.items.find(({ state }) => state === "listening");
  return (
    <>
      <List<LivePort>
        bare
        list={list}
        label={t("list.label")}
        columns={useLocalColumns()}
        rowName={localAddress}
        actions={(row) => <Row row={row} manager={manager} />}
        empty={{
          icon: <IconDeviceDesktop size={22} />,
          title: t("list.none"),
          text: t("list.noneHelp"),
          action: <Button onClick={props.onChoose}>{t("list.choose")}</Button>,
        }}
      />
      <Stack gap="sm" className={classes.foot ?? ""}>
        {open && <Curl port={open} />}
        <Text fz="xs" c="dimmed">
          {t("list.version", { version: status.version })}{" "}
          <Anchor
            inherit
            underline="always"
            href={`http://127.0.0.1:${String(manager.port)}/`}
            target="_blank"
            rel="noreferrer"
          >
            {t("list.page")}
          </Anchor>
        </Text>
      </Stack>
    </>
  );
}

/** A ready-to-run command through the first listening port. */
function Curl({ port }: { port: LivePort }) {
  const { t } = useTranslation("manager");
  const command = useCurl();
  return (
    <Box maw={720}>
      <CodeBlock wrap code={command(port)} label={t("list.curl")} copyLabel={t("list.copyCurl")} />
    </Box>
  );
}

/** `curl -x …` through a local port, to a target that returns the address it sees. */
function useCurl() {
  const info = useCall("trafficInfo", {}, { staleMs: 60_000 }).data;
  const target = info?.exampleTarget ?? "https://example.com/";
  return ({ port, protocol }: LivePort) =>
    curlWithoutPassword(
      { host: "127.0.0.1", port, protocol: protocol === "socks5" ? "socks5" : "http" },
      target,
    );
}

function Row({ row, manager }: { row: LivePort; manager: Manager }) {
  const { t } = useTranslation("manager");
  const copy = useCopy();
  const command = useCurl();
  const address = localAddress(row);
  const stop = useStop(manager.port, (msg) => toast.error(msg || t("list.notStopped")));
  const curl = t("list.copyCurlOf", { address });
  const close = t("list.stopOne", { address });
  return (
    <Group gap={2} wrap="nowrap" justify="flex-end">
      <RowButton
        tip={curl}
        icon={IconTerminal2}
        label={curl}
        onClick={() => copy.run(command(row))}
      />
      <Tooltip label={close}>
        <ActionIcon
          variant="subtle"
          color="red.8"
          aria-label={close}
          loading={stop.isPending}
          onClick={() =>
            stop.mutate([row.port], {
              onSuccess: () => toast.success(t("list.stopped", { address })),
            })
          }
        >
          <IconPlayerStop size={17} />
        </ActionIcon>
      </Tooltip>
    </Group>
  );
}

/** The actions on all ports. */
function All({ rows, manager }: { rows: readonly LivePort[]; manager: Manager }) {
  const { t } = useTranslation("manager");
  const stop = useStop(manager.port, (msg) => toast.error(msg || t("list.notStopped")));
  if (rows.length === 0) return null;
  const stopAll = () =>
    ask({
      danger: true,
      title: t("list.stopAllTitle"),
      text: t("list.stopAllText"),
      submit: t("list.stopAll"),
      onYes: () => stop.mutateAsync(rows.map(({ port }) => port)),
      done: () => t("list.allStopped"),
    });
  return (
    <>
      <CopyButton
        text
        value={rows.map((row) => `${localAddress(row)}\n`).join("")}
        label={t("list.copyAll")}
      />
      <BatchButton danger icon={IconSquareRoundedX} label={t("list.stopAll")} onClick={stopAll} />
    </>
  );
}
