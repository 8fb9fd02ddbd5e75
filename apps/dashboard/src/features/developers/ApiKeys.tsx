import { ActionIcon, Badge, Button, Group, Stack, Text } from "@mantine/core";
import { IconKey, IconPlus, IconTrash } from "@turnpike/ui/icons.ts";
import { maxApiKeys } from "@turnpike/rules/api-key.ts";
import { useTranslation } from "react-i18next";
import { formatCents, formatDateTime, formatNumber } from "@turnpike/ui/lib/format.ts";
import { useCall } from "../../lib/queries.ts";
import { useNow } from "@turnpike/ui/lib/use-now.ts";
import { CodeBlock } from "@turnpike/ui/CodeBlock.tsx";
import { EntryPanel } from "@turnpike/ui/EntryPanel.tsx";
import { TimeAgo } from "@turnpike/ui/TimeAgo.tsx";
import { type ApiKey, stateOfKey } from "./api-key-form.ts";
import { useAddKey } from "./use-add-key.tsx";
import { openAct } from "../../ui/act/open-act.ts";
import { keyExample } from "./key-example.ts";
import classes from "./developers.module.css";

/** The account's API keys (spec/accounts#api-keys). */
export function ApiKeys() {
  const { t } = useTranslation("webhooks");
  const list = useCall("apiKeys", {});
  const full = (list.data?.items.length ?? 0) >= maxApiKeys;
  const addButton = (
    <Button
      data-needs="admin"
      size="xs"
      disabled={full}
      leftSection={<IconPlus size={15} aria-hidden />}
      onClick={useAddKey()}
    >
      {t("apiKeys.add")}
    </Button>
  );
  return (
    <EntryPanel
      of={list}
      rowsOf={(answer) => answer.items}
      title={t("apiKeys.title")}
      description={
        full ? t("apiKeys.full", { most: formatNumber(maxApiKeys) }) : t("apiKeys.description")
      }
      action={addButton}
      empty={{
        icon: <IconKey size={22} />,
        title: t("apiKeys.none"),
        text: t("apiKeys.noneHelp"),
      }}
      example={
        <Stack maw={800} mx="auto" px="md" pb="lg">
          <CodeBlock
            wrap
            head={t("key.example")}
            label={t("apiKeys.exampleLabel")}
            code={keyExample("YOUR_API_KEY")}
          />
        </Stack>
      }
      listClass={classes.list}
    >
      {(apiKey) => <KeyRow key={apiKey.id} apiKey={apiKey} />}
    </EntryPanel>
  );
}

function KeyRow({ apiKey }: { apiKey: ApiKey }) {
  const { t } = useTranslation("webhooks");
  const nowMs = useNow();
  const expired = stateOfKey(apiKey, nowMs) === "expired";
  const remove = () =>
    openAct({
      call: "apiKeyDel",
      input: { ids: [apiKey.id] },
      danger: true,
      title: t("apiKeys.remove.title"),
      text: (
        <span className={classes.breaks}>{t("apiKeys.remove.text", { name: apiKey.name })}</span>
      ),
      submit: t("apiKeys.remove.confirm"),
      done: () => t("apiKeys.remove.done"),
    });
  return (
    <li className={classes.row} data-off={expired || undefined}>
      <Stack gap={4} className={classes.grows ?? ""}>
        <Group gap="xs">
          <Text span fw={600} className={classes.url ?? ""}>
            {apiKey.name}
          </Text>
          {expired && <Badge color="red">{t("apiKeys.expired")}</Badge>}
          {apiKey.scopes.map((scope) => (
            <Badge key={scope} color="gray" title={t(`apiKeys.scopes.${scope}.help`)}>
              {t(`apiKeys.scopes.${scope}.name`)}
            </Badge>
          ))}
        </Group>
        <Text span className={classes.mono ?? ""}>
          {apiKey.prefix}…{apiKey.lastFour}
        </Text>
        <Limits apiKey={apiKey} expired={expired} />
        <Text span fz="sm" c="dimmed" className={classes.breaks ?? ""}>
          {apiKey.lastUsedAt === null ? (
            t("apiKeys.neverUsed")
          ) : (
            <>
              {t("apiKeys.lastUsed")} <TimeAgo at={apiKey.lastUsedAt} nowMs={nowMs} /> ·{" "}
              {apiKey.lastIp}
            </>
          )}
        </Text>
      </Stack>
      <ActionIcon
        data-needs="admin"
        size={30}
        variant="default"
        aria-label={t("apiKeys.deleteNamed", { name: apiKey.name })}
        onClick={remove}
      >
        <IconTrash size={16} aria-hidden />
      </ActionIcon>
    </li>
  );
}

/** A key's limits: expiry, networks, spending. */
function Limits({ apiKey, expired }: { apiKey: ApiKey; expired: boolean }) {
  const { t } = useTranslation("webhooks");
  const { expiresAt, ips, scopes, maxCents, spentCents } = apiKey;
  const spent = formatCents(spentCents);
  return (
    <Group gap="2px 14px" fz="sm" c="dimmed" className={classes.breaks ?? ""}>
      {expiresAt === null ? (
        <span>{t("apiKeys.neverExpires")}</span>
      ) : (
        <span>
          {t(expired ? "apiKeys.expiredAt" : "apiKeys.expiresAt", {
            at: formatDateTime(expiresAt),
          })}
        </span>
      )}
      <span>
        {ips.length === 0 ? t("apiKeys.anywhere") : t("apiKeys.from", { ips: ips.join(", ") })}
      </span>
      {scopes.includes("buy") && (
        <span>
          {maxCents === null
            ? t("apiKeys.spent", { spent })
            : t("apiKeys.spentOf", { spent, most: formatCents(maxCents) })}
        </span>
      )}
    </Group>
  );
}
