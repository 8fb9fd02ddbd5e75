import { Button } from "@mantine/core";
import { useInterval } from "@mantine/hooks";
import { useIsFetching, useQueryClient } from "@tanstack/react-query";
import { IconCloudOff } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { useServerAway } from "../../lib/server-reach.ts";
import classes from "./ServerAway.module.css";

/** So often the server is looked for while it is away. */
const LOOK_MS = 5_000;

/**
 * Says that the server does not answer, for as long as that is so, and asks again: by itself, and
 * at once for whoever presses the button. A browser without a network has a line of its own.
 */
export function ServerAway() {
  const away = useServerAway();
  return <div role="status">{away && navigator.onLine && <Banner />}</div>;
}

function Banner() {
  const { t } = useTranslation(["shell", "ui"]);
  const client = useQueryClient();
  const busy = useIsFetching() > 0;
  const again = () => void client.refetchQueries({ type: "active" });
  useInterval(() => void client.refetchQueries({ queryKey: ["headerInit"] }), LOOK_MS, {
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
