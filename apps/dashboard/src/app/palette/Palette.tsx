import { CloseButton, Kbd, Modal } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
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
import classes from "@turnpike/ui/palette/palette.module.css";
import { takeEarlyKeys } from "./early-keys.ts";
import { PaletteList } from "./PaletteList.tsx";
import { type Row, useRows } from "./use-rows.ts";
import { openOverlay } from "@turnpike/ui/palette/overlay.ts";

/**
 * The command palette: screens, actions and one's own things by a few letters, by keyboard alone.
 */
export function Palette(props: { onClose: () => void }) {
  const { t } = useTranslation(["palette", "shell", "ui"]);
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
        <Finder onRun={run} onClose={close} />
      </Modal.Content>
    </Modal.Root>
  );
}

/** The field, and what was typed before it was there. */
function useTyped() {
  const [typed, setTyped] = useState("");
  const [early, setEarly] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const takeKeys = () => {
    const keys = takeEarlyKeys();
    if (keys.text) setTyped((before) => before + keys.text);
    if (keys.entered) setEarly(true);
  };
  // At once: what gives the dialog its focus does so a moment later, and keys would be lost till then.
  useLayoutEffect(() => field.current?.focus(), []);
  return { typed, setTyped, early, field, takeKeys };
}

/** Enter that came before the row which it runs: once it is there, and once alone. */
function useEarlyEnter(early: boolean, waiting: boolean, onEnter: () => void): void {
  const done = useRef(false);
  const enter = useEffectEvent(onEnter);
  useEffect(() => {
    if (!early || done.current || waiting) return;
    done.current = true;
    enter();
  }, [early, waiting]);
}

/** What is the same of the field whatever is typed. */
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

function Finder(props: { onRun: (row: Row) => void; onClose: () => void }) {
  const { t } = useTranslation(["palette", "ui"]);
  const { typed, setTyped, early, field, takeKeys } = useTyped();
  const { rows: groups, found, words } = useRows(typed);
  const rows = groups.flatMap(([, each]) => each);
  const { active, at, choose } = useActiveRow(rows);
  const list = useId();
  useEarlyEnter(early, found.waiting, () => active && props.onRun(active));
  const press = (event: KeyboardEvent) => {
    // A half-written word of an input method has the keys for itself.
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
          placeholder={t("placeholder")}
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
        groups={groups}
        words={words}
        active={active}
        typed={typed.trim()}
        found={found}
        onChoose={choose}
        onRun={props.onRun}
      />
      <PaletteFoot active={active} />
      <Found found={found} typed={typed.trim()} count={rows.length} />
    </>
  );
}

/** The row that Enter runs; one that is gone gives way to the first one. */
function useActiveRow(rows: readonly Row[]) {
  const [chosen, choose] = useState("");
  const at = Math.max(
    0,
    rows.findIndex(({ id }) => id === chosen),
  );
  return { active: rows[at], at, choose };
}

/** Where a key leads from a row; undefined for other keys. */
function rowByKey(key: string, at: number, last: number): number | undefined {
  return {
    ArrowDown: at === last ? 0 : at + 1,
    ArrowUp: at === 0 ? last : at - 1,
    PageDown: Math.min(at + 8, last),
    PageUp: Math.max(at - 8, 0),
  }[key];
}

/** How many were found, for those who do not see the list. */
function Found(props: {
  found: ReturnType<typeof useRows>["found"];
  typed: string;
  count: number;
}) {
  const { t } = useTranslation("palette");
  const { found, typed, count } = props;
  return (
    <span role="status" className="visually-hidden">
      {typed && !found.waiting && !found.failed ? t("results", { count }) : ""}
    </span>
  );
}

/** What the keys do here; Enter by the row that is chosen. */
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
