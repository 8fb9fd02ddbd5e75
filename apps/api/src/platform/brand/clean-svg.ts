/**
 * Writes an SVG anew from what is known to draw and to do nothing else (spec/brand#images). Whatever
 * could run, load or link is refused by name; editors' own data is left out.
 */
import { SaxesParser, type SaxesTagNS } from "saxes";

/** An image that is refused; the message says why. */
export class ImageRefused extends Error {}

const SVG = "http://www.w3.org/2000/svg";
const XLINK = "http://www.w3.org/1999/xlink";

const elements = new Set(
  (
    "svg g path rect circle ellipse line polyline polygon defs linearGradient radialGradient stop " +
    "clipPath mask style text tspan image"
  ).split(" "),
);
/** Left out with all that is in them. */
const dropped = new Set(["title", "desc", "metadata"]);
const attributes = new Set(
  (
    "id class style viewBox width height x y x1 y1 x2 y2 cx cy r rx ry fx fy fr d points transform " +
    "preserveAspectRatio gradientUnits gradientTransform spreadMethod offset clipPathUnits maskUnits " +
    "maskContentUnits fill fill-opacity fill-rule clip-path clip-rule mask mask-type stroke stroke-width " +
    "stroke-linecap stroke-linejoin stroke-miterlimit stroke-opacity stroke-dasharray stroke-dashoffset " +
    "opacity stop-color stop-opacity color display visibility overflow paint-order vector-effect " +
    "shape-rendering text-rendering color-interpolation isolation mix-blend-mode font-family font-size " +
    "font-weight font-style letter-spacing text-anchor dominant-baseline dx dy textLength version"
  ).split(" "),
);
const maxElements = 5_000;
const maxDepth = 64;
const PICTURE = /^data:image\/(?:png|jpeg|gif|webp);base64,[A-Za-z0-9+/=\s]+$/;

const escapes: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
};
const escape = (text: string) => text.replaceAll(/[&<>"]/g, (sign) => escapes[sign] ?? sign);

/** A value may refer to a part of the same image, and to nothing else. */
function assertHarmless(value: string, where: string): void {
  const bare = value.replaceAll(/\/\*[^]*?\*\//g, "");
  if (/\\|@|javascript:|expression\s*\(|-moz-binding|behavior\s*:/i.test(bare))
    throw new ImageRefused(`${where} has something that a drawing does not need`);
  for (const [, target = ""] of bare.matchAll(/url\s*\(\s*["']?\s*([^)]*)/gi))
    if (!target.startsWith("#")) throw new ImageRefused(`${where} refers to another file`);
  if (/\bimage(?:-set)?\s*\(|\bsrc\s*\(/i.test(bare))
    throw new ImageRefused(`${where} refers to another file`);
}

/** An element's attributes as text, those that are known. */
function attributesOf(tag: SaxesTagNS, isRoot: boolean): string {
  const kept: string[] = isRoot ? [`xmlns="${SVG}"`] : [];
  for (const { local, uri, value } of Object.values(tag.attributes)) {
    if (/^on/i.test(local)) throw new ImageRefused(`<${tag.local}> has a handler, ${local}`);
    if (local === "href" && (uri === "" || uri === XLINK)) {
      const isPicture = tag.local === "image" && PICTURE.test(value.trim());
      if (!isPicture && !/^#[\w.-]+$/.test(value.trim()))
        throw new ImageRefused(`<${tag.local}> links something outside the image`);
      kept.push(`href="${escape(value.trim())}"`);
    }
    if (uri !== "" || !attributes.has(local)) continue;
    assertHarmless(value, `${local} of <${tag.local}>`);
    kept.push(`${local}="${escape(value)}"`);
  }
  return kept.map((one) => ` ${one}`).join("");
}

class Cleaner {
  out = "";
  #open: SaxesTagNS[] = [];
  #count = 0;
  /** The depth of an element that is left out, with all that is in it. */
  #leftOut: number | null = null;

  open(tag: SaxesTagNS): void {
    this.#count += 1;
    this.#open.push(tag);
    const depth = this.#open.length;
    if (this.#count > maxElements) throw new ImageRefused(`has more than ${maxElements} elements`);
    if (depth > maxDepth) throw new ImageRefused(`has elements ${maxDepth} deep`);
    const isSvg = tag.uri === SVG;
    if (depth === 1 && !(isSvg && tag.local === "svg"))
      throw new ImageRefused(`is no SVG: its root is <${tag.name}>`);
    if (this.#leftOut !== null) return;
    if (!isSvg || dropped.has(tag.local)) {
      this.#leftOut = depth;
      return;
    }
    if (!elements.has(tag.local)) throw new ImageRefused(`has <${tag.local}>, which is not drawn`);
    this.out += `<${tag.local}${attributesOf(tag, depth === 1)}>`;
  }

  text(text: string): void {
    const { local } = this.#open.at(-1) ?? {};
    if (this.#leftOut !== null || local === undefined) return;
    if (local === "style") assertHarmless(text, "<style>");
    if (local === "style" || local === "text" || local === "tspan") this.out += escape(text);
  }

  close(): void {
    const tag = this.#open.at(-1);
    if (this.#leftOut === null) this.out += `</${tag?.local}>`;
    if (this.#leftOut === this.#open.length) this.#leftOut = null;
    this.#open.pop();
  }
}

/** The SVG with nothing but its drawing. @throws ImageRefused */
export function cleanSvg(text: string): string {
  const cleaner = new Cleaner();
  const parser = new SaxesParser({ xmlns: true });
  parser.on("doctype", (doctype) => {
    // The plain line that drawing programs write is left out; one that declares entities is not.
    if (/[[<]|entity/i.test(doctype)) throw new ImageRefused("declares entities");
  });
  parser.on("opentag", (tag) => cleaner.open(tag));
  parser.on("text", (piece) => cleaner.text(piece));
  parser.on("cdata", (piece) => cleaner.text(piece));
  parser.on("closetag", () => cleaner.close());
  parser.on("error", (error) => {
    throw new ImageRefused(`is not well-formed XML: ${error.message}`);
  });
  parser.write(text).close();
  return cleaner.out;
}
