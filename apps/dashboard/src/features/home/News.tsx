import { Box, Button } from "@mantine/core";
import { IconNews } from "@turnpike/ui/icons.ts";
import { EmptyState } from "@turnpike/ui/EmptyState.tsx";
import { NewsArticle } from "@turnpike/ui/NewsArticle.tsx";
import { Panel } from "@turnpike/ui/Panel.tsx";
import { LineSkeletons } from "@turnpike/ui/Skeletons.tsx";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { CallResult } from "../../lib/call.ts";
import classes from "./home.module.css";
import { useLinkedPlace } from "./use-linked-place.ts";

/** How many announcements, and lines of each, are shown before the list is expanded. */
const COLLAPSED_ITEMS = 1;
const COLLAPSED_LINES = 2;

/** Announcements, newest first. If the call failed, the balances show the error. */
export function News(props: { index: CallResult<"indexInit"> | undefined; failed: boolean }) {
  const { t } = useTranslation("home");
  const news = props.index?.news;
  // The header's bell links here.
  const place = useLinkedPlace("#news", news !== undefined);
  const [all, setAll] = useState(false);
  if (!props.index && props.failed) return null;
  return (
    <Box ref={place} tabIndex={-1} className={classes.target ?? ""}>
      <Panel title={t("news.title")} className={classes.card ?? ""}>
        {!news && <LineSkeletons lines={5} />}
        {news?.length === 0 && (
          <EmptyState
            icon={<IconNews size={22} />}
            title={t("news.none")}
            text={t("news.noneHelp")}
          />
        )}
        {news && news.length > 0 && (
          <>
            <ul className={classes.list}>
              {(all ? news : news.slice(0, COLLAPSED_ITEMS)).map((item) => (
                <li key={item.id}>
                  <NewsArticle {...item} {...(all ? {} : { lines: COLLAPSED_LINES })} />
                </li>
              ))}
            </ul>
            <Button
              variant="subtle"
              size="compact-sm"
              mt={4}
              ml={-8}
              aria-expanded={all}
              onClick={() => setAll(!all)}
            >
              {t(all ? "news.fewer" : "news.all")}
            </Button>
          </>
        )}
      </Panel>
    </Box>
  );
}
