/** `invoices …`: invoices and credit notes of all customers. */
import { writeFile } from "node:fs/promises";
import { plainMoney } from "@turnpike/locales/money.ts";
import { callCommand } from "./call-command.ts";
import { type Command, UsageError, wholeNumber } from "./command.ts";
import { listInvoices, printedDocument } from "./read/invoices.ts";
import { table } from "./table.ts";

const LIST_LIMIT = 1_000;

const list: Command = {
  name: "invoices list",
  args: "[--search TEXT] [--limit N]",
  help: "List invoices and credit notes, newest first; TEXT is a number, an order number, or a part of an e-mail address",
  run: async ({ services, options }) => {
    const { search } = options;
    if (search !== undefined && typeof search !== "string") throw new UsageError("--search TEXT");
    const asked = options.limit === undefined ? 100 : wholeNumber(options.limit, "--limit");
    const page = { page: 1, limit: Math.min(asked, LIST_LIMIT) };
    const { items } = await listInvoices(services.db, { ...page, search });
    const rows = items.map(({ number, at, email, accountId, orderNo, totalCents, corrects }) => ({
      number,
      at,
      email: email ?? `closed: ${accountId}`,
      order: orderNo,
      total: plainMoney(totalCents),
      corrects,
    }));
    const columns = ["number", "at", "email", "order", "total", "corrects"] as const;
    const text = table(rows, { none: "There are no such invoices.", columns: [...columns] });
    return { ok: true, text, json: items };
  },
};

const show: Command = {
  name: "invoices show",
  args: "NUMBER [--pdf FILE]",
  help: "Show what an invoice or credit note says; --pdf writes it as its customer gets it",
  run: async ({ services, args: [number = ""], options }) => {
    const { pdf } = options;
    if (pdf !== undefined && typeof pdf !== "string") throw new UsageError("--pdf FILE");
    const { document, content, file } = await printedDocument(services, number);
    if (pdf !== undefined) await writeFile(pdf, file.body);
    const { payer, product, netCents, taxCents, taxPercent, totalCents } = content;
    const sums = `net ${plainMoney(netCents)}, tax ${plainMoney(taxCents)} (${taxPercent} %), total ${plainMoney(totalCents)}`;
    const { accountId, lang, snapshot } = document;
    const json = {
      number: content.number,
      kind: content.kind,
      accountId,
      at: content.issuedAt,
      orderNo: content.reference?.of === "order" ? content.reference.number : null,
      corrects: content.corrects?.number ?? null,
      payer,
      seller: content.seller,
      product,
      quantity: content.quantity,
      discountCents: content.discountCents,
      netCents,
      taxCents,
      taxPercent,
      taxTreatment: document.taxTreatment,
      taxCountry: document.taxCountry,
      taxNote: snapshot.taxNote,
      totalCents,
      currency: content.currency,
      method: content.method,
      lang,
    };
    const about = [payer.name, ...payer.lines, ...(payer.taxId ? [payer.taxId] : [])];
    const lines = [`${content.number}  ${content.issuedAt}`, ...about, product, sums];
    return { ok: true, text: lines.join("\n"), json };
  },
};

const send = callCommand({
  call: "invoiceSend",
  name: "invoices send",
  args: "NUMBER [--reason TEXT]",
  help: "Mail the customer, at today's address, where to download an invoice or credit note",
  words: ["number"],
  show: (json) => ({ text: `${json.number} is on its way to ${json.to}.`, json }),
});

export const invoiceCommands: Command[] = [list, show, send];
