import { Box, Stack, Text, Title } from "@mantine/core";
import { IconNews } from "@tabler/icons-react";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useLocation } from "react-router";
import type { Answered } from "../../lib/call.ts";
import { formatDate } from "../../lib/format.ts";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { LineSkeletons } from "../../ui/Skeletons.tsx";
import classes from "./home.module.css";

/** Announcements, newest first. Where the answer failed, the balances' place says so. */
export function News(props: { index: Answered<"indexInit"> | undefined; failed: boolean }) {
  const { t } = useTranslation("home");
  const news = props.index?.news;
  const place = useLinkedPlace(news !== undefined);
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

/** The header's bell leads here, by `#news`. */
function useLinkedPlace(ready: boolean) {
  const place = useRef<HTMLDivElement>(null);
  const location = useLocation();
  useEffect(() => {
    if (!ready || location.hash !== "#news") return;
    place.current?.scrollIntoView({ block: "start" });
    place.current?.focus({ preventScroll: true });
  }, [ready, location]);
  return place;
}
