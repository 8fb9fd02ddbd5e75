import { Button, Loader } from "@mantine/core";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { piecesOf } from "./match.ts";
import classes from "./palette.module.css";
import type { Finding, Row } from "./row.ts";

/** The rows by group, and the state of the search. */
export function PaletteList(props: {
  id: string;
  finding: Finding;
  active: Row | undefined;
  typed: string;
  onChoose: (id: string) => void;
  onRun: (row: Row) => void;
}) {
  const { t } = useTranslation(["palette", "ui"]);
  const { id, active, finding } = props;
  const { groups, words, texts } = finding;
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    box.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: "nearest" });
  }, [active?.id]);
  const nothing = groups.length === 0 && !finding.waiting && !finding.failed;
  return (
    <div className={classes.list} ref={box}>
      <div id={id} role="listbox" aria-label={t("title")}>
        {groups.map(([group, rows]) => (
          <div key={group} role="group" aria-labelledby={`${id}${group}`}>
            <div className={classes.group} id={`${id}${group}`} role="presentation">
              {group}
            </div>
            {rows.map((row) => (
              <Option key={row.id} {...props} words={words} row={row} />
            ))}
          </div>
        ))}
      </div>
      {finding.waiting && (
        <div className={classes.note}>
          <Loader size={14} aria-hidden /> {texts.searching}
        </div>
      )}
      {finding.failed && (
        <div className={classes.note} role="alert">
          {texts.failed}
          <Button size="compact-xs" variant="default" onClick={finding.again}>
            {t("ui:retry")}
          </Button>
        </div>
      )}
      {nothing && (
        <div className={classes.nothing}>
          <strong>{t("none", { text: props.typed })}</strong>
          <span>{texts.noneHelp}</span>
        </div>
      )}
    </div>
  );
}

function Option(props: {
  id: string;
  row: Row;
  words: readonly string[];
  active: Row | undefined;
  onChoose: (id: string) => void;
  onRun: (row: Row) => void;
}) {
  const { row, words } = props;
  const Icon = row.icon;
  return (
    <button
      type="button"
      tabIndex={-1}
      id={`${props.id}${row.id}`}
      role="option"
      aria-selected={row === props.active}
      className={classes.row}
      // Keeps the focus in the field.
      onMouseDown={(event) => event.preventDefault()}
      onMouseMove={() => row !== props.active && props.onChoose(row.id)}
      onClick={() => props.onRun(row)}
    >
      <Icon size={18} aria-hidden />
      <span className={classes.label}>
        <Marked text={row.label} words={words} />
      </span>
      {row.detail && (
        <span className={classes.detail}>
          <Marked text={row.detail} words={words} />
        </span>
      )}
    </button>
  );
}

function Marked(props: { text: string; words: readonly string[] }) {
  return piecesOf(props.text, props.words).map(({ text, hit }, at) =>
    hit ? (
      <mark key={at} className={classes.mark}>
        {text}
      </mark>
    ) : (
      text
    ),
  );
}
