import { Stack, Text } from "@mantine/core";
import { CopyBlock } from "../../parts/CopyBlock.tsx";
import { formatMs, formatPercent } from "@turnpike/ui/lib/format.ts";
import { PageHeader } from "@turnpike/ui/PageHeader.tsx";
import type { Item } from "../../lib/call.ts";
import { useCall } from "../../lib/queries.ts";
import { useT } from "../../lib/words.ts";
import type { Act, Field } from "../../parts/act/act.ts";
import { ActButton } from "../../parts/act/acts.tsx";
import { RowMenu } from "../../parts/act/RowMenu.tsx";
import { NONE, code, count, when } from "@turnpike/ui/list/kinds.tsx";
import { state } from "../../parts/cells.tsx";
import type { ListColumn } from "@turnpike/ui/list/columns.ts";
import { Rows } from "../../parts/list/List.tsx";

type Node = Item<"nodeList">;
const EVERY_MS = 10_000;
/** The API's own machine, which cannot be retired. */
const LOCAL = "local";

const newNode: Field[] = [
  { name: "name", words: "nodeName", kind: "text" },
  { name: "region", kind: "text", initial: "global" },
  { name: "host", kind: "text" },
  { name: "relay", kind: "text", optional: true },
];

/** The machines that run gateways. */
export function Nodes() {
  const t = useT();
  const nodes = useCall("nodeList", {}, { everyMs: EVERY_MS });
  return (
    <>
      <PageHeader
        title={t("screens.nodes.title")}
        actions={
          <ActButton
            variant="filled"
            act={{
              call: "nodeAdd",
              fields: newNode,
              result: ({ join }) => <JoinLine join={join} />,
              isShownOnce: true,
            }}
          />
        }
      />
      <Rows
        name="nodes"
        rows={nodes.data?.items}
        error={nodes.error}
        onRetry={() => void nodes.refetch()}
        rowId={({ id }) => id}
        empty={t("screens.nodes.empty")}
        columns={nodeColumns()}
        actions={(node) => <RowMenu name={node.name} acts={nodeActs(node)} />}
      />
    </>
  );
}

/** The command that joins the machine, shown once. */
function JoinLine({ join }: { join: string }) {
  const t = useT();
  return (
    <Stack gap="xs">
      <Text>{t("nodes.joinHelp")}</Text>
      <CopyBlock label={t("nodes.join")} code={join} />
    </Stack>
  );
}

const load = (percent: number | null) => (percent === null ? NONE : formatPercent(percent));

const refusedColumn: ListColumn<Node> = {
  key: "refused",
  wrap: true,
  text: ({ refused }) => refused.map(({ what, count }) => `${what} ${count}`).join(", "),
  show: ({ refused }) => (
    <Text span inherit c={refused.length === 0 ? "dimmed" : "red"}>
      {refused.length === 0
        ? NONE
        : refused.map(({ what, count }) => `${what} ${count}`).join(", ")}
    </Text>
  ),
};

const nodeColumns = (): ListColumn<Node>[] => [
  { key: "name" },
  { key: "state", as: state },
  { key: "region" },
  { key: "host", as: code },
  { key: "workers", align: "right" },
  { key: "exits", title: "exitsBehind", as: count },
  {
    key: "cpu",
    align: "right",
    text: ({ cpuPercent }) => cpuPercent,
    show: ({ cpuPercent }) => load(cpuPercent),
  },
  {
    key: "memory",
    align: "right",
    extra: "narrow",
    text: ({ memoryPercent }) => memoryPercent,
    show: ({ memoryPercent }) => load(memoryPercent),
  },
  {
    key: "skew",
    align: "right",
    extra: true,
    text: ({ skewMs }) => skewMs,
    show: ({ skewMs }) => (skewMs === null ? NONE : formatMs(skewMs)),
  },
  { key: "version" },
  {
    key: "badPorts",
    wrap: true,
    text: ({ badPorts }) => badPorts.map(({ port }) => port).join(" "),
    show: ({ badPorts }) => <BadPorts ports={badPorts} />,
  },
  refusedColumn,
  { key: "lastSeenAt", exportOnly: true, as: when },
];

function BadPorts({ ports }: { ports: Node["badPorts"] }) {
  if (ports.length === 0)
    return (
      <Text span inherit c="dimmed">
        {NONE}
      </Text>
    );
  return (
    <Text
      span
      inherit
      c="red"
      title={ports.map(({ port, detail }) => `${port}: ${detail}`).join("\n")}
    >
      {ports.map(({ port }) => port).join(", ")}
    </Text>
  );
}

function nodeActs({ name, state }: Node) {
  const fixed = { name };
  const drain: Act<"nodeDrain"> =
    state === "draining"
      ? { call: "nodeDrain", words: "nodeUndrain", name, fixed: { name, drain: false } }
      : { call: "nodeDrain", name, fixed: { name, drain: true } };
  const rejoin: Act<"nodeRejoin"> = {
    call: "nodeRejoin",
    name,
    fixed,
    result: ({ join }) => <JoinLine join={join} />,
    isShownOnce: true,
  };
  const retire: Act<"nodeRetire"> = {
    call: "nodeRetire",
    name,
    fixed,
    danger: true,
    confirmText: name,
  };
  if (state === "retired") return [rejoin];
  return name === LOCAL ? [drain] : [drain, rejoin, retire];
}
