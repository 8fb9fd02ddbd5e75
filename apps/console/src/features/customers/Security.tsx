import { Alert, Stack } from "@mantine/core";
import type { CallResult } from "../../lib/call.ts";
import { useCall } from "../../lib/queries.ts";
import { useLoginEvents, useT, word } from "../../lib/words.ts";
import { Code, When, code } from "@turnpike/ui/list/kinds.tsx";
import { Chips } from "../../parts/cells.tsx";
import type { ListColumn } from "@turnpike/ui/list/columns.ts";
import { Rows } from "../../parts/list/List.tsx";
import { languageName } from "../shop/NewsDialog.tsx";
import { Team } from "./Team.tsx";

type SecurityAnswer = CallResult<"customerSecurity">;

const address: ListColumn<{ ip: string }> = {
  key: "ip",
  as: code,
};
const agent: ListColumn<{ agent: string }> = { key: "agent", wrap: true, text: (row) => row.agent };

/** A column that shows the row's instant `key`. */
const instant = <Key extends string>(key: Key): ListColumn<Record<Key, string | null>> => ({
  key,
  text: (row) => row[key],
  show: (row) => <When at={row[key]} />,
});

const sessionColumns = (): ListColumn<SecurityAnswer["sessions"][number]>[] => [
  address,
  agent,
  instant("createdAt"),
  instant("lastSeenAt"),
];

const eventColumns = (
  eventName: (event: string) => string,
): ListColumn<SecurityAnswer["events"][number]>[] => [
  instant("at"),
  { key: "event", text: ({ event }) => eventName(event) },
  address,
  agent,
];

const keyColumns = (): ListColumn<SecurityAnswer["apiKeys"][number]>[] => [
  { key: "name" },
  { key: "prefix", text: ({ prefix }) => prefix, show: ({ prefix }) => <Code>{prefix}…</Code> },
  {
    key: "scopes",
    wrap: true,
    text: ({ scopes }) => scopes.join(" "),
    show: ({ scopes }) => <Chips items={scopes} />,
  },
  instant("lastUsedAt"),
  instant("expiresAt"),
];

const whitelistColumns = (): ListColumn<SecurityAnswer["whitelist"][number]>[] => [
  address,
  { key: "subAccount", as: code },
  instant("createdAt"),
];

type Consent = CallResult<"legalConsents">["items"][number];
const consentColumns = (): ListColumn<Consent>[] => [
  { key: "kind", text: ({ kind }) => word("legal.kinds", kind) },
  { key: "version", text: ({ version, lang }) => `${version} (${languageName(lang)})` },
  instant("at"),
  {
    key: "source",
    text: ({ source, orderNo }) => orderNo ?? word("legal.sources", source),
  },
];

/** What the customer agreed to, and what is asked for and not yet given. */
function Consents({ account }: { account: string }) {
  const t = useT();
  const { data, error, refetch } = useCall("legalConsents", { account });
  const asked = (data?.asked ?? []).map(({ kind }) => word("legal.kinds", kind));
  return (
    <>
      {asked.length > 0 && (
        <Alert color="yellow">{t("legal.awaited", { kinds: asked.join(", ") })}</Alert>
      )}
      <Rows
        name="consents"
        title={t("legal.consents")}
        exported
        account={account}
        empty={t("customer.none")}
        error={error}
        onRetry={() => void refetch()}
        rows={data?.items}
        rowId={({ kind, lang, version, at, source }) =>
          `${kind} ${lang} ${version} ${at} ${source}`
        }
        columns={consentColumns()}
      />
    </>
  );
}

/** A customer's team, sessions, login log, API keys, whitelisted addresses and consents. */
export function Security({ account }: { account: string }) {
  const t = useT();
  const eventName = useLoginEvents();
  const { data, error, refetch } = useCall("customerSecurity", { account });
  const common = { account, empty: t("customer.none"), error, onRetry: () => void refetch() };
  return (
    <Stack gap="md">
      <Team account={account} />
      <Rows
        {...common}
        name="sessions"
        title={t("counts.sessions")}
        rows={data?.sessions}
        rowId={({ id }) => id}
        columns={sessionColumns()}
      />
      <Rows
        {...common}
        name="login-log"
        title={t("customer.loginLog")}
        exported
        rows={data?.events}
        rowId={(row) => `${row.at} ${row.event} ${row.ip}`}
        columns={eventColumns(eventName)}
      />
      <Rows
        {...common}
        name="api-keys"
        title={t("counts.apiKeys")}
        rows={data?.apiKeys}
        rowId={({ id }) => id}
        columns={keyColumns()}
      />
      <Rows
        {...common}
        name="whitelist"
        title={t("customer.whitelist")}
        exported
        rows={data?.whitelist}
        rowId={({ ip, subAccount }) => `${ip} ${subAccount}`}
        columns={whitelistColumns()}
      />
      <Consents account={account} />
    </Stack>
  );
}
