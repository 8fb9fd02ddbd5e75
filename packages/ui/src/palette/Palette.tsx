import { CloseButton, Kbd, Modal } from "@mantine/core";
import { IconSearch } from "../icons.ts";
import {
  type KeyboardEvent,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { useTranslation } from "react-i18next";
import classes from "./palette.module.css";
import { takeBufferedKeys } from "./early-keys.ts";
import { PaletteList } from "./PaletteList.tsx";
import type { Finding, Row } from "./row.ts";
import { openOverlay } from "./overlay.ts";

/** What the application finds for the typed text. */
export type UseFinding = (typed: string) => Finding;

/** The command palette: whatever the application finds, by keyboard alone. */
export function Palette(props: { useFinding: UseFinding; onClose: () => void }) {
  const { t } = useTranslation("palette");
  const [opened, setOpened] = useState(true);
  const close = () => setOpened(false);
  const run = (row: Row) => {
    props.onClose();
    row.run();
  };
  return (
    <Modal.Root
      opened={opened}
      onClose={close}
      onExitTransitionEnd={props.onClose}
      returnFocus={false}
      size={640}
      yOffset="12dvh"
      transitionProps={{ duration: 90 }}
    >
      <Modal.Overlay backgroundOpacity={0.4} />
      <Modal.Content
        aria-label={t("title")}
        classNames={{ content: classes.window, inner: classes.inner }}
      >
        <Finder useFinding={props.useFinding} onRun={run} onClose={close} />
      </Modal.Content>
    </Modal.Root>
  );
}

/** The field's text, beginning with what was typed before the field was mounted. */
function useTyped() {
  const [typed, setTyped] = useState("");
  const [early, setEarly] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const takeKeys = () => {
    const keys = takeBufferedKeys();
    if (keys.text) setTyped((before) => before + keys.text);
    if (keys.entered) setEarly(true);
  };
  // Immediately: the dialog sets its focus a moment later, and keys typed until then would be lost.
  useLayoutEffect(() => field.current?.focus(), []);
  return { typed, setTyped, early, field, takeKeys };
}

/** Runs an Enter pressed too early: once its row has loaded, and only once. */
function useEarlyEnter(early: boolean, waiting: boolean, onEnter: () => void): void {
  const done = useRef(false);
  const enter = useEffectEvent(onEnter);
  useEffect(() => {
    if (!early || done.current || waiting) return;
    done.current = true;
    enter();
  }, [early, waiting]);
}

/** The field's props that do not depend on what is typed. */
const fieldProps = {
  "data-autofocus": true,
  className: classes.input ?? "",
  type: "text",
  "aria-autocomplete": "list",
  autoComplete: "off",
  autoCapitalize: "off",
  spellCheck: false,
  enterKeyHint: "go",
  maxLength: 80,
} as const;

function Finder(props: { useFinding: UseFinding; onRun: (row: Row) => void; onClose: () => void }) {
  const { t } = useTranslation(["palette", "ui"]);
  const { typed, setTyped, early, field, takeKeys } = useTyped();
  const { useFinding } = props;
  const finding = useFinding(typed);
  const rows = finding.groups.flatMap(([, each]) => each);
  const { active, at, choose } = useActiveRow(rows);
  const list = useId();
  useEarlyEnter(early, finding.waiting, () => active && props.onRun(active));
  const press = (event: KeyboardEvent) => {
    // While an input method is composing, the keys belong to it.
    if (event.nativeEvent.isComposing) return;
    const next = rowByKey(event.key, at, rows.length - 1);
    if (next !== undefined) choose(rows[next]?.id ?? "");
    else if (event.key === "Enter" && active) props.onRun(active);
    else return;
    event.preventDefault();
  };
  return (
    <>
      <div className={classes.search}>
        <IconSearch size={19} aria-hidden />
        <input
          {...fieldProps}
          ref={field}
          role="combobox"
          aria-label={t("title")}
          aria-expanded={rows.length > 0}
          aria-controls={list}
          {...(active ? { "aria-activedescendant": `${list}${active.id}` } : {})}
          placeholder={finding.texts.placeholder}
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            choose("");
          }}
          onFocus={takeKeys}
          onKeyDown={press}
        />
        <CloseButton aria-label={t("ui:close")} onClick={props.onClose} />
      </div>
      <PaletteList
        id={list}
        finding={finding}
        active={active}
        typed={typed.trim()}
        onChoose={choose}
        onRun={props.onRun}
      />
      <PaletteFoot active={active} />
      <ResultCount finding={finding} typed={typed.trim()} count={rows.length} />
    </>
  );
}

/** The row that Enter runs; if it disappears, the first row takes its place. */
function useActiveRow(rows: readonly Row[]) {
  const [chosen, choose] = useState("");
  const at = Math.max(
    0,
    rows.findIndex(({ id }) => id === chosen),
  );
  return { active: rows[at], at, choose };
}

/** The index that a key moves to; undefined for keys that do not move. */
function rowByKey(key: string, at: number, last: number): number | undefined {
  return {
    ArrowDown: at === last ? 0 : at + 1,
    ArrowUp: at === 0 ? last : at - 1,
    PageDown: Math.min(at + 8, last),
    PageUp: Math.max(at - 8, 0),
  }[key];
}

/** Announces the number of results to screen readers. */
function ResultCount(props: { finding: Finding; typed: string; count: number }) {
  const { t } = useTranslation("palette");
  const { finding, typed, count } = props;
  return (
    <span role="status" className="visually-hidden">
      {typed && !finding.waiting && !finding.failed ? t("results", { count }) : ""}
    </span>
  );
}

/** Explains the keys; what Enter does depends on the active row. */
function PaletteFoot(props: { active: Row | undefined }) {
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
      <button type="button" className={classes.all} onClick={() => openOverlay("keys")}>
        <Kbd size="xs">?</Kbd> {t("hints.all")}
      </button>
    </div>
  );
}
