/** The middle of an invoice: the product, the total and the refunds. */
import { interpolate } from "@turnpike/locales/interpolate.ts";
import { type InvoiceSentences, invoiceUnitPrice } from "@turnpike/locales/invoice.ts";
import { langTag } from "@turnpike/locales/shop.ts";
import { unitPriceMicros } from "@turnpike/rules/money.ts";
import { colors, LEFT, fitOnPage, RIGHT, type Sheet, WIDTH } from "./sheet.ts";
import type { InvoiceContent } from "./content.ts";
import type { Doc } from "./fonts.ts";
import { drawText, type Style, textHeight, widthOf } from "./text.ts";

const columns = { description: WIDTH - 278, quantity: 84, unitPrice: 92, amount: 102 };
type Column = keyof typeof columns;
const names = Object.keys(columns) as Column[];

/** Draws the table; it has a single row, as an order has one product. */
export function drawTable({ doc, content, words, money }: Sheet, y: number): number {
  const count = content.quantity ?? 1;
  const quantity = new Intl.NumberFormat(langTag(content.lang)).format(count);
  const row = {
    description: content.product,
    quantity: content.unit ? `${quantity}\u00a0${content.unit}` : quantity,
    unitPrice: invoiceUnitPrice(content, unitPriceMicros(content.listCents, count)),
    ...(content.quantity === null ? { quantity: "", unitPrice: "" } : {}),
    amount: money(content.listCents),
  };
  const head = { size: 8.5, weight: "bold" } as const;
  const heights = names.map((name) =>
    textHeight(doc, words[name], { ...head, width: columns[name] - 20 }),
  );
  const headEnd = y + 14 + Math.max(...heights);
  doc.rect(LEFT, y, WIDTH, headEnd - y).fill(colors.soft);
  drawRow(doc, y + 7, { cells: words, ...head });
  const end = drawRow(doc, headEnd + 10, { cells: row, size: 10 }) + 10;
  doc.moveTo(LEFT, end).lineTo(RIGHT, end).lineWidth(0.8).stroke(colors.line);
  return end;
}

/** Draws a row's cells and returns the y below the tallest. */
function drawRow(doc: Doc, y: number, row: Style & { cells: Record<Column, string> }): number {
  const { cells, ...style } = row;
  let x = LEFT;
  const ends = names.map((name) => {
    const align = name === "description" ? "left" : "right";
    const box = { x: x + 10, y, width: columns[name] - 20, align } as const;
    x += columns[name];
    return drawText(doc, cells[name], { ...box, ...style });
  });
  return Math.max(...ends);
}

interface Sum {
  name: string;
  amount: string;
  strong?: boolean;
  color?: string;
}

/** The sum without tax and the tax, where tax is spoken of. */
function taxSums({ content, words, money }: Sheet): Sum[] {
  const { netCents, taxCents, taxPercent, taxed, lang } = content;
  if (!taxed) return [];
  const percent = new Intl.NumberFormat(langTag(lang)).format(taxPercent);
  return [
    { name: words.net, amount: money(netCents) },
    { name: interpolate(words.tax, { percent }), amount: money(taxCents) },
  ];
}

/** Draws the tax, the total and the refunds. */
export function drawSums(sheet: Sheet, y: number): number {
  const { content, words, money, day } = sheet;
  const { listCents, discountCents, totalCents, refunds } = content;
  const discount: Sum[] = discountCents
    ? [
        { name: words.subtotal, amount: money(listCents) },
        { name: words.discount, amount: money(-discountCents), color: content.accent },
      ]
    : [];
  const refundSums = refunds.map(({ at, cents, kind }): Sum => {
    const words = { refund: sheet.words.refundOf, dispute: sheet.words.disputeOf };
    const name = at ? interpolate(words[kind], { date: day(at) }) : sheet.words.refund;
    return { name, amount: money(-cents), color: colors.red };
  });
  const refundedCents = refunds.reduce((sum, { cents }) => sum + cents, 0);
  const remains: Sum[] = refundSums.length
    ? [{ name: words.remains, amount: money(totalCents - refundedCents), strong: true }]
    : [];
  const name = content.kind === "invoice" ? words.total : words.creditTotal;
  const total = { name, amount: money(totalCents), strong: true };
  const sums = [...discount, ...taxSums(sheet), total, ...refundSums, ...remains];
  const end = sums.reduce((at, sum) => drawSum(sheet, at, sum), y);
  return drawState(sheet, end + 8, refundedCents);
}

function drawSum({ doc }: Sheet, y: number, { name, amount, strong, color }: Sum): number {
  const top = fitOnPage(doc, y, 24);
  const style = strong ? ({ size: 11.5, weight: "bold" } as const) : { size: 10 };
  const amountWidth = Math.max(columns.amount, widthOf(doc, amount, style) + 20);
  const width = WIDTH * 0.62 - amountWidth;
  const x = RIGHT - amountWidth - width;
  const words = { ...style, align: "right" as const };
  const named = drawText(doc, name, { x, y: top + 4, width, ...words });
  const box = { x: RIGHT - amountWidth, y: top + 4, width: amountWidth - 10 };
  drawText(doc, amount, { ...box, ...words, ...(color ? { color } : {}) });
  return named + 4;
}

function stateOf(content: InvoiceContent, words: InvoiceSentences, backCents: number): string {
  if (content.kind === "creditNote") return words.credit;
  if (backCents === 0) return words.paid;
  return backCents >= content.totalCents ? words.refunded : words.partlyRefunded;
}

/** A badge that says paid or refunded: what readers look for first. */
function drawState({ doc, content, words }: Sheet, y: number, backCents: number): number {
  const text = stateOf(content, words, backCents);
  const style = { size: 10, weight: "bold" } as const;
  const width = widthOf(doc, text, style) + 28;
  const top = fitOnPage(doc, y, 30);
  const color = backCents === 0 ? content.accent : colors.red;
  doc
    .roundedRect(RIGHT - width, top, width, 24, 12)
    .lineWidth(1.2)
    .stroke(color);
  drawText(doc, text, { x: RIGHT - width + 14, y: top + 5, width, ...style, color });
  return top + 24;
}
