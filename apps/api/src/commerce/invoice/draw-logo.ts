/**
 * Draws the brand's logo on a page: a PNG as it is, an SVG by its shapes. Clipping, masks and text
 * within an SVG are left out; a gradient has the colour of its first stop.
 */
import type { StoredImage } from "@turnpike/contract/brand.ts";
import PDFDocument from "pdfkit";
import { SaxesParser, type SaxesTagNS } from "saxes";
import type { Doc } from "./fonts.ts";

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

type Style = Record<string, string>;
const inherited = [
  "fill",
  "stroke",
  "stroke-width",
  "stroke-linecap",
  "stroke-linejoin",
  "fill-rule",
  "fill-opacity",
  "stroke-opacity",
];
/** Elements whose contents are not drawn where they stand. */
const hidden = new Set(["defs", "clipPath", "mask", "linearGradient", "radialGradient", "text"]);

const declarations = (text: string): Style =>
  Object.fromEntries(
    [...text.matchAll(/(?<![a-z-])([a-z-]+)\s*:\s*([^;}]+)/g)].map(([, name = "", value = ""]) => [
      name,
      value.trim(),
    ]),
  );
const numbers = (text = "") => (text.match(/-?(?:\d+\.?\d*|\.\d+)(?:e-?\d+)?/gi) ?? []).map(Number);

/** An element with what holds for it. */
interface Element {
  name: string;
  attributes: Style;
  style: Style;
}

class Drawing {
  #doc: Doc;
  #box: Box;
  #classes = new Map<string, Style>();
  /** The first colour of each gradient. */
  #colours = new Map<string, string>();
  #open: Element[] = [];

  constructor(doc: Doc, box: Box) {
    this.#doc = doc;
    this.#box = box;
  }

  begin({ local: name, attributes: given }: SaxesTagNS): void {
    const attributes: Style = {};
    for (const { local, value } of Object.values(given)) attributes[local] = value;
    const above = this.#open.at(-1)?.style ?? {};
    const own: Style = { ...attributes };
    for (const one of (attributes.class ?? "").split(/\s+/))
      Object.assign(own, this.#classes.get(one));
    Object.assign(own, declarations(attributes.style ?? ""));
    const style = { ...own };
    for (const property of inherited) style[property] = own[property] ?? above[property] ?? "";
    const opacity = Number(own.opacity ?? 1) * Number(above.opacity ?? 1);
    style.opacity = String(Number.isFinite(opacity) ? opacity : 1);
    this.#open.push({ name, attributes, style });
    if (name === "stop") this.#stop(style);
    this.#doc.save();
    if (name === "svg" && this.#open.length === 1) this.#fit(attributes);
    this.#transform(attributes.transform ?? "");
    if (!this.#open.some((one) => hidden.has(one.name))) this.#draw(name, attributes, style);
  }

  text(text: string): void {
    if (this.#open.at(-1)?.name !== "style") return;
    for (const [, selectors = "", body = ""] of text.matchAll(/(?<![^{}])([^{}]+)\{([^}]*)\}/g))
      for (const [, name = ""] of selectors.matchAll(/\.([\w-]+)/g))
        this.#classes.set(name, { ...this.#classes.get(name), ...declarations(body) });
  }

  end(): void {
    this.#doc.restore();
    this.#open.pop();
  }

  #stop(style: Style): void {
    const gradient = this.#open.at(-2)?.attributes.id ?? "";
    if (!this.#colours.has(gradient)) this.#colours.set(gradient, style["stop-color"] ?? "#000");
  }

  /** Scales the picture into the box, in its middle. */
  #fit({ viewBox, width, height }: Style): void {
    const [x = 0, y = 0, wide = 0, high = 0] = viewBox
      ? numbers(viewBox)
      : [0, 0, ...numbers(width), ...numbers(height)];
    const box = this.#box;
    const scale = Math.min(box.width / (wide || 1), box.height / (high || 1));
    this.#doc.translate(box.x, box.y + (box.height - high * scale) / 2);
    this.#doc.scale(scale).translate(-x, -y);
  }

  #transform(text: string): void {
    for (const [, name = "", given = ""] of text.matchAll(
      /(?<![a-zA-Z])([a-zA-Z]+)\s*\(([^)]*)\)/g,
    )) {
      const [a = 0, b, c, d = 0, e = 0, f = 0] = numbers(given);
      const doc = this.#doc;
      if (name === "translate") doc.translate(a, b ?? 0);
      else if (name === "scale") doc.scale(a, b ?? a);
      else if (name === "rotate") doc.rotate(a, { origin: [b ?? 0, c ?? 0] });
      else if (name === "matrix") doc.transform(a, b ?? 0, c ?? 0, d, e, f);
    }
  }

  /** Adds the element's outline; false if it has none. */
  #outline(name: string, own: Style): boolean {
    const doc = this.#doc;
    const of = (field: string) => numbers(own[field])[0] ?? 0;
    if (name === "path") doc.path(own.d ?? "");
    else if (name === "rect") {
      const radius = of("rx") || of("ry");
      if (radius > 0) doc.roundedRect(of("x"), of("y"), of("width"), of("height"), radius);
      else doc.rect(of("x"), of("y"), of("width"), of("height"));
    } else if (name === "circle") doc.circle(of("cx"), of("cy"), of("r"));
    else if (name === "ellipse") doc.ellipse(of("cx"), of("cy"), of("rx"), of("ry"));
    else if (name === "line") doc.moveTo(of("x1"), of("y1")).lineTo(of("x2"), of("y2"));
    else if (name === "polyline" || name === "polygon") {
      const points = numbers(own.points).join(" ");
      doc.path(`M${points}${name === "polygon" ? "Z" : ""}`);
    } else return false;
    return true;
  }

  #colour(value: string): string | null {
    if (value === "none" || value === "transparent") return null;
    const gradient = /^url\(["']?#([^"')]+)/.exec(value)?.[1];
    const colour = gradient === undefined ? value : (this.#colours.get(gradient) ?? "#000");
    return colour === "currentColor" ? "#000" : colour;
  }

  #draw(name: string, attributes: Style, style: Style): void {
    if (!this.#outline(name, attributes)) return;
    const doc = this.#doc;
    const opacity = Number(style.opacity ?? 1);
    const fill = name === "line" ? null : this.#colour(style.fill || "#000");
    const stroke = this.#colour(style.stroke || "none");
    doc.fillOpacity(opacity * Number(style["fill-opacity"] || 1));
    doc.strokeOpacity(opacity * Number(style["stroke-opacity"] || 1));
    doc.lineWidth(numbers(style["stroke-width"])[0] ?? 1);
    doc.lineCap((style["stroke-linecap"] || "butt") as "butt" | "round" | "square");
    doc.lineJoin((style["stroke-linejoin"] || "miter") as "miter" | "round" | "bevel");
    const rule = style["fill-rule"] === "evenodd" ? "even-odd" : "non-zero";
    if (fill !== null && stroke !== null) doc.fillAndStroke(fill, stroke, rule);
    else if (fill !== null) doc.fill(fill, rule);
    else if (stroke !== null) doc.stroke(stroke);
  }
}

/** Draws a logo into a box, at its left and in its middle. */
export function drawLogo(doc: Doc, { type, base64 }: StoredImage, box: Box): void {
  const bytes = Buffer.from(base64, "base64");
  if (type === "image/png") {
    doc.image(bytes, box.x, box.y, { fit: [box.width, box.height], valign: "center" });
    return;
  }
  const drawing = new Drawing(doc, box);
  const parser = new SaxesParser({ xmlns: true });
  parser.on("opentag", (tag) => drawing.begin(tag));
  parser.on("text", (text) => drawing.text(text));
  parser.on("closetag", () => drawing.end());
  parser.write(bytes.toString("utf8")).close();
}

/** Whether a logo can be drawn: one that cannot would fail every invoice. */
export function canDrawLogo(image: StoredImage): boolean {
  const doc = new PDFDocument();
  try {
    drawLogo(doc, image, { x: 0, y: 0, width: 34, height: 34 });
    doc.end();
    return true;
  } catch {
    return false;
  }
}
