import { ActionIcon, Popover } from "@mantine/core";
import { IconBell } from "@turnpike/ui/icons.ts";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { lazyComponent } from "@turnpike/ui/lib/lazy-component.ts";
import { markNewsSeen } from "./seen-news.ts";
import { LineSkeletons } from "@turnpike/ui/Skeletons.tsx";
import classes from "./Bell.module.css";
import { type Notice, useUnread } from "./unread.ts";

const NoticeList = lazyComponent(async () => (await import("./NoticeList.tsx")).NoticeList);
/** The highest number that fits in the badge. */
const MAX_COUNT = 9;

/** News and alerts behind a bell that counts unread ones. `notices` is undefined while loading. */
export function Bell({ notices = [] }: { notices?: readonly Notice[] | undefined }) {
  const { t } = useTranslation("shell");
  const unread = useUnread(notices);
  const [fresh, setFresh] = useState<ReadonlySet<string> | null>(null);
  const count = unread.length;
  const label = count > 0 ? t("bell.count", { count }) : t("bell.title");
  const set = (open: boolean) => {
    // What was unread stays marked while the list is open.
    setFresh(open ? new Set(unread.map(({ id }) => id)) : null);
    if (open) markNewsSeen(notices.filter(({ kind }) => kind === "news").map(({ id }) => id));
  };
  return (
    <Popover
      opened={fresh !== null}
      onChange={set}
      position="bottom-end"
      width="min(360px, calc(100vw - 24px))"
      shadow="md"
      trapFocus
      returnFocus
      withinPortal={false}
    >
      <Popover.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          className={classes.bell ?? ""}
          aria-label={label}
          onClick={() => set(fresh === null)}
        >
          <IconBell size={19} />
          {count > 0 && (
            <span className={classes.count} aria-hidden>
              {count > MAX_COUNT ? `${MAX_COUNT}+` : count}
            </span>
          )}
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown p={0} className={classes.dropdown ?? ""}>
        <Suspense fallback={<LineSkeletons lines={3} />}>
          {fresh && <NoticeList notices={notices} fresh={fresh} onLeave={() => set(false)} />}
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  );
}
