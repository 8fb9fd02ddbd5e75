/**
 * Gives the focus back. Whatever opens above the page (a dialog, drawer, menu, list or popover) is
 * drawn in a portal; when it goes with the focus in it, the focus returns to where it came from,
 * through everything that was opened on the way: a menu's entry that opened a dialog is gone by
 * then, the menu's button is not. One place for all: what an overlay remembers by itself is lost
 * where it is drawn open, loaded late, or taken away instead of closed.
 */

const PORTAL = "[data-portal], [data-mantine-shared-portal-node]";
/** The header's menus and popovers stand within its landmark. */
const IN_PLACE = "[role=menu], [role=dialog]";
const FOCUSABLE = "a[href], button, input, select, textarea, [tabindex]";

interface Origin {
  element: HTMLElement;
  /** What it is in, from the inside out: one of these is still there when it is gone. */
  within: HTMLElement[];
}

/** Where the focus was before it came into an overlay, by the overlay's own element. */
const origins = new WeakMap<Element, Origin>();
let last: Origin | null = null;
/** What was pressed last: some browsers do not focus a button that is clicked. */
let pressed: HTMLElement | null = null;
let stop: (() => void) | null = null;

/** The overlay that an element belongs to: what stands in a portal as one piece, or opens in place. */
function overlayOf(element: Element): Element | null {
  const portal = element.closest(PORTAL);
  if (!portal) return element.closest(IN_PLACE);
  if (portal === element) return null;
  let piece = element;
  while (piece.parentElement && piece.parentElement !== portal) piece = piece.parentElement;
  return piece;
}

function originAt(element: HTMLElement): Origin {
  const within: HTMLElement[] = [];
  for (let at = element.parentElement; at; at = at.parentElement) within.push(at);
  return { element, within };
}

function take(element: HTMLElement): boolean {
  if (!element.isConnected) return false;
  element.focus({ preventScroll: true });
  return document.activeElement === element;
}

/**
 * Focuses what is nearest to an element that cannot have the focus any more: what it is in, a
 * table beside it, at last the screen.
 */
export function focusNear(element: HTMLElement, within = originAt(element).within): void {
  for (const outer of within) {
    if (!outer.isConnected || outer === document.body) continue;
    if (outer.matches("[tabindex]") && take(outer)) return;
    const table = outer.querySelector<HTMLElement>('[role="region"][tabindex="0"]');
    if (table && !table.contains(element) && take(table)) return;
  }
  const screen = document.getElementById("screen");
  if (screen) take(screen);
}

/** Back to where the focus came from, or as near to it as there is something left. */
function giveBack(from: Origin): void {
  let origin: Origin | undefined = from;
  for (let depth = 0; origin && depth < 8; depth++) {
    if (take(origin.element)) return;
    const overlay: Element | undefined = origin.within.find((one) => origins.has(one));
    const outer: Origin | undefined = overlay && origins.get(overlay);
    if (!outer) return focusNear(origin.element, origin.within);
    origin = outer;
  }
}

const isOnPage = (origin: Origin) => overlayOf(origin.element) === null;

function focused(event: FocusEvent): void {
  const element = event.target;
  if (!(element instanceof HTMLElement) || element === document.body) return;
  const overlay = overlayOf(element);
  if (overlay) {
    const known = origins.has(overlay);
    const before = last ?? (known ? null : beforeAnything());
    // A list within a dialog gives the focus back to it: the dialog did not come from there.
    if (before && (!known || isOnPage(before))) origins.set(overlay, before);
  }
  last = originAt(element);
}

/** What was pressed where nothing had the focus; for what was open from the start, the screen. */
function beforeAnything(): Origin | null {
  const element = pressed?.isConnected ? pressed : document.getElementById("screen");
  return element && originAt(element);
}

/** Once something was taken away: whether the focus went with it. */
function changed(): void {
  const now = document.activeElement;
  if (!last || (now && now !== document.body)) return;
  const overlay = last.within.find((outer) => origins.has(outer));
  const origin = overlay && origins.get(overlay);
  // What still shows something keeps the focus by itself. A dialog that is kept is there, but empty.
  if (!origin || (overlay?.isConnected && overlay.querySelector(FOCUSABLE))) return;
  last = null;
  giveBack(origin);
}

/** Begins to look after the focus; called once, before anything can open. */
export function keepFocus(): void {
  stop?.();
  const press = (event: Event) => {
    if (!(event.target instanceof Element)) return;
    pressed = event.target.closest<HTMLElement>(FOCUSABLE);
    // A click beside everything takes the focus away by intention; one beside a dialog closes it.
    if (!pressed && !event.target.closest(PORTAL)) last = null;
  };
  const seen = new MutationObserver(changed);
  document.addEventListener("focusin", focused);
  document.addEventListener("pointerdown", press, true);
  seen.observe(document.body, { childList: true, subtree: true });
  stop = () => {
    document.removeEventListener("focusin", focused);
    document.removeEventListener("pointerdown", press, true);
    seen.disconnect();
    last = null;
    pressed = null;
  };
}
