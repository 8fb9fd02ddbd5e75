import { Alert, Group, Stack } from "@mantine/core";
import type { ListColumn } from "@turnpike/ui/list/columns.ts";
import { PageHeader } from "@turnpike/ui/PageHeader.tsx";
import { useCall } from "../../lib/queries.ts";
import { useT } from "../../lib/words.ts";
import type { Act, Field } from "../../parts/act/act.ts";
import { ActButton } from "../../parts/act/acts.tsx";
import { Rows } from "../../parts/list/List.tsx";

interface Domain {
  domain: string;
  rule: "refuse" | "allow";
}

const fields: Field[] = [{ name: "domain", words: "mailDomain", kind: "text", maxLength: 260 }];
const addAct: Act<"disposableMailSet"> = {
  call: "disposableMailSet",
  words: "disposableAdd",
  fixed: { rule: "refuse" },
  fields,
};
const exceptAct: Act<"disposableMailSet"> = {
  call: "disposableMailSet",
  words: "disposableExcept",
  fixed: { rule: "allow" },
  fields,
};
const removeAct = (domain: string): Act<"disposableMailSet"> => ({
  call: "disposableMailSet",
  words: "disposableRemove",
  name: domain,
  danger: true,
  fixed: { domain, rule: "none" },
});

/** The operator's own domains of disposable mail, and the exceptions (spec/sign-in#disposable-mail). */
export function DisposableMail() {
  const t = useT();
  const list = useCall("disposableMailList", {});
  const { added = [], excepted = [], mode } = list.data ?? {};
  const rows: Domain[] = [
    ...added.map((domain) => ({ domain, rule: "refuse" as const })),
    ...excepted.map((domain) => ({ domain, rule: "allow" as const })),
  ];
  const columns: ListColumn<Domain>[] = [
    { key: "domain" },
    { key: "rule", text: ({ rule }) => t(`disposableMail.${rule}`) },
  ];
  return (
    <>
      <PageHeader
        title={t("screens.disposableMail.title")}
        description={t("screens.disposableMail.text")}
        actions={
          <Group gap="xs">
            <ActButton variant="filled" act={addAct} />
            <ActButton act={exceptAct} />
          </Group>
        }
      />
      <Stack gap="md">
        {mode && <Alert color="gray">{t(`disposableMail.modes.${mode}`)}</Alert>}
        <Rows
          name="disposable-mail"
          exported
          rows={list.data && rows}
          error={list.error}
          onRetry={() => void list.refetch()}
          rowId={({ domain }) => domain}
          empty={t("screens.disposableMail.empty")}
          search={{
            label: t("screens.disposableMail.search"),
            fits: ({ domain }, text) => domain.includes(text.toLowerCase()),
          }}
          columns={columns}
          actions={({ domain }) => <ActButton size="compact-xs" act={removeAct(domain)} />}
        />
      </Stack>
    </>
  );
}
