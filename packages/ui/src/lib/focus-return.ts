/**
 * Restores the focus. Overlays (dialogs, drawers, menus, lists, popovers) are rendered in portals;
 * when one disappears while focused, the focus returns to where it came from, across everything
 * that was opened on the way: if a menu item opened a dialog, the item is gone by then, but the
 * menu's button is not. Handled here for all overlays, since what they remember themselves is lost
 * if they are rendered open, loaded lazily, or unmounted instead of closed.
 */

const PORTAL = "[data-portal], [data-mantine-shared-portal-node]";
/** The header's menus and popovers are rendered inside its landmark. */
const IN_PLACE = "[role=menu], [role=dialog]";
const FOCUSABLE = "a[href], button, input, select, textarea, [tabindex]";

interface Origin {
  element: HTMLElement;
  /** Its ancestors, innermost first: some of them still exist after the element is removed. */
  within: HTMLElement[];
}

/** The focused element before an overlay received the focus, by the overlay's element. */
const origins = new WeakMap<Element, Origin>();
let last: Origin | null = null;
/** The element pressed last: some browsers do not focus a clicked button. */
let pressed: HTMLElement | null = null;
let stop: (() => void) | null = null;

/** Returns an element's overlay: a child of a portal, or an overlay rendered in place. */
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

function tryFocus(element: HTMLElement): boolean {
  if (!element.isConnected) return false;
  element.focus({ preventScroll: true });
  return document.activeElement === element;
}

/**
 * Focuses the nearest alternative to an element that can no longer be focused: an ancestor, a table
 * next to it, or finally the screen.
 */
export function focusNear(element: HTMLElement, within = originAt(element).within): void {
  for (const outer of within) {
    if (!outer.isConnected || outer === document.body) continue;
    if (outer.matches("[tabindex]") && tryFocus(outer)) return;
    const table = outer.querySelector<HTMLElement>('[role="region"][tabindex="0"]');
    if (table && !table.contains(element) && tryFocus(table)) return;
  }
  const screen = document.getElementById("screen");
  if (screen) tryFocus(screen);
}

/** Restores the focus to its origin, or as close to it as possible. */
function restoreFocus(from: Origin): void {
  let origin: Origin | undefined = from;
  for (let depth = 0; origin && depth < 8; depth++) {
    if (tryFocus(origin.element)) return;
    const overlay: Element | undefined = origin.within.find((one) => origins.has(one));
    const outer: Origin | undefined = overlay && origins.get(overlay);
    if (!outer) return focusNear(origin.element, origin.within);
    origin = outer;
  }
}

const isOnPage = (origin: Origin) => overlayOf(origin.element) === null;

function onFocusIn(event: FocusEvent): void {
  const element = event.target;
  if (!(element instanceof HTMLElement) || element === document.body) return;
  const overlay = overlayOf(element);
  if (overlay) {
    const known = origins.has(overlay);
    const before = last ?? (known ? null : initialOrigin());
    // A list within a dialog returns the focus to it, but is not where the dialog was opened from.
    if (before && (!known || isOnPage(before))) origins.set(overlay, before);
  }
  last = originAt(element);
}

/** What was pressed while nothing was focused; for overlays open from the start, the screen. */
function initialOrigin(): Origin | null {
  const element = pressed?.isConnected ? pressed : document.getElementById("screen");
  return element && originAt(element);
}

/** Called on changes of the page: restores the focus if it was removed with its element. */
function onDomChange(): void {
  const now = document.activeElement;
  if (!last || (now && now !== document.body)) return;
  const overlay = last.within.find((outer) => origins.has(outer));
  const origin = overlay && origins.get(overlay);
  // An overlay with content keeps its own focus. One that stays mounted is present, but empty.
  if (!origin || (overlay?.isConnected && overlay.querySelector(FOCUSABLE))) return;
  last = null;
  restoreFocus(origin);
}

/** Starts tracking the focus; called once, before anything can open. */
export function trackFocus(): void {
  stop?.();
  const press = (event: Event) => {
    if (!(event.target instanceof Element)) return;
    pressed = event.target.closest<HTMLElement>(FOCUSABLE);
    // A click on nothing removes the focus on purpose; a click outside a dialog closes it.
    if (!pressed && !event.target.closest(PORTAL)) last = null;
  };
  const observer = new MutationObserver(onDomChange);
  document.addEventListener("focusin", onFocusIn);
  document.addEventListener("pointerdown", press, true);
  observer.observe(document.body, { childList: true, subtree: true });
  stop = () => {
    document.removeEventListener("focusin", onFocusIn);
    document.removeEventListener("pointerdown", press, true);
    observer.disconnect();
    last = null;
    pressed = null;
  };
}
