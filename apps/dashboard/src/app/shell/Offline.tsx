import { IconWifiOff } from "@tabler/icons-react";
import { useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import classes from "./Shell.module.css";

const subscribe = (listener: () => void) => {
  for (const event of ["online", "offline"]) addEventListener(event, listener);
  return () => {
    for (const event of ["online", "offline"]) removeEventListener(event, listener);
  };
};

/** Says that the browser has no network, for as long as that is so. */
export function Offline() {
  const { t } = useTranslation("shell");
  const online = useSyncExternalStore(subscribe, () => navigator.onLine);
  return (
    <div role="status">
      {!online && (
        <p className={classes.offline}>
          <IconWifiOff size={17} aria-hidden /> {t("offline")}
        </p>
      )}
    </div>
  );
}
