import { Group, Stack, Text } from "@mantine/core";
import { EmptyState } from "@turnpike/ui/EmptyState.tsx";
import { ErrorState } from "@turnpike/ui/ErrorState.tsx";
import { PageHeader } from "@turnpike/ui/PageHeader.tsx";
import { Panel } from "@turnpike/ui/Panel.tsx";
import { LineSkeletons } from "@turnpike/ui/Skeletons.tsx";
import { languages } from "@turnpike/ui/lib/language.ts";
import { langs } from "@turnpike/contract/refusals.ts";
import { IconNews } from "@tabler/icons-react";
import type { Item } from "../../lib/call.ts";
import { useCall } from "../../lib/queries.ts";
import { useT } from "../../lib/words.ts";
import type { Act } from "../../parts/act/act.ts";
import { ActButton } from "../../parts/act/acts.tsx";
import { When } from "../../parts/cells.tsx";

const nameOf = (lang: (typeof langs)[number]) => languages[lang === "zh" ? "zh-tw" : lang];

/** Announcements on customers' home page. */
export function News() {
  const t = useT();
  const list = useCall("newsList", {});
  const add: Act<"newsAdd"> = {
    call: "newsAdd",
    fields: [
      {
        name: "lang",
        words: "language",
        kind: "select",
        optional: true,
        options: [
          { value: "", label: t("news.allLanguages") },
          ...langs.map((value) => ({ value, label: nameOf(value) })),
        ],
      },
      { name: "title", kind: "text" },
      { name: "body", kind: "long" },
    ],
  };
  return (
    <>
      <PageHeader
        title={t("screens.news.title")}
        description={t("screens.news.text")}
        actions={<ActButton variant="filled" act={add} />}
      />
      <Stack gap="sm">
        {list.error && !list.data && (
          <ErrorState error={list.error} onRetry={() => void list.refetch()} />
        )}
        {!list.data && !list.error && <LineSkeletons lines={5} height={20} />}
        {list.data?.items.length === 0 && (
          <EmptyState icon={<IconNews size={22} />} title={t("screens.news.empty")} />
        )}
        {list.data?.items.map((item) => (
          <Announcement key={item.id} item={item} />
        ))}
      </Stack>
    </>
  );
}

function Announcement({ item }: { item: Item<"newsList"> }) {
  const t = useT();
  const title = item.key ? t("news.builtIn", { name: item.key }) : item.title;
  return (
    <Panel>
      <Group justify="space-between" align="flex-start" wrap="nowrap">
        <div style={{ minWidth: 0 }}>
          <Text fw={600}>{title}</Text>
          <Text fz="sm" c="dimmed" mb={4}>
            <When at={item.at} /> · {item.lang ? nameOf(item.lang) : t("news.allLanguages")}
          </Text>
          <Text maw="80ch" style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>
            {item.body}
          </Text>
        </div>
        <ActButton
          size="compact-xs"
          act={{ call: "newsRemove", name: title, danger: true, fixed: { id: item.id } }}
        />
      </Group>
    </Panel>
  );
}
