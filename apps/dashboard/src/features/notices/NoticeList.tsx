import { Anchor, Text } from "@mantine/core";
import { IconAlertTriangle, IconBellCheck, IconNews } from "@turnpike/ui/icons.ts";
import { useNow } from "@turnpike/ui/lib/use-now.ts";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { TimeAgo } from "@turnpike/ui/TimeAgo.tsx";
import { EmptyState } from "@turnpike/ui/EmptyState.tsx";
import classes from "./Bell.module.css";
import type { Notice } from "./unread.ts";

/** The page that shows the news. */
const NEWS = "/cli/home#news";

/** The notices, each with a link to where to act; `fresh` ones are marked. */
export function NoticeList(props: {
  notices: readonly Notice[];
  fresh: ReadonlySet<string>;
  onLeave: () => void;
}) {
  const { t } = useTranslation("shell");
  const nowMs = useNow();
  const { notices, fresh, onLeave } = props;
  return (
    <>
      <Text fw={640} px="md" py="sm">
        {t("bell.title")}
      </Text>
      {notices.length === 0 ? (
        <EmptyState
          icon={<IconBellCheck size={22} />}
          title={t("bell.none")}
          text={t("bell.noneHelp")}
        />
      ) : (
        <ul className={classes.list}>
          {notices.map((notice) => (
            <li key={notice.id} className={classes.notice}>
              <Mark notice={notice} fresh={fresh.has(notice.id)} />
              <div className={classes.words}>
                <Anchor
                  component={Link}
                  to={notice.to ?? NEWS}
                  c="var(--mantine-color-text)"
                  fw={fresh.has(notice.id) ? 600 : 450}
                  onClick={onLeave}
                >
                  {notice.title}
                </Anchor>
                <Text component="div" fz="xs" c="dimmed">
                  <TimeAgo at={notice.at} nowMs={nowMs} />
                </Text>
              </div>
            </li>
          ))}
        </ul>
      )}
      <div className={classes.foot}>
        <Anchor component={Link} to="/cli/setting?tab=alerts" fz="sm" fw={550} onClick={onLeave}>
          {t("bell.settings")}
        </Anchor>
      </div>
    </>
  );
}

function Mark({ notice, fresh }: { notice: Notice; fresh: boolean }) {
  const { t } = useTranslation("shell");
  const Icon = notice.kind === "alert" ? IconAlertTriangle : IconNews;
  const kind = t(`bell.${notice.kind}`);
  return (
    <span className={classes.mark} data-kind={notice.kind}>
      <Icon size={18} aria-hidden />
      {fresh && <span className={classes.dot} aria-hidden />}
      <span className="visually-hidden">{fresh ? `${kind} (${t("bell.unread")})` : kind}</span>
    </span>
  );
}
