import { Button, Group, NativeSelect, Stack, Text } from "@mantine/core";
import { EmptyState } from "@turnpike/ui/EmptyState.tsx";
import { Loaded } from "@turnpike/ui/Loaded.tsx";
import { PageHeader } from "@turnpike/ui/PageHeader.tsx";
import { Panel } from "@turnpike/ui/Panel.tsx";
import { IconNews } from "@turnpike/ui/icons.ts";
import { useState } from "react";
import type { Item } from "../../lib/call.ts";
import { useCall } from "../../lib/queries.ts";
import { useCanCall } from "../../lib/me.ts";
import { useT, word } from "../../lib/words.ts";
import { ActButton } from "../../parts/act/acts.tsx";
import { When } from "@turnpike/ui/list/kinds.tsx";
import { languageName, NewsDialog } from "./NewsDialog.tsx";

/** Announcements on the customers' home page. */
export function News() {
  const t = useT();
  const list = useCall("newsList", {});
  const canCall = useCanCall();
  const [writing, write] = useState(false);
  return (
    <>
      <PageHeader
        title={t("screens.news.title")}
        description={t("screens.news.text")}
        actions={
          canCall("newsAdd") && (
            <Button size="xs" onClick={() => write(true)}>
              {word("acts", "newsAdd.title")}
            </Button>
          )
        }
      />
      <Stack gap="sm">
        <Loaded of={list} lines={5} height={20}>
          {({ items }) =>
            items.length === 0 ? (
              <EmptyState icon={<IconNews size={22} />} title={t("screens.news.empty")} />
            ) : (
              items.map((item) => <Announcement key={item.id} item={item} />)
            )
          }
        </Loaded>
      </Stack>
      {writing && <NewsDialog onClose={() => write(false)} />}
    </>
  );
}

function Announcement({ item }: { item: Item<"newsList"> }) {
  const t = useT();
  const [lang, read] = useState("en");
  const text = item.translations.find((one) => one.lang === lang) ?? item;
  const title = item.key ? t("news.builtIn", { name: item.key }) : text.title;
  return (
    <Panel>
      <Group justify="space-between" align="flex-start" wrap="nowrap">
        <div style={{ minWidth: 0 }}>
          <Text fw={600}>{title}</Text>
          <Text fz="sm" c="dimmed" mb={4}>
            <When at={item.at} /> · {item.lang ? languageName(item.lang) : t("news.allLanguages")}
          </Text>
          <Text maw="80ch" style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>
            {text.body}
          </Text>
          {item.translations.length > 0 && (
            <NativeSelect
              mt="sm"
              size="xs"
              w={180}
              aria-label={t("fields.language")}
              value={lang}
              onChange={(event) => read(event.currentTarget.value)}
              data={item.translations.map((one) => ({
                value: one.lang,
                label: languageName(one.lang),
              }))}
            />
          )}
        </div>
        <ActButton
          size="compact-xs"
          act={{ call: "newsRemove", name: title, danger: true, fixed: { id: item.id } }}
        />
      </Group>
    </Panel>
  );
}
