import { Kbd } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { openQuick } from "./quick.ts";
import classes from "./palette.module.css";
import type { Row } from "./use-rows.ts";

/** What the keys do here; Enter by the row that is chosen. */
export function PaletteFoot(props: { active: Row | undefined }) {
  const { t } = useTranslation("palette");
  return (
    <div className={classes.foot}>
      {props.active && (
        <span>
          <Kbd size="xs">↵</Kbd> {t(`enter.${props.active.effect}`)}
        </span>
      )}
      <span>
        <Kbd size="xs">↑</Kbd> <Kbd size="xs">↓</Kbd> {t("hints.move")}
      </span>
      <span>
        <Kbd size="xs">Esc</Kbd> {t("hints.close")}
      </span>
      <button type="button" className={classes.all} onClick={() => openQuick("keys")}>
        <Kbd size="xs">?</Kbd> {t("hints.all")}
      </button>
    </div>
  );
}
