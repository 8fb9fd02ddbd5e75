import { Button } from "@mantine/core";
import { useInterval } from "@mantine/hooks";
import { useIsFetching, useQueryClient } from "@tanstack/react-query";
import { IconCloudOff } from "@turnpike/ui/icons.ts";
import { useTranslation } from "react-i18next";
import { useServerUnreachable } from "../../lib/server-reach.ts";
import classes from "./ServerAway.module.css";

/** How often to check whether the server is back. */
const POLL_MS = 5_000;

/**
 * Says that the server does not answer for as long as it does not, and retries: periodically, and
 * immediately when the button is pressed. A browser without a network has a banner of its own.
 */
export function ServerAway() {
  const away = useServerUnreachable();
  return <div role="status">{away && navigator.onLine && <Banner />}</div>;
}

function Banner() {
  const { t } = useTranslation(["shell", "ui"]);
  const client = useQueryClient();
  const busy = useIsFetching() > 0;
  const again = () => void client.refetchQueries({ type: "active" });
  useInterval(() => void client.refetchQueries({ queryKey: ["headerInit"] }), POLL_MS, {
    autoInvoke: true,
  });
  return (
    <div className={classes.away}>
      <IconCloudOff size={18} aria-hidden />
      <p>{t("serverAway")}</p>
      <Button size="xs" color="red.9" loading={busy} onClick={again}>
        {t("ui:retry")}
      </Button>
    </div>
  );
}
