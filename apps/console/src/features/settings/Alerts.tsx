import { Alert, Checkbox, Stack } from "@mantine/core";
import { alertTopics } from "@turnpike/rules/staff-alert.ts";
import type { ListColumn } from "@turnpike/ui/list/columns.ts";
import { when } from "@turnpike/ui/list/kinds.tsx";
import { PageHeader } from "@turnpike/ui/PageHeader.tsx";
import type { OwnInput } from "@turnpike/ui/act/act.ts";
import type { Item } from "../../lib/call.ts";
import { useCall } from "../../lib/queries.ts";
import { useT, word } from "../../lib/words.ts";
import type { Act } from "../../parts/act/act.ts";
import { ActButton } from "../../parts/act/acts.tsx";
import { State } from "../../parts/cells.tsx";
import { Rows } from "../../parts/list/List.tsx";

type Place = Item<"notifyList">;

/** How the last message went. */
const stateOf = ({ lastAt, lastError }: Place) =>
  lastError !== "" ? "failed" : lastAt === null ? "nothingSent" : "arrived";

const topicWords = (on: readonly string[]) =>
  on.length === alertTopics.length
    ? word("alertTopics", "all")
    : on.map((topic) => word("alertTopics", topic)).join(", ");

const columns: ListColumn<Place>[] = [
  { key: "kind", text: ({ kind }) => word("alertPlaces", kind) },
  { key: "to", text: ({ to }) => to },
  { key: "on", wrap: true, text: ({ on }) => topicWords(on) },
  { key: "lastDelivery", text: stateOf, show: (row) => <State state={stateOf(row)} /> },
  { key: "lastAt", as: when },
  { key: "why", wrap: true, text: ({ lastError }) => lastError },
];

/** One box for each topic; all are chosen at first. */
function Topics({ label, value, error, onChange }: OwnInput) {
  useT();
  return (
    <Checkbox.Group
      label={label}
      error={error}
      value={value.split(",").filter(Boolean)}
      onChange={(chosen) => onChange(chosen.join(","))}
    >
      <Stack gap={8} mt={6}>
        {alertTopics.map((topic) => (
          <Checkbox key={topic} value={topic} label={word("alertTopics", topic)} />
        ))}
      </Stack>
    </Checkbox.Group>
  );
}

const isKind = (kind: string) => (values: Record<string, string>) => values.kind === kind;
const places = ["mail", "webhook", "telegram"] as const;

const addAct = (): Act<"notifyAdd"> => ({
  call: "notifyAdd",
  fields: [
    {
      name: "kind",
      words: "alertPlace",
      kind: "select",
      initial: "mail",
      options: places.map((value) => ({ value, label: word("alertPlaces", value) })),
    },
    { name: "email", kind: "email", when: isKind("mail") },
    { name: "url", kind: "text", maxLength: 500, when: isKind("webhook") },
    { name: "token", words: "telegramToken", kind: "text", when: isKind("telegram") },
    { name: "chat", words: "telegramChat", kind: "text", when: isKind("telegram") },
    {
      name: "on",
      kind: "own",
      initial: alertTopics.join(","),
      show: (input) => <Topics {...input} />,
    },
  ],
  toInput: ({ kind, email, url, token, chat, on, reason }) => {
    const text = (value: unknown) => (typeof value === "string" ? value : "");
    const addresses: Record<string, string> = {
      mail: text(email),
      webhook: text(url),
      telegram: `${text(token)}@${text(chat)}`,
    };
    const place = `${text(kind)}:${addresses[text(kind)] ?? ""}`;
    return { place, on: text(on).split(","), reason };
  },
});

/** What a test says: a mail waits in the outbox, the others answered at once. */
const testAct = ({ id, to }: Place): Act<"notifyTest"> => ({
  call: "notifyTest",
  name: to,
  fixed: { id },
  result: ({ delivered, error }) => (
    <Alert color={delivered ? "good" : "red"} role="status">
      {delivered ? word("acts", "notifyTest.arrived") : error}
    </Alert>
  ),
});

/** Where the staff are told of what needs them (spec/operator#alerts). */
export function Alerts() {
  const t = useT();
  const list = useCall("notifyList", {});
  return (
    <>
      <PageHeader
        title={t("screens.alerts.title")}
        description={t("screens.alerts.text")}
        actions={<ActButton variant="filled" act={addAct()} />}
      />
      <Rows
        name="alerts"
        rows={list.data?.items}
        error={list.error}
        onRetry={() => void list.refetch()}
        rowId={({ id }) => String(id)}
        empty={t("screens.alerts.empty")}
        columns={columns}
        actions={(row) => (
          <>
            <ActButton size="compact-xs" act={testAct(row)} />
            <ActButton
              size="compact-xs"
              act={{ call: "notifyRemove", name: row.to, fixed: { id: row.id }, danger: true }}
            />
          </>
        )}
      />
    </>
  );
}
