import { Modal } from "@mantine/core";
import { type ReactNode, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";

const FIELDS = "input:not([type=hidden]), textarea, select";

/** Where the focus starts: the marked element, the first field (or checked option), the button. */
function beginningOf(body: HTMLElement): HTMLElement | null {
  const marked = body.querySelector<HTMLElement>("[data-autofocus]");
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

const ignoreClose = () => {};

/**
 * A dialog with several steps. Its content starts over each time it opens; while `busy` it cannot
 * be closed, so that nobody misses the result.
 */
export function StepDialog(props: {
  opened: boolean;
  title: string;
  size: "md" | "xl";
  busy?: boolean;
  onClose: () => void;
  children: ReactNode;
}) {
  const { busy = false } = props;
  return (
    <Modal.Root
      opened={props.opened}
      onClose={busy ? ignoreClose : props.onClose}
      size={props.size}
      centered
      radius="lg"
    >
      <Modal.Overlay />
      <Modal.Content>
        <Shown title={props.title} busy={busy}>
          {props.children}
        </Shown>
      </Modal.Content>
    </Modal.Root>
  );
}

/** The content while it is open. */
function Shown(props: { title: string; busy: boolean; children: ReactNode }) {
  const { t } = useTranslation("ui");
  const { body, close } = useArrivedFocus();
  return (
    <>
      {/* Its own header element would count as a second banner of the page. */}
      <Modal.Header role="none">
        <Modal.Title fw={640} fz="lg">
          {props.title}
        </Modal.Title>
        <Modal.CloseButton ref={close} aria-label={t("close")} disabled={props.busy} />
      </Modal.Header>
      <Modal.Body ref={body}>{props.children}</Modal.Body>
    </>
  );
}
