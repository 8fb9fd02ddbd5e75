import { Modal } from "@mantine/core";
import {
  createContext,
  type KeyboardEvent,
  type ReactNode,
  use,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { useTranslation } from "react-i18next";

const FIELDS = "input:not([type=hidden]), textarea, select";

/** Where the focus starts: the marked element, the first field (or checked option), the button. */
function beginningOf(body: HTMLElement): HTMLElement | null {
  const all = [...body.querySelectorAll<HTMLElement>("[data-autofocus]")];
  const marked = all.find((element) => !element.closest("[hidden]"));
  if (marked) return marked;
  const usableFields = [...body.querySelectorAll<HTMLInputElement>(FIELDS)].filter(isUsable);
  const [first] = usableFields;
  if (first?.type === "radio") {
    return usableFields.find(({ name, checked }) => name === first.name && checked) ?? first;
  }
  return first ?? body.querySelector<HTMLElement>("button[data-variant=filled]:not(:disabled)");
}

const isUsable = (field: HTMLInputElement) => !field.disabled && !field.closest("[hidden]");

/**
 * Focuses content that arrives late, for example when opened by URL: when the dialog first set the
 * focus, only the close button existed. Does nothing once the user has pressed anything.
 */
function useArrivedFocus() {
  const body = useRef<HTMLDivElement>(null);
  const close = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const within = body.current;
    if (!within) return;
    const place = () => {
      if (document.activeElement !== close.current) return;
      beginningOf(within)?.focus({ preventScroll: true });
    };
    const arrivals = new MutationObserver(place);
    arrivals.observe(within, { childList: true, subtree: true });
    const stop = () => {
      arrivals.disconnect();
      document.removeEventListener("focusin", place);
      document.removeEventListener("keydown", stop, true);
      document.removeEventListener("pointerdown", stop, true);
    };
    document.addEventListener("focusin", place);
    document.addEventListener("keydown", stop, true);
    document.addEventListener("pointerdown", stop, true);
    return stop;
  }, []);
  return { body, close };
}

const ignore = () => {};

/** What a dialog's content can do with it. */
interface Around {
  close: () => void;
  setBusy: (busy: boolean) => void;
}
const DialogContext = createContext<Around>({ close: ignore, setBusy: ignore });

/** Closes the dialog around it, unless it is busy. */
export const useCloseDialog = (): (() => void) => use(DialogContext).close;

/** While `busy`, the dialog around it cannot be closed, so that nobody misses the result. */
export function useKeepsOpen(busy: boolean): void {
  const { setBusy } = use(DialogContext);
  // Before it is painted: who sees the result can close it.
  useLayoutEffect(() => {
    setBusy(busy);
    return () => setBusy(false);
  }, [busy, setBusy]);
}

/** Above the dialog whose change is being confirmed. */
const ABOVE = 260;

interface DialogProps {
  /** False while it fades out; its content starts over each time it opens. */
  opened?: boolean;
  title: string;
  size?: "sm" | "md" | "lg" | "xl";
  /** Can only be closed with its own buttons: no cross, no Escape. */
  locked?: boolean;
  /** Cannot be closed at the moment. */
  busy?: boolean;
  /** Asks for something above another dialog, which Escape leaves open. */
  above?: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** A dialog. A click outside must not discard input, so it closes none. */
export function Dialog(props: DialogProps) {
  const { opened = true, locked = false, above = false, onClose } = props;
  const [isWorking, setBusy] = useState(false);
  const busy = isWorking || (props.busy ?? false);
  const around = useMemo(() => ({ close: onClose, setBusy }), [onClose]);
  const close = busy ? ignore : onClose;
  const escape = (event: KeyboardEvent) => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    close();
  };
  return (
    <Modal.Root
      opened={opened}
      onClose={close}
      size={props.size ?? "md"}
      padding="lg"
      radius="lg"
      centered
      closeOnClickOutside={false}
      closeOnEscape={!locked && !above}
      {...(above ? { zIndex: ABOVE, onKeyDown: escape } : {})}
    >
      <Modal.Overlay />
      <Modal.Content>
        <DialogContext value={around}>
          <Shown title={props.title} locked={locked} busy={busy}>
            {props.children}
          </Shown>
        </DialogContext>
      </Modal.Content>
    </Modal.Root>
  );
}

/** The content while it is open. */
function Shown(props: { title: string; locked: boolean; busy: boolean; children: ReactNode }) {
  const { t } = useTranslation("ui");
  const { body, close } = useArrivedFocus();
  return (
    <>
      {/* Its own header element would count as a second banner of the page. */}
      <Modal.Header role="none">
        <Modal.Title fw={640} fz="lg">
          {props.title}
        </Modal.Title>
        {!props.locked && (
          <Modal.CloseButton ref={close} aria-label={t("close")} disabled={props.busy} />
        )}
      </Modal.Header>
      <Modal.Body ref={body}>{props.children}</Modal.Body>
    </>
  );
}
