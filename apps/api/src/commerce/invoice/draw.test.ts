import { buffer } from "node:stream/consumers";
import { sized } from "@turnpike/net/testing/full.ts";
import { invoiceSentences } from "@turnpike/locales/invoice.ts";
import { langs as allLangs } from "@turnpike/contract/refusals.ts";
import { describe, expect, it } from "vitest";
import { logoSvg } from "@turnpike/rules/logo.ts";
import { drawInvoice } from "./draw.ts";
import type { InvoiceContent } from "./content.ts";
import { canReadPdf, pdfText, pdfWords } from "./testing.ts";

/** Includes a language with a non-Latin script. */
const langs = sized<readonly (typeof allLangs)[number][]>(["de", "zh"], allLangs);

const plain: InvoiceContent = {
  kind: "invoice",
  lang: "en",
  number: "TP-2026-000001",
  reference: { of: "order", number: "TP261122-7K3Q9FXM" },
  corrects: null,
  issuedAt: "2026-11-22T06:10:00Z",
  orderedAt: "2026-11-22T06:10:00Z",
  paidAt: "2026-11-22T06:10:00Z",
  seller: { name: "Turnpike", lines: ["12 Harbour Road", "Dublin"], taxId: "IE1234567X" },
  payer: { name: "ada@example.com", lines: [], taxId: "" },
  product: "Residential traffic",
  quantity: 3,
  unit: "GB",
  listCents: 1050,
  discountCents: 0,
  netCents: 1050,
  taxCents: 0,
  taxPercent: 0,
  taxed: false,
  taxNote: null,
  totalCents: 1050,
  currency: "USD",
  method: "card",
  refunds: [],
  supportEmail: "help@example.com",
  accent: "#0b5d45",
  logo: { type: "image/svg+xml", base64: btoa(logoSvg("#0b5d45")) },
};
/** Every field at its maximum length. */
const long: InvoiceContent = {
  ...plain,
  payer: {
    name: `${"Donaudampfschifffahrt".repeat(5)} 北京網路科技股份有限公司`,
    lines: [
      "A very long line of an address that certainly does not fit the narrow block ".repeat(3),
      "臺北市信義區市府路四十五號八十九樓之一臺北市信義區市府路四十五號八十九樓之一",
      `someone@${"subdomain.".repeat(12)}example.com`,
    ],
    taxId: "X".repeat(40),
  },
  product: "Residential traffic, enterprise, with a name that the operator made rather long",
  quantity: 1_000_000,
  listCents: 98_765_432_100,
  discountCents: 14_814_814_815,
  netCents: 70_546_737_214,
  taxCents: 13_403_880_071,
  taxPercent: 19.25,
  taxed: true,
  taxNote: "A sentence that the law wants to be read, longer than one line of a page. ".repeat(3),
  corrects: { number: "LONG-2026-C00001", at: "2026-11-22T06:10:00Z" },
  totalCents: 83_950_617_285,
  refunds: Array.from({ length: 40 }, (_, day) => ({
    at: new Date(Date.UTC(2026, 11, 1 + day)).toISOString(),
    cents: 1000 + day,
    kind: day % 3 === 0 ? ("dispute" as const) : ("refund" as const),
  })),
};
const printed = (content: InvoiceContent) => buffer(drawInvoice(content));

describe.skipIf(!canReadPdf)("An invoice PDF", () => {
  it.each(langs)(
    "keeps its texts within the page and without overlaps, however long they are: %s",
    async (lang) => {
      const words = pdfWords(await printed({ ...long, lang }));
      for (const { left, right, top, bottom } of words) {
        expect(left).toBeGreaterThanOrEqual(51);
        expect(right).toBeLessThanOrEqual(545);
        expect(top).toBeGreaterThan(40);
        expect(bottom).toBeLessThan(815);
      }
      const overlaps = words.flatMap((one, index) =>
        words.slice(index + 1).filter((other) => {
          const across = Math.min(one.right, other.right) - Math.max(one.left, other.left);
          // Boxes have the height of the font's tallest letters, so those of adjacent lines may
          // touch.
          const down = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
          return one.page === other.page && across > 0.5 && down > 4;
        }),
      );
      expect(overlaps).toEqual([]);
    },
  );

  it("continues on further pages with its refunds, and numbers its pages", async () => {
    const text = pdfText(await printed(long));
    expect(text).toContain("Dispute of December 1, 2026");
    expect(text).toContain("Refund of January 8, 2027");
    expect(text).toContain("Page 3 of 3");
  });

  it("states in every language whether it was paid or refunded", async () => {
    for (const lang of langs) {
      const words = invoiceSentences(lang);
      expect(pdfText(await printed({ ...plain, lang }))).toContain(words.paid);
      const at = "2026-12-01T00:00:00Z";
      const refunds = [{ at, cents: 1050, kind: "refund" as const }];
      expect(pdfText(await printed({ ...plain, lang, refunds }))).toContain(words.refunded);
    }
  });

  it("shows net, rate and tax, and why there is none, in its language (spec/tax#on-invoices)", async () => {
    const taxed = { ...plain, taxed: true, netCents: 882, taxCents: 168, taxPercent: 19.25 };
    const german = pdfText(await printed({ ...taxed, lang: "de" }));
    expect(german).toMatch(/Nettobetrag 8,82 \$\n+ *Umsatzsteuer \(19,25 %\) 1,68 \$\n+ *Gesamt/);
    const { taxNotes } = invoiceSentences("de");
    const none = { ...taxed, netCents: 1050, taxCents: 0, taxPercent: 0 };
    const reverse = { ...none, lang: "de", taxNote: taxNotes.reverseCharge } as const;
    expect(pdfText(await printed(reverse)).replaceAll(/\s+/g, " ")).toContain(
      taxNotes.reverseCharge,
    );
    expect(pdfText(await printed({ ...plain, lang: "de" }))).not.toContain("Umsatzsteuer");
  });

  it("of a credit note says what it corrects, and is never called paid", async () => {
    const corrects = { number: "TP-2026-000001", at: "2026-11-22T06:10:00Z" };
    const note = { ...plain, kind: "creditNote", number: "TP-2026-C00001", corrects } as const;
    const text = pdfText(await printed({ ...note, quantity: null, unit: "" })).replaceAll(
      /\s+/g,
      " ",
    );
    expect(text).toContain("Credit note number TP-2026-C00001");
    expect(text).toContain("Corrects invoice TP-2026-000001 of November");
    expect(text).toMatch(/Amount credited \$10\.50/);
    expect(text).toContain("Credited");
  });

  it("shows names of all scripts by their letters, never as empty boxes", async () => {
    const lines = [
      "주식회사 가온누리",
      "株式会社トヨタ峠込",
      "北京网络科技有限公司体验",
      "臺北市信義區",
      "บริษัท กรุงเทพ",
      "Café ☎ ✓",
    ];
    const text = pdfText(await printed({ ...plain, payer: { name: "무궁화", lines, taxId: "" } }));
    for (const line of ["무궁화", ...lines]) expect(text).toContain(line);
  });

  it("shows names from right to left, with what is foreign in them from left to right", async () => {
    const name = "חברה (ABC Ltd.) 50%";
    const words = pdfWords(await printed({ ...plain, payer: { name, lines: [], taxId: "" } }));
    const left = (found: RegExp) => words.find(({ text }) => found.test(text))?.left ?? Number.NaN;
    expect(left(/ABC/)).toBeLessThan(left(/חברה|הרבח/));
    expect(left(/50%/)).toBeLessThan(left(/ABC/));
  });

  it("names a stored character that no font has", async () => {
    const text = pdfText(await printed({ ...plain, product: "Rocket \u{1f680}" }));
    expect(text).toContain("Rocket [U+1F680]");
  });

  it("is byte-identical each time", async () => {
    expect(Buffer.compare(await printed(plain), await printed(plain))).toBe(0);
  });
});
