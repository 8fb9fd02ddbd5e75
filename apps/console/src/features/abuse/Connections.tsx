import { Alert, Stack } from "@mantine/core";
import { formatBytes, formatExactMoment } from "@turnpike/ui/lib/format.ts";
import { saveNamed } from "@turnpike/ui/lib/save-file.ts";
import { IconFileCertificate } from "@turnpike/ui/icons.ts";
import { useNavigate } from "react-router";
import { useT, word } from "../../lib/words.ts";
import type { Act } from "../../parts/act/act.ts";
import { ActButton } from "../../parts/act/acts.tsx";
import { Code, NONE, code } from "@turnpike/ui/list/kinds.tsx";
import { CustomerLink } from "../../parts/cells.tsx";
import type { ListColumn } from "@turnpike/ui/list/columns.ts";
import { Rows } from "../../parts/list/List.tsx";
import type { TracedConnection, TraceResult } from "./use-trace.ts";

/** Result of a trace: a table, its signed file, and an action that opens a case. */
export function Connections({ result }: { result: TraceResult }) {
  const t = useT();
  const openCase = useCaseAct(result);
  const { connections, more, question } = result;
  return (
    <Stack gap="md">
      {more && <Alert color="amber">{t("trace.more")}</Alert>}
      <Rows
        name="trace"
        title={t("trace.found")}
        rows={connections}
        rowId={({ requestId }) => requestId}
        empty={question ? t("trace.none") : t("trace.noRequest")}
        exported
        tools={
          question && (
            <>
              <ActButton act={openCase(null)} />
              <SignedExport question={question} />
            </>
          )
        }
        columns={connectionColumns()}
        actions={(row) => <ActButton size="compact-xs" act={openCase(row)} />}
      />
    </Stack>
  );
}

/** Opens a case from a trace: about one connection's customer, or not yet about anyone. */
function useCaseAct({ question }: TraceResult) {
  const t = useT();
  const navigate = useNavigate();
  return (row: TracedConnection | null): Act<"caseOpen"> => {
    const { reason: _asked, ...seen } = question ?? { exit: row?.exit, at: row?.from, reason: "" };
    const account = row ? { account: row.account.id } : {};
    const name = row ? (row.account.email ?? row.account.id) : (question?.exit ?? "");
    return {
      call: "caseOpen",
      words: row ? "caseOpenFor" : "caseOpen",
      name,
      fixed: { ...seen, ...account },
      fields: [
        { name: "title", kind: "text", initial: t("trace.caseTitle", { exit: seen.exit ?? "" }) },
        { name: "reporter", kind: "text", optional: true },
      ],
      onDone: (opened) => void navigate(`/cases/${opened.case.number}`),
    };
  };
}

function SignedExport({ question }: { question: NonNullable<TraceResult["question"]> }) {
  const { reason, ...fixed } = question;
  return (
    <ActButton
      icon={<IconFileCertificate size={15} aria-hidden />}
      act={{
        call: "traceExport",
        name: question.exit,
        fixed,
        fields: [{ name: "reason", kind: "long", initial: reason }],
        onDone: ({ fileName, text }) =>
          saveNamed({ name: fileName, text, type: "application/json" }),
      }}
    />
  );
}

const connectionColumns = (): ListColumn<TracedConnection>[] => [
  {
    key: "certainty",
    text: ({ certainty }) => certainty,
    show: ({ certainty }) => word("certainty", certainty),
  },
  {
    key: "customer",
    text: ({ account }) => account.email ?? account.id,
    show: ({ account }) => <CustomerLink accountId={account.id} email={account.email} />,
  },
  { key: "holder", title: "subAccount", text: ({ holder }) => holder.name ?? holder.id },
  { key: "product", extra: true, text: ({ holder }) => word("products", holder.product) || NONE },
  { key: "client", as: code },
  {
    key: "target",
    title: "pattern",
    wrap: true,
    text: ({ target, address }) => (address ? `${target} (${address})` : target),
    show: ({ target, address }) => <Code>{address ? `${target} (${address})` : target}</Code>,
  },
  {
    key: "startedAt",
    text: ({ from }) => from,
    show: ({ from }) => <time dateTime={from}>{formatExactMoment(from)}</time>,
  },
  {
    key: "endedAt",
    extra: "narrow",
    text: ({ to }) => to,
    show: ({ to, outcome }) =>
      to ? <time dateTime={to}>{formatExactMoment(to)}</time> : word("states", outcome),
  },
  {
    key: "bytes",
    align: "right",
    extra: true,
    text: ({ upBytes, downBytes }) => upBytes + downBytes,
    show: ({ upBytes, downBytes }) => formatBytes(upBytes + downBytes),
  },
  { key: "connections", align: "right", extra: true },
  { key: "requestId", extra: true, as: code },
  { key: "gateway", exportOnly: true },
];
