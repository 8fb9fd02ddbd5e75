/** Draws an invoice on A4 pages (pdfkit). */
import { Buffer } from "node:buffer";
import { interpolate } from "@turnpike/locales/interpolate.ts";
import {
  currencyNote,
  invoiceMoney,
  type InvoiceSentences,
  invoiceSentences,
} from "@turnpike/locales/invoice.ts";
import { langTag } from "@turnpike/locales/shop.ts";
import { isWideLogo } from "@turnpike/rules/brand.ts";
import PDFDocument from "pdfkit";
import type { InvoiceContent, Party } from "./content.ts";
import { A4, colors, LEFT, MARGIN, fitOnPage, RIGHT, type Sheet, WIDTH } from "./sheet.ts";
import { drawSums, drawTable } from "./sums.ts";
import { sidesOf } from "../../platform/brand/image-sides.ts";
import { drawLogo } from "./draw-logo.ts";
import type { Doc } from "./fonts.ts";
import { drawText } from "./text.ts";

/** Draws the invoice as a PDF document, which is a stream of its bytes. */
export function drawInvoice(content: InvoiceContent): Doc {
  const words = invoiceSentences(content.lang);
  const doc = new PDFDocument({
    size: "A4",
    margin: 0,
    lang: langTag(content.lang),
    displayTitle: true,
    bufferPages: true,
    info: {
      Title: `${titleOf(content, words)} ${content.number}`,
      Author: content.seller.name,
      CreationDate: new Date(content.issuedAt),
    },
  });
  const dates = new Intl.DateTimeFormat(langTag(content.lang), {
    dateStyle: "long",
    timeZone: "UTC",
  });
  const sheet: Sheet = {
    doc,
    content,
    words,
    money: (cents) => invoiceMoney(content, cents),
    day: (iso) => dates.format(new Date(iso)),
  };
  let y = drawHead(sheet, MARGIN);
  y = drawParties(sheet, y + 30);
  y = drawDates(sheet, y + 24);
  y = drawTable(sheet, y + 26);
  y = drawSums(sheet, y + 10);
  drawNotes(sheet, y + 26);
  drawFeet(sheet);
  doc.end();
  return doc;
}

/** What the document is called. */
const titleOf = ({ kind }: InvoiceContent, words: InvoiceSentences) =>
  kind === "invoice" ? words.title : words.creditNote;

/** The room of the logo, left of the seller's name; a wide one stands above it. */
const LOGO = { width: 34, wide: 150, height: 34 };

/** The logo, the seller, and the document's title. */
function drawHead({ doc, content, words, day }: Sheet, y: number): number {
  const { type, base64 } = content.logo;
  const isWide = isWideLogo(...sidesOf({ type, body: Buffer.from(base64, "base64") }));
  const width = isWide ? LOGO.wide : LOGO.width;
  drawLogo(doc, content.logo, { x: LEFT, y, width, height: LOGO.height });
  const half = WIDTH / 2 - 12;
  const beside = isWide ? 0 : LOGO.width + 10;
  const left = drawText(doc, content.seller.name, {
    x: LEFT + beside,
    y: isWide ? y + LOGO.height + 6 : y + 6,
    width: half - beside,
    ...(isWide ? { size: 11 } : { size: 15 }),
    weight: "bold",
    lines: 2,
  });
  const x = LEFT + WIDTH / 2 + 12;
  const title = { x, y: y - 4, width: half, align: "right" } as const;
  let below = drawText(doc, titleOf(content, words), { ...title, size: 24, weight: "bold" });
  const { kind, number, reference, corrects } = content;
  const corrected = kind === "invoice" ? words.cancels : words.corrects;
  const lines = [
    `${kind === "invoice" ? words.number : words.creditNoteNumber} ${number}`,
    ...(corrects
      ? [interpolate(corrected, { number: corrects.number, date: day(corrects.at) })]
      : []),
    ...(reference ? [`${words[reference.of]} ${reference.number}`] : []),
  ];
  for (const line of lines)
    below = drawText(doc, line, { ...title, y: below, size: 10.5, color: colors.dim });
  return Math.max(left, below, y + 36);
}

/** The payer and the seller. */
function drawParties({ doc, content, words }: Sheet, y: number): number {
  const width = WIDTH / 2 - 16;
  const party = (title: string, { name, lines, taxId }: Party, x: number) => {
    let at = drawText(doc, title, { x, y, width, size: 8.5, weight: "bold", color: colors.dim });
    at = drawText(doc, name, { x, y: at + 3, width, size: 11, weight: "bold", lines: 6 });
    const tax = taxId ? [interpolate(words.taxId, { taxId })] : [];
    for (const line of [...lines, ...tax]) at = drawText(doc, line, { x, y: at, width, size: 9.5 });
    return at;
  };
  const payer = party(words.billTo, content.payer, LEFT);
  return Math.max(payer, party(words.seller, content.seller, LEFT + WIDTH / 2 + 16));
}

/** The dates of the order and the payment, and the payment method. */
function drawDates({ doc, content, words, day }: Sheet, y: number): number {
  const cells: [string, string][] = [
    [words.issued, day(content.issuedAt)],
    [words.ordered, day(content.orderedAt)],
    [words.paidOn, day(content.paidAt)],
    [words.method, words.methods[content.method]],
  ];
  const width = WIDTH / cells.length;
  const inner = width - 16;
  const label = { size: 8.5, color: colors.dim } as const;
  const ends = cells.map(([name, value], index) => {
    const x = LEFT + index * width + 10;
    const at = drawText(doc, name, { x, y: y + 9, width: inner, ...label });
    return drawText(doc, value, { x, y: at + 1, width: inner, size: 9.5, weight: "bold" });
  });
  const end = Math.max(...ends) + 8;
  doc
    .roundedRect(LEFT, y, WIDTH, end - y, 6)
    .lineWidth(0.8)
    .stroke(colors.line);
  return end;
}

function drawNotes({ doc, content, words }: Sheet, y: number): void {
  const contact = interpolate(words.contact, { email: content.supportEmail });
  const isAdvance = content.method === "wallet" && content.kind === "invoice" && !content.corrects;
  const notes = [currencyNote(content), ...(isAdvance ? [words.advance] : []), contact];
  let at = fitOnPage(doc, y, 80);
  // What the law wants to be read is not dimmed.
  if (content.taxNote)
    at = drawText(doc, content.taxNote, { x: LEFT, y: at, width: WIDTH, size: 10 }) + 8;
  for (const note of notes) {
    at = drawText(doc, note, { x: LEFT, y: at, width: WIDTH, size: 9, color: colors.dim }) + 3;
  }
}

/** The seller and the page number at the bottom of each page. */
function drawFeet({ doc, content, words }: Sheet): void {
  const { start, count } = doc.bufferedPageRange();
  for (let index = 0; index < count; index++) {
    doc.switchToPage(start + index);
    const y = A4.height - 72;
    doc.moveTo(LEFT, y).lineTo(RIGHT, y).lineWidth(0.8).stroke(colors.line);
    const { name, lines } = content.seller;
    const seller = [name, ...lines].join(" · ");
    const style = { size: 8, color: colors.dim };
    drawText(doc, seller, { x: LEFT, y: y + 9, width: WIDTH - 130, lines: 2, ...style });
    const page = interpolate(words.page, { page: index + 1, pages: count });
    drawText(doc, page, { x: RIGHT - 120, y: y + 9, width: 120, align: "right", ...style });
  }
}
