import { CloseButton, Kbd, Loader, Modal } from "@mantine/core";
import { piecesOf } from "@turnpike/ui/palette/match.ts";
import classes from "@turnpike/ui/palette/palette.module.css";
import { IconSearch } from "@turnpike/ui/icons.ts";
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useT, word } from "../../lib/words.ts";
import { type Row, useRows } from "./use-rows.ts";

/** Command palette: finds screens by name and customers by any of their data; keyboard only. */
export function Palette(props: { onClose: () => void }) {
  const t = useT();
  const [opener] = useState(() => document.activeElement);
  const [opened, setOpened] = useState(true);
  const navigated = useRef(false);
  const run = (row: Row) => {
    navigated.current = true;
    props.onClose();
    row.run();
  };
  return (
    <Modal.Root
      opened={opened}
      onClose={() => setOpened(false)}
      onExitTransitionEnd={() => {
        props.onClose();
        // After a navigation, do not return the focus.
        if (!navigated.current && opener instanceof HTMLElement)
          opener.focus({ preventScroll: true });
      }}
      returnFocus={false}
      size={640}
      yOffset="12dvh"
      transitionProps={{ duration: 90 }}
    >
      <Modal.Overlay backgroundOpacity={0.4} />
      <Modal.Content
        aria-label={t("palette.title")}
        classNames={{ content: classes.window, inner: classes.inner }}
      >
        <Finder onRun={run} onClose={() => setOpened(false)} />
      </Modal.Content>
    </Modal.Root>
  );
}

function Finder(props: { onRun: (row: Row) => void; onClose: () => void }) {
  const t = useT();
  const { t: ui } = useTranslation("ui");
  const [typed, setTyped] = useState("");
  const found = useRows(typed);
  const rows = found.groups.flatMap(([, each]) => each);
  const [chosen, choose] = useState("");
  const at = Math.max(
    0,
    rows.findIndex(({ id }) => id === chosen),
  );
  const active = rows[at];
  const list = useId();
  const press = (event: KeyboardEvent) => {
    // While an input method is composing text, leave the keys to it.
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) choose(rows.at((at + step) % rows.length)?.id ?? "");
    else if (event.key === "Enter" && active) props.onRun(active);
    else return;
    event.preventDefault();
  };
  return (
    <>
      <div className={classes.search}>
        <IconSearch size={19} aria-hidden />
        <input
          data-autofocus
          className={classes.input}
          type="text"
          role="combobox"
          aria-label={t("palette.title")}
          aria-expanded={rows.length > 0}
          aria-controls={list}
          aria-autocomplete="list"
          {...(active ? { "aria-activedescendant": `${list}${active.id}` } : {})}
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          placeholder={t("palette.placeholder")}
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            choose("");
          }}
          onKeyDown={press}
        />
        <CloseButton aria-label={ui("close")} onClick={props.onClose} />
      </div>
      <Found id={list} found={found} active={active} onChoose={choose} onRun={props.onRun} />
      <Foot />
    </>
  );
}

function Foot() {
  const t = useT();
  return (
    <div className={classes.foot}>
      <span>
        <Kbd size="xs">↵</Kbd> {t("palette.enter")}
      </span>
      <span>
        <Kbd size="xs">↑</Kbd> <Kbd size="xs">↓</Kbd> {t("palette.move")}
      </span>
      <span>
        <Kbd size="xs">Esc</Kbd> {t("palette.close")}
      </span>
    </div>
  );
}

function Found(props: {
  id: string;
  found: ReturnType<typeof useRows>;
  active: Row | undefined;
  onChoose: (id: string) => void;
  onRun: (row: Row) => void;
}) {
  const t = useT();
  const { id, found, active } = props;
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    box.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: "nearest" });
  }, [active?.id]);
  return (
    <div className={classes.list} ref={box}>
      <div id={id} role="listbox" aria-label={t("palette.title")}>
        {found.groups.map(([group, rows]) => (
          <div key={group} role="group" aria-labelledby={`${id}${group}`}>
            <div className={classes.group} id={`${id}${group}`} role="presentation">
              {word("palette", group)}
            </div>
            {rows.map((row) => (
              <Option key={row.id} {...props} row={row} />
            ))}
          </div>
        ))}
      </div>
      {found.waiting && (
        <div className={classes.note}>
          <Loader size={14} aria-hidden /> {t("palette.searching")}
        </div>
      )}
      {found.failed && (
        <div className={classes.note} role="alert">
          {t("palette.failed")}
        </div>
      )}
      {found.groups.length === 0 && !found.waiting && !found.failed && (
        <div className={classes.nothing}>{t("palette.none")}</div>
      )}
    </div>
  );
}

function Option(props: {
  id: string;
  row: Row;
  found: ReturnType<typeof useRows>;
  active: Row | undefined;
  onChoose: (id: string) => void;
  onRun: (row: Row) => void;
}) {
  const { row, found } = props;
  const Icon = row.icon;
  return (
    <button
      type="button"
      tabIndex={-1}
      id={`${props.id}${row.id}`}
      role="option"
      aria-selected={row.id === props.active?.id}
      className={classes.row}
      // Keep the focus in the search field.
      onMouseDown={(event) => event.preventDefault()}
      onMouseMove={() => row.id !== props.active?.id && props.onChoose(row.id)}
      onClick={() => props.onRun(row)}
    >
      <Icon size={18} aria-hidden />
      <span className={classes.label}>
        {piecesOf(row.label, found.words).map(({ text, hit }, at) =>
          hit ? (
            <mark key={at} className={classes.mark}>
              {text}
            </mark>
          ) : (
            text
          ),
        )}
      </span>
      {row.detail && <span className={classes.detail}>{row.detail}</span>}
    </button>
  );
}
