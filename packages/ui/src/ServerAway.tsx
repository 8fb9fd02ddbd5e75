import { Button } from "@mantine/core";
import { useInterval } from "@mantine/hooks";
import { useIsFetching, useQueryClient } from "@tanstack/react-query";
import { IconCloudOff } from "./icons.ts";
import { useTranslation } from "react-i18next";
import { useServerUnreachable } from "./lib/server-reach.ts";
import classes from "./ServerAway.module.css";

/** How often to check whether the server is back. */
const POLL_MS = 5_000;

/** A request that is still waiting is not begun again: it would never reach its timeout. */
const joining = { cancelRefetch: false };

/**
 * Says that the server does not answer for as long as it does not, and retries: `poll`, a cheap
 * read, periodically, and everything when the button is pressed. A browser without a network has a
 * banner of its own.
 */
export function ServerAway({ poll }: { poll: string }) {
  const away = useServerUnreachable();
  return <div role="status">{away && navigator.onLine && <Banner poll={poll} />}</div>;
}

function Banner({ poll }: { poll: string }) {
  const { t } = useTranslation("ui");
  const client = useQueryClient();
  const busy = useIsFetching() > 0;
  const again = () => void client.refetchQueries({ type: "active" }, joining);
  useInterval(() => void client.refetchQueries({ queryKey: [poll] }, joining), POLL_MS, {
    autoInvoke: true,
  });
  return (
    <div className={classes.away}>
      <IconCloudOff size={18} aria-hidden />
      <p>{t("serverAway")}</p>
      <Button size="xs" color="red.9" loading={busy} onClick={again}>
        {t("retry")}
      </Button>
    </div>
  );
}
