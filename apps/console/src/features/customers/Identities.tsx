import { Button } from "@mantine/core";
import type { ListColumn } from "@turnpike/ui/list/columns.ts";
import { when } from "@turnpike/ui/list/kinds.tsx";
import { PageHeader } from "@turnpike/ui/PageHeader.tsx";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useT, word } from "../../lib/words.ts";
import { CustomerLink, State } from "../../parts/cells.tsx";
import { List } from "../../parts/list/List.tsx";
import { Decisions, type IdentityCheck, stateOf } from "./identity-acts.tsx";
import { IdentityDrawer } from "./IdentityDrawer.tsx";

const columns: ListColumn<IdentityCheck>[] = [
  {
    key: "email",
    text: ({ email, accountId }) => email ?? accountId,
    show: (row) => <CustomerLink {...row} />,
  },
  { key: "state", text: stateOf, show: (row) => <State state={stateOf(row)} /> },
  { key: "handedInAt", as: when },
  { key: "decidedAt", as: when },
  { key: "decidedBy", extra: "narrow" },
  {
    key: "reason",
    wrap: true,
    text: ({ reason }) => (reason === null ? null : word("identity:reasons", reason)),
  },
];

/** Identity checks, those that wait for the staff first (spec/identity#decisions). */
export function Identities() {
  const t = useT();
  // Reasons, in the words that customers read.
  useTranslation("identity");
  const [opened, open] = useState<IdentityCheck | null>(null);
  return (
    <>
      <PageHeader
        title={t("screens.identities.title")}
        description={t("screens.identities.text")}
      />
      <List
        call="identityList"
        name="identities"
        empty={t("screens.identities.empty")}
        rowId={({ accountId }) => accountId}
        onOpen={open}
        where={[{ name: "state", as: "select", options: ["pending", "approved", "rejected"] }]}
        columns={columns}
        actions={(row) => (
          <>
            <Button size="compact-xs" variant="default" onClick={() => open(row)}>
              {t("identities.documents")}
              <span className="visually-hidden">: {row.email ?? row.accountId}</span>
            </Button>
            {stateOf(row) === "pending" && <Decisions compact check={row} />}
          </>
        )}
      />
      <IdentityDrawer check={opened} onClose={() => open(null)} />
    </>
  );
}
