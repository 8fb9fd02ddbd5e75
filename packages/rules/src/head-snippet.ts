/**
 * A snippet for the head of pages, such as statistics or a chat (spec/brand#head-snippet): read from
 * a list of elements and attributes, and written anew, so that nothing else gets into the pages.
 */

export const maxSnippet = 20_000;
export const maxOrigins = 20;
const maxElements = 30;

/** An origin: scheme, host and port, with nothing that a policy or a page could read as more. */
const ORIGIN =
  /^(?:https?|wss):\/\/[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*(?::(\d{1,5}))?$/;
const MAX_ORIGIN = 255;

/** Whether a text is an origin as browsers write it, such as `https://stats.example`. */
export function isOrigin(text: string): boolean {
  const port = ORIGIN.exec(text)?.[1] ?? "1";
  const inRange = Number(port) >= 1 && Number(port) <= 65_535;
  return text.length <= MAX_ORIGIN && ORIGIN.test(text) && inRange;
}

export interface HeadElement {
  tag: "script" | "link" | "meta";
  attributes: Record<string, string>;
  /** Of a script without `src`. */
  text: string;
}
type Read = { elements: HeadElement[] } | { fault: string };

class Fault extends Error {}

const allowed: Record<HeadElement["tag"], readonly string[]> = {
  script: "src async defer type crossorigin integrity referrerpolicy id charset".split(" "),
  link: "rel href crossorigin integrity as type media".split(" "),
  meta: "name property content".split(" "),
};
const scriptTypes = [
  "",
  "text/javascript",
  "application/javascript",
  "module",
  "application/json",
  "application/ld+json",
];
const relations = ["preconnect", "dns-prefetch", "preload", "modulepreload", "stylesheet"];
/** What the pages themselves have, and read. */
const ownIds = ["brand", "root", "head-consent", "consent"];
const ownNames = ["viewport", "referrer", "theme-color", "color-scheme", "sign-in-url"];

const NAME = /[^\s"'<>/=`\u0000-\u001f]+/y;
const VALUE = /\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'<>=`]+))/y;
const TAG = /<([a-zA-Z]+)(?=[\s/>])/y;
/** Where a comment or an element ends. */
const ENDS = { "-->": /-->/g, "</noscript>": /<\/noscript>/gi, "</script>": /<\/script>/gi };
const entities: Record<string, string> = { amp: "&", quot: '"', "#39": "'", lt: "<", gt: ">" };
const decoded = (text: string) =>
  text.replaceAll(/&(amp|quot|#39|lt|gt);/g, (_, name: string) => entities[name] ?? "");

class Reader {
  readonly #html: string;
  #at = 0;

  constructor(html: string) {
    this.#html = html;
  }

  elements(): HeadElement[] {
    const found: HeadElement[] = [];
    for (;;) {
      this.#match(/\s*/y);
      if (this.#at >= this.#html.length) return found;
      if (this.#html.startsWith("<!--", this.#at)) this.#past("-->", "a comment does not end");
      else {
        const element = this.#element();
        if (element) found.push(element);
      }
      if (found.length > maxElements) throw new Fault(`more than ${maxElements} elements`);
    }
  }

  #match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at;
    const match = pattern.exec(this.#html);
    if (match) this.#at = pattern.lastIndex;
    return match;
  }

  /** The text up to an end, which is passed. */
  #past(end: keyof typeof ENDS, fault: string): string {
    const pattern = ENDS[end];
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#html);
    if (!found) throw new Fault(fault);
    const text = this.#html.slice(this.#at, found.index);
    this.#at = pattern.lastIndex;
    return text;
  }

  #element(): HeadElement | null {
    const tag = this.#match(TAG)?.[1]?.toLowerCase();
    if (!tag)
      throw new Fault(`text outside elements: ${this.#html.slice(this.#at, this.#at + 20)}`);
    // These pages have none without scripts.
    if (tag === "noscript") {
      this.#past("</noscript>", "<noscript> does not end");
      return null;
    }
    if (tag !== "script" && tag !== "link" && tag !== "meta")
      throw new Fault(`<${tag}> is not possible: only <script>, <link> and <meta>`);
    const attributes = this.#attributes(tag);
    const text = tag === "script" ? this.#past("</script>", "<script> does not end") : "";
    return { tag, attributes, text };
  }

  #attributes(tag: HeadElement["tag"]): Record<string, string> {
    const found = new Map<string, string>();
    for (;;) {
      this.#match(/\s*/y);
      if (this.#match(/\/?>/y)) return Object.fromEntries(found);
      const name = this.#match(NAME)?.[0].toLowerCase();
      if (!name) throw new Fault(`<${tag}> cannot be read`);
      const value = this.#match(VALUE);
      const data = tag === "script" && /^data-[a-z0-9-]+$/.test(name);
      if (!data && !allowed[tag].includes(name))
        throw new Fault(`<${tag} ${name}> is not possible`);
      if (found.has(name)) throw new Fault(`<${tag}> has ${name} twice`);
      found.set(name, decoded(value?.[1] ?? value?.[2] ?? value?.[3] ?? ""));
    }
  }
}

/** An address of one of the origins. @throws Fault */
function checkAddress(address: string, origins: readonly string[]): void {
  const isWhole = /^https?:\/\//i.test(address) && URL.canParse(address);
  if (!isWhole)
    throw new Fault(`${address}: a whole address is needed, such as https://e.example/x.js`);
  const { origin } = new URL(address);
  if (!origins.includes(origin)) throw new Fault(`${origin} is not one of the origins`);
}

function check({ tag, attributes: given, text }: HeadElement, origins: readonly string[]): void {
  const { src, href, type = "", rel = "", id = "", name = "" } = given;
  if (tag === "script") {
    if (!scriptTypes.includes(type.toLowerCase()))
      throw new Fault(`<script type="${type}"> is not possible`);
    if (ownIds.includes(id)) throw new Fault(`the id ${id} is the page's own`);
    // `</script x` ends a script, too.
    if (/<!--|<\/?script/i.test(text))
      throw new Fault("a script cannot contain <!--, <script or </script");
    if (src === undefined && text.trim() === "") throw new Fault("a script is empty");
    if (src !== undefined && text.trim() !== "") throw new Fault("a script has src and a text");
    if (src !== undefined) checkAddress(src, origins);
  }
  if (tag === "link") {
    const known = rel.toLowerCase().split(/\s+/);
    if (!known.every((one) => relations.includes(one)))
      throw new Fault(`<link rel="${rel}"> is not possible`);
    checkAddress(href ?? "", origins);
  }
  if (tag === "meta" && ownNames.includes(name.toLowerCase()))
    throw new Fault(`<meta name="${name}"> is the page's own`);
}

/** Reads a snippet; instead of its elements what is wrong with it. */
export function readSnippet(html: string, origins: readonly string[]): Read {
  try {
    if (html.length > maxSnippet) throw new Fault(`more than ${maxSnippet} characters`);
    if (/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/.test(html) || !html.isWellFormed())
      throw new Fault("a control character");
    const elements = new Reader(html).elements();
    if (elements.length === 0) throw new Fault("is empty");
    for (const element of elements) check(element, origins);
    return { elements };
  } catch (error) {
    if (error instanceof Fault) return { fault: error.message };
    throw error;
  }
}

const escapes: Record<string, string> = { "&": "&amp;", '"': "&quot;", "<": "&lt;", ">": "&gt;" };
const escaped = (text: string) => text.replaceAll(/[&"<>]/g, (sign) => escapes[sign] ?? sign);

/** The elements as HTML. */
export const writeSnippet = (elements: readonly HeadElement[]): string =>
  elements
    .map(({ tag, attributes, text }) => {
      const own = Object.entries(attributes).map(([name, value]) =>
        value === "" ? ` ${name}` : ` ${name}="${escaped(value)}"`,
      );
      return `<${tag}${own.join("")}>${tag === "script" ? `${text}</script>` : ""}`;
    })
    .join("");

/** A policy that also lets these origins and inline scripts (by their hash) in. */
export function widenPolicy(
  policy: string,
  more: { origins: readonly string[]; hashes: readonly string[] },
): string {
  const own = policy.split(";").map((directive) => directive.trim());
  const wide = ["script-src", "style-src", "img-src", "font-src", "connect-src", "frame-src"];
  const widened = own.map((directive) => {
    const [name = ""] = directive.split(" ");
    if (!wide.includes(name)) return directive;
    return [directive, ...more.origins, ...(name === "script-src" ? more.hashes : [])].join(" ");
  });
  const frames = own.some((directive) => directive.startsWith("frame-src "));
  if (!frames) widened.push(["frame-src 'self'", ...more.origins].join(" "));
  return widened.filter(Boolean).join(";");
}
