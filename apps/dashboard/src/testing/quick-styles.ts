/**
 * jsdom computes an element's style from all rules of the page, for every element that a role query
 * visits, which is most of a test's time. Tests load no style sheets, so the element's own style,
 * its tag and what hides it give the same result.
 */
const isQuick = Symbol("quick");
const displays = new Map<string, string>();

/** Replaces this window's `getComputedStyle`, once. */
export function quickStyles(): void {
  const original = window.getComputedStyle;
  if (isQuick in original) return;
  const quick = (element: Element) => {
    const { style } = element as HTMLElement;
    return new Proxy(style, {
      get(_, name) {
        if (name === "display") return displayOf(element, original);
        if (name === "visibility") return visibilityOf(element);
        if (name === "getPropertyValue")
          return (property: string) => {
            if (property === "display") return displayOf(element, original);
            if (property === "visibility") return visibilityOf(element);
            return style.getPropertyValue(property);
          };
        const value: unknown = Reflect.get(style, name);
        return typeof value === "function" ? value.bind(style) : value;
      },
    });
  };
  window.getComputedStyle = Object.assign(quick, { [isQuick]: true });
}

/** The element's own `display`, or else the default of its tag. */
function displayOf(element: Element, usual: typeof getComputedStyle): string {
  const { display } = (element as HTMLElement).style;
  if (display !== "") return display;
  const type = element.getAttribute("type") ?? "";
  const kind = `${element.namespaceURI} ${element.localName} ${type}`;
  let known = displays.get(kind);
  if (known === undefined) {
    const plain = document.createElementNS(element.namespaceURI, element.localName);
    if (type !== "") plain.setAttribute("type", type);
    // An element outside the document has no `display` at all.
    document.head.append(plain);
    known = usual(plain).display;
    plain.remove();
    displays.set(kind, known);
  }
  return known;
}

/** `visibility` is inherited. */
function visibilityOf(element: Element): string {
  for (let each: Element | null = element; each; each = each.parentElement) {
    const { visibility } = (each as HTMLElement).style;
    if (visibility !== "" && visibility !== "inherit") return visibility;
  }
  return "visible";
}
