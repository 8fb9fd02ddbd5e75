import { Badge, Group, Text } from "@mantine/core";
import { PageHeader } from "@turnpike/ui/PageHeader.tsx";
import { code } from "@turnpike/ui/list/kinds.tsx";
import { useNavigate } from "react-router";
import { useCall } from "../../lib/queries.ts";
import { useT } from "../../lib/words.ts";
import { Rows } from "../../parts/list/List.tsx";
import { languageName } from "../shop/NewsDialog.tsx";
import { useOwnLang } from "./use-own-lang.ts";

/** All mails to customers, and which of them have the operator's own text. */
export function Mails() {
  const t = useT();
  const go = useNavigate();
  const mails = useCall("mailTextList", { lang: useOwnLang() });
  return (
    <>
      <PageHeader title={t("screens.mails.title")} description={t("screens.mails.text")} />
      <Rows
        name="mails"
        rows={mails.data?.items}
        error={mails.error}
        onRetry={() => void mails.refetch()}
        rowId={({ name }) => name}
        empty={t("screens.mails.empty")}
        search={{
          label: t("screens.mails.search"),
          fits: ({ name, subject }, text) =>
            `${name} ${subject}`.toLowerCase().includes(text.toLowerCase()),
        }}
        onOpen={({ name }) => void go(`/mails/${name}`)}
        columns={[
          { key: "subject", text: ({ subject }) => subject },
          { key: "name", as: code, extra: "narrow" },
          {
            key: "changed",
            title: "mailChanged",
            text: ({ changed }) => changed.map(languageName).join(", "),
            show: ({ changed }) =>
              changed.length === 0 ? (
                <Text c="dimmed" fz="sm">
                  {t("mails.shipped")}
                </Text>
              ) : (
                <Group gap={4}>
                  {changed.map((lang) => (
                    <Badge key={lang} variant="light">
                      {languageName(lang)}
                    </Badge>
                  ))}
                </Group>
              ),
          },
        ]}
      />
    </>
  );
}
