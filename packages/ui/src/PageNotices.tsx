import { Button, CloseButton, Loader } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { IconAlertTriangle, IconCloudOff } from "./icons.ts";
import { useChecking } from "./lib/checking.ts";
import { isReachable } from "./lib/once-online.ts";
import { useServerPace } from "./lib/server-reach.ts";
import { useStorageLost } from "./lib/storage.ts";
import classes from "./PageNotices.module.css";

/** What concerns the whole page, on any screen and above any dialog. */
export function PageNotices() {
  return (
    <>
      <Pace />
      <StorageLost />
    </>
  );
}

/** Says that the page is still waiting for the server (spec/dashboard#answers). */
function Pace() {
  const { t } = useTranslation("ui");
  const pace = useServerPace();
  const isChecking = useChecking();
  return (
    <div role="status" className={classes.top}>
      {isChecking && (
        <p className={classes.notice}>
          <Loader size={14} aria-hidden /> {t("captcha.checking")}
        </p>
      )}
      {pace === "slow" && (
        <p className={classes.notice}>
          <Loader size={14} aria-hidden /> {t("slow")}
        </p>
      )}
      {pace === "late" && <Late />}
    </div>
  );
}

/** A part of the page does not arrive: only loading the page again asks for it once more. */
function Late() {
  const { t } = useTranslation("ui");
  const [busy, setBusy] = useState(false);
  const reload = async () => {
    setBusy(true);
    // While the server does not answer, the browser would show an empty page.
    if (await isReachable()) location.reload();
    setBusy(false);
  };
  return (
    <div className={classes.notice} data-kind="error">
      <IconCloudOff size={18} aria-hidden />
      <p>{t("timedOut")}</p>
      <Button size="xs" color="red.9" loading={busy} onClick={() => void reload()}>
        {t("retry")}
      </Button>
    </div>
  );
}

/** Says what it means that the browser stores nothing for this site; can be closed. */
function StorageLost() {
  const { t } = useTranslation("ui");
  const isLost = useStorageLost();
  const [isClosed, setClosed] = useState(false);
  return (
    <div role="status" className={classes.bottom}>
      {isLost && !isClosed && (
        <div className={classes.notice} data-kind="warning">
          <IconAlertTriangle size={18} aria-hidden />
          <p>{t("storageLost")}</p>
          <CloseButton aria-label={t("close")} onClick={() => setClosed(true)} />
        </div>
      )}
    </div>
  );
}
