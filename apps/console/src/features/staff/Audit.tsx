import { Button } from "@mantine/core";
import { CopyBlock } from "../../parts/CopyBlock.tsx";
import { PageHeader } from "@turnpike/ui/PageHeader.tsx";
import { useState } from "react";
import type { Item } from "../../lib/call.ts";
import { useCall } from "../../lib/queries.ts";
import { useT, word } from "../../lib/words.ts";
import { Code, NONE, When, code, when } from "@turnpike/ui/list/kinds.tsx";
import { CustomerLink } from "../../parts/cells.tsx";
import { DetailsDrawer } from "../../parts/DetailsDrawer.tsx";
import { Fact, Facts } from "../../parts/Facts.tsx";
import { List } from "../../parts/list/List.tsx";

type Entry = Item<"auditList">;

/** Every action of the staff: who, when, from where, what, before and after, why. */
export function Audit() {
  const t = useT();
  const [shown, show] = useState<Entry | null>(null);
  const actions = useCall("auditList", { page: 1, limit: 1 }).data?.actions ?? [];
  return (
    <>
      <PageHeader title={t("screens.audit.title")} description={t("screens.audit.text")} />
      <List
        call="auditList"
        name="audit-log"
        empty={t("screens.audit.empty")}
        rowId={({ id }) => String(id)}
        onOpen={show}
        where={[
          { name: "search", as: "search", label: t("screens.audit.search") },
          { name: "action", as: "select", words: "actions", options: actions },
          { name: "actor", as: "search", slim: true, label: t("columns.actor") },
          { name: "account", as: "search", slim: true, label: t("fields.accountOf") },
          { name: "from", as: "day" },
          { name: "to", as: "day" },
        ]}
        columns={[
          { key: "id", title: "number", align: "right" },
          { key: "at", as: when },
          { key: "actor" },
          {
            key: "action",
            text: ({ action }) => action,
            show: ({ action }) => word("actions", action),
          },
          { key: "subject", wrap: true, as: code },
          {
            key: "customer",
            text: ({ email, accountId }) => email ?? accountId,
            show: (row) => <CustomerLink {...row} />,
          },
          { key: "reason", wrap: true, text: ({ reason }) => reason || NONE },
          { key: "ip", exportOnly: true, as: code },
        ]}
        actions={(entry) => (
          <Button size="compact-xs" variant="subtle" color="gray" onClick={() => show(entry)}>
            {t("details")}
            <span className="visually-hidden"> {entry.id}</span>
          </Button>
        )}
      />
      <EntryDrawer entry={shown} onClose={() => show(null)} />
    </>
  );
}

const asText = (value: unknown): string => (value === null ? NONE : JSON.stringify(value, null, 2));

function EntryDrawer({ entry, onClose }: { entry: Entry | null; onClose: () => void }) {
  const t = useT();
  return (
    <DetailsDrawer
      opened={entry !== null}
      title={word("actions", entry?.action ?? "")}
      onClose={onClose}
    >
      {entry && (
        <>
          <Facts>
            <Fact term={t("columns.number")}>{entry.id}</Fact>
            <Fact term={t("columns.at")}>
              <When at={entry.at} />
            </Fact>
            <Fact term={t("columns.actor")}>{entry.actor}</Fact>
            <Fact term={t("columns.ip")}>{entry.ip || NONE}</Fact>
            <Fact term={t("columns.subject")}>
              <Code>{entry.subject}</Code>
            </Fact>
            <Fact term={t("columns.customer")}>
              <CustomerLink {...entry} />
            </Fact>
            <Fact term={t("columns.reason")}>{entry.reason || NONE}</Fact>
          </Facts>
          <CopyBlock label={t("columns.before")} code={asText(entry.before)} />
          <CopyBlock label={t("columns.after")} code={asText(entry.after)} />
        </>
      )}
    </DetailsDrawer>
  );
}
