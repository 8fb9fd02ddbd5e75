import { deflateSync, crc32 } from "node:zlib";
import { describe, expect, it } from "vitest";
import { logoSvg } from "@turnpike/rules/logo.ts";
import { ImageRefused } from "./clean-svg.ts";
import { readImage } from "./image.ts";

const clean = (svg: string) => Buffer.from(readImage(Buffer.from(svg)).base64, "base64").toString();
const svg = (inner: string, attributes = "") =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 8 8"${attributes}>${inner}</svg>`;

describe("an SVG (spec/brand#images: is written anew from what draws)", () => {
  it("keeps its drawing, and is the same when it is cleaned again", () => {
    const drawing = svg(
      '<defs><linearGradient id="g"><stop offset="0" stop-color="#fff"/></linearGradient></defs>' +
        '<style>.a > .b{fill:url(#g)}</style><g transform="scale(2)"><path class="a" d="M0 0h4" style="stroke:red"/></g>',
    );
    const once = clean(drawing);
    expect(once).toContain('<path class="a" d="M0 0h4" style="stroke:red"></path>');
    expect(once).toContain("url(#g)");
    expect(clean(once)).toBe(once);
    expect(clean(logoSvg("#0b5d45"))).toContain("M9 25V11");
  });

  it("loses what editors leave: comments, instructions, metadata, a plain DOCTYPE, names of other programs", () => {
    const edited =
      '<?xml version="1.0"?><?xml-stylesheet href="https://e.example/x.css"?><!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">' +
      svg(
        '<!-- Turnpike --><title>Turnpike</title><metadata><x xmlns="urn:x">Turnpike</x></metadata><i:view xmlns:i="urn:i"><script/></i:view><path d="M0 0" i:label="Turnpike" xmlns:i="urn:i" data-x="Turnpike"/>',
        ' xml:base="https://e.example/"',
      );
    expect(clean(edited)).toBe(
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path d="M0 0"></path></svg>',
    );
  });

  it.each([
    ["a script", svg("<script>alert(1)</script>")],
    ["a script of another case", svg("<SCRIPT>alert(1)</SCRIPT>")],
    ["a handler", svg('<path d="M0 0" onclick="alert(1)"/>')],
    ["a handler of the root", svg("", ' onload="alert(1)"')],
    ["a foreign object", svg("<foreignObject><p>a</p></foreignObject>")],
    ["a link", svg('<a href="https://e.example"><path d="M0 0"/></a>')],
    ["a script as a link", svg('<image href="javascript:alert(1)"/>')],
    ["an image of another server", svg('<image xlink:href="https://e.example/x.png"/>')],
    ["an SVG within", svg('<image href="data:image/svg+xml;base64,PHN2Zy8+"/>')],
    ["a page within", svg('<image href="data:text/html;base64,PHN2Zy8+"/>')],
    ["a use, which could repeat itself without end", svg('<use href="#a"/>')],
    ["an animation", svg('<set attributeName="href" to="javascript:alert(1)"/>')],
    ["an import of styles", svg('<style>@import "https://e.example/x.css";</style>')],
    ["a font of another server", svg("<style>@font-face{src:url(https://e.example/x)}</style>")],
    ["styles that load", svg("<style>path{fill:url( 'https://e.example/x')}</style>")],
    ["styles that load, escaped", svg("<style>path{fill:u\\72l(https://e.example/x)}</style>")],
    [
      "styles that load, with a comment",
      svg("<style>path{fill:url(/**/https://e.example/x)}</style>"),
    ],
    ["an attribute that loads", svg('<path fill="url(//e.example/x#a)"/>')],
    ["a style attribute that loads", svg("<path style=\"mask:image('https://e.example/x')\"/>")],
    ["entities", `<!DOCTYPE svg [<!ENTITY a "aaaa">]>${svg("<text>&a;</text>")}`],
    [
      "an outer entity",
      `<!DOCTYPE svg [<!ENTITY a SYSTEM "file:///etc/passwd">]>${svg("<text>&a;</text>")}`,
    ],
    [
      "another root",
      '<html xmlns="http://www.w3.org/1999/xhtml"><svg xmlns="http://www.w3.org/2000/svg"/></html>',
    ],
    ["no namespace", "<svg><path/></svg>"],
    ["broken XML", "<svg xmlns='http://www.w3.org/2000/svg'><path></svg>"],
    ["too deep", svg("<g>".repeat(80) + "</g>".repeat(80))],
    ["too many elements", svg("<g/>".repeat(6_000))],
    ["no image", "hello"],
    ["no bytes", ""],
    ["too large", svg(`<path d="${"M0 0".repeat(20_000)}"/>`)],
  ])("is refused with %s", (_, text) => {
    expect(() => clean(text)).toThrow(ImageRefused);
  });

  it("in another encoding is refused", () => {
    expect(() => readImage(Buffer.from(svg(""), "utf16le"))).toThrow(ImageRefused);
  });
});

function chunk(name: string, body: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, "latin1"), body]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(body.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}
const signature = Buffer.from("89504e470d0a1a0a", "hex");
function png({
  width = 4,
  height = 4,
  pixels = 4 * 17,
  more = [] as Buffer[],
  interlaced = 0,
} = {}): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 6, 0, 0, interlaced], 8);
  const data = chunk("IDAT", deflateSync(Buffer.alloc(pixels)));
  return Buffer.concat([
    signature,
    chunk("IHDR", head),
    ...more,
    data,
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

describe("a PNG (spec/brand#images: is checked by its bytes and keeps nothing but its pixels)", () => {
  const kept = (bytes: Buffer) => Buffer.from(readImage(bytes).base64, "base64");

  it("keeps its pixels, and loses texts and what follows its end", () => {
    const text = chunk("tEXt", Buffer.from("Software\0Turnpike"));
    const tail = Buffer.from("<script>alert(1)</script>");
    expect(kept(Buffer.concat([png({ more: [text] }), tail]))).toEqual(png());
    expect(readImage(png()).type).toBe("image/png");
  });

  it.each([
    ["too many pixels", png({ width: 5_000, height: 5_000 })],
    ["fewer pixels than its head says", png({ width: 8 })],
    ["more pixels than its head says", png({ pixels: 1_000_000 })],
    ["no pixels", png({ width: 0 })],
    ["interlacing", png({ interlaced: 1 })],
    ["a damaged chunk", png().fill(7, 20, 24)],
    ["half of its bytes", png().subarray(0, 40)],
    ["its signature alone", signature],
    ["the signature of another format", Buffer.from("GIF89a")],
  ])("is refused with %s", (_, bytes) => {
    expect(() => readImage(bytes)).toThrow(ImageRefused);
  });
});
