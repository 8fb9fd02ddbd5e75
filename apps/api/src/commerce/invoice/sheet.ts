/** The page that an invoice is drawn on. All positions are points from the top left. */
import type { InvoiceSentences } from "@turnpike/locales/invoice.ts";
import type { InvoiceContent } from "./content.ts";
import type { Doc } from "./fonts.ts";

export const A4 = { width: 595.28, height: 841.89 };
export const MARGIN = 52;
export const LEFT = MARGIN;
export const WIDTH = A4.width - 2 * MARGIN;
export const RIGHT = LEFT + WIDTH;
/** The footer is below it. */
const BOTTOM = A4.height - 112;
export const colors = {
  soft: "#f2f3f4",
  dim: "#5d6963",
  line: "#d3dbd7",
  red: "#b3261e",
};

/** An invoice being drawn, with its formats for money and days. */
export interface Sheet {
  doc: Doc;
  content: InvoiceContent;
  words: InvoiceSentences;
  money: (cents: number) => string;
  day: (iso: string) => string;
}

/** The y where `height` points fit: `y` itself, or the top of a new page. */
export function fitOnPage(doc: Doc, y: number, height: number): number {
  if (y + height <= BOTTOM) return y;
  doc.addPage();
  return MARGIN;
}
