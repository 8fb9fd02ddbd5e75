import { Box, Stack, Text, Title } from "@mantine/core";
import { IconNews } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import type { CallResult } from "../../lib/call.ts";
import { formatDate } from "@turnpike/ui/lib/format.ts";
import { EmptyState } from "@turnpike/ui/EmptyState.tsx";
import { Panel } from "@turnpike/ui/Panel.tsx";
import { LineSkeletons } from "@turnpike/ui/Skeletons.tsx";
import classes from "./home.module.css";
import { useLinkedPlace } from "./use-linked-place.ts";

/** Announcements, newest first. Where the answer failed, the balances' place says so. */
export function News(props: { index: CallResult<"indexInit"> | undefined; failed: boolean }) {
  const { t } = useTranslation("home");
  const news = props.index?.news;
  const place = useLinkedPlace("#news", news !== undefined);
  if (!props.index && props.failed) return null;
  return (
    <Box ref={place} tabIndex={-1} className={classes.target ?? ""}>
      <Panel title={t("news.title")}>
        {!news && <LineSkeletons lines={6} />}
        {news?.length === 0 && (
          <EmptyState
            icon={<IconNews size={22} />}
            title={t("news.none")}
            text={t("news.noneHelp")}
          />
        )}
        {news && news.length > 0 && (
          <ul className={classes.list}>
            {news.map((item) => (
              <li key={item.id}>
                <Stack gap={4} component="article">
                  <Title order={3}>{item.title}</Title>
                  <Text component="time" dateTime={item.at} fz="xs" c="dimmed">
                    {formatDate(item.at)}
                  </Text>
                  <Text maw="72ch" className={classes.news ?? ""}>
                    {item.body}
                  </Text>
                </Stack>
              </li>
            ))}
          </ul>
        )}
      </Panel>
    </Box>
  );
}
