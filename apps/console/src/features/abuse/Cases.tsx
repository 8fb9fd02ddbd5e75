import { Button } from "@mantine/core";
import { PageHeader } from "@turnpike/ui/PageHeader.tsx";
import { Link, useNavigate } from "react-router";
import type { Item } from "../../lib/call.ts";
import { useT } from "../../lib/words.ts";
import { ActButton } from "../../parts/act/acts.tsx";
import { code, when } from "@turnpike/ui/list/kinds.tsx";
import { CustomerLink, state } from "../../parts/cells.tsx";
import type { ListColumn } from "@turnpike/ui/list/columns.ts";
import { List } from "../../parts/list/List.tsx";

type Case = Item<"caseList">;

const caseColumns = (): ListColumn<Case>[] => [
  { key: "number", align: "right", width: 70 },
  { key: "state", as: state },
  { key: "title", wrap: true },
  {
    key: "customer",
    text: ({ account }) => account?.email ?? account?.id ?? null,
    show: ({ account }) => (
      <CustomerLink accountId={account?.id ?? null} email={account?.email ?? null} />
    ),
  },
  { key: "exit", as: code },
  { key: "happenedAt", extra: "narrow", as: when },
  { key: "reporter", exportOnly: true },
  { key: "updatedAt", extra: "narrow", as: when },
];

/** Abuse complaints, listed as cases. */
export function Cases() {
  const t = useT();
  const navigate = useNavigate();
  return (
    <>
      <PageHeader
        title={t("screens.cases.title")}
        description={t("screens.cases.text")}
        actions={<OpenCase />}
      />
      <List
        call="caseList"
        name="cases"
        empty={t("screens.cases.empty")}
        rowId={({ number }) => String(number)}
        where={[
          { name: "state", as: "select", options: ["open", "waiting", "closed"] },
          { name: "account", as: "search", slim: true, label: t("fields.accountOf") },
        ]}
        columns={caseColumns()}
        onOpen={({ number }) => void navigate(`/cases/${number}`)}
        actions={({ number }) => (
          <Button
            component={Link}
            to={`/cases/${number}`}
            size="compact-xs"
            variant="subtle"
            color="gray"
          >
            {t("details")}
            <span className="visually-hidden"> {number}</span>
          </Button>
        )}
      />
    </>
  );
}

function OpenCase() {
  const t = useT();
  const navigate = useNavigate();
  return (
    <ActButton
      variant="filled"
      act={{
        call: "caseOpen",
        fields: [
          { name: "title", kind: "text" },
          { name: "reporter", kind: "text", optional: true },
          { name: "exit", kind: "text", optional: true },
          { name: "at", words: "instant", kind: "text", optional: true, help: t("trace.help.at") },
          { name: "target", words: "pattern", kind: "text", optional: true },
          { name: "account", words: "accountOf", kind: "text", optional: true },
        ],
        onDone: (opened) => void navigate(`/cases/${opened.case.number}`),
      }}
    />
  );
}
