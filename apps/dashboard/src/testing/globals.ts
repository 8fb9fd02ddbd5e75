/** The window and the globals that test files of a worker share. */
import { vi } from "vitest";

/** What tests replace because jsdom lacks it, or to see it called. */
const replaced = (): [object, string[]][] => [
  [globalThis, ["fetch", "matchMedia", "ResizeObserver", "scrollTo", "scrollY", "scheduler"]],
  [navigator, ["clipboard", "onLine", "permissions", "vendor"]],
  [document, ["cookie", "fonts", "visibilityState"]],
  [URL, ["createObjectURL", "revokeObjectURL"]],
  [HTMLAnchorElement.prototype, ["click"]],
  [Element.prototype, ["scrollIntoView"]],
];

/** Returns a function that puts back the globals as they are now, and empties the page. */
export function keepGlobals(): () => void {
  const kept = replaced().flatMap(([owner, names]) =>
    names.map((name) => ({ owner, name, as: Object.getOwnPropertyDescriptor(owner, name) })),
  );
  const { href } = location;
  return () => {
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
    for (const { owner, name, as } of kept) {
      if (as) Object.defineProperty(owner, name, as);
      else Reflect.deleteProperty(owner, name);
    }
    localStorage.clear();
    sessionStorage.clear();
    for (const cookie of document.cookie.split("; ")) {
      document.cookie = `${cookie.split("=")[0]}=; Path=/; Max-Age=0`;
    }
    history.replaceState(null, "", href);
    document.title = "";
    document.body.replaceChildren();
  };
}

const refuses = Symbol("refuses lost events");

/**
 * An event at an element that has left the page reaches nobody, and the test would wait for its
 * effect until the timeout: often the test raced with an answer that removes the element.
 */
export function refuseLostEvents(): void {
  const { prototype } = EventTarget;
  const dispatch = Reflect.get(prototype, "dispatchEvent") as (event: Event) => boolean;
  if (refuses in dispatch) return;
  const checked = function (this: EventTarget, event: Event): boolean {
    if (this instanceof Element && !this.isConnected) {
      const name = this.getAttribute("aria-label") ?? this.textContent;
      throw new Error(`${event.type}: <${this.localName}> “${name}” has left the page`);
    }
    return dispatch.call(this, event);
  };
  prototype.dispatchEvent = Object.assign(checked, { [refuses]: true });
}
