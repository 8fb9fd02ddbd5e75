/** The payer on invoices, with the state of his VAT id (spec/accounts#invoice-title). */
import type { CallRequest } from "@turnpike/contract/call.ts";
import type { Calls } from "@turnpike/contract/calls.ts";
import type { User } from "@turnpike/contract/session.ts";
import { Refusal } from "@turnpike/contract/refusals.ts";
import type { Services } from "../../platform/services.ts";
import { checkVatId, knownVatIdState, storedVatId } from "../vat-id/check.ts";
import { type InvoiceTitle, saveInvoiceTitle } from "./store/invoice-title.ts";

type Shown = NonNullable<User["invoiceTitle"]>;

/** An account's invoice title as screens show it; null if it set none. Asks nobody. */
export async function shownInvoiceTitle(
  services: Services,
  title: InvoiceTitle | null,
): Promise<Shown | null> {
  return title && { ...title, vatIdState: await knownVatIdState(services, title) };
}

/** Stores the title and checks its VAT id. @throws Refusal missingField if it names nobody */
export async function setInvoiceTitle(
  services: Services,
  accountId: string,
  given: CallRequest<Calls["upInvoiceTitle"]>,
): Promise<Shown> {
  const { name = null, company = null, taxId = null, address = null, vatId } = given;
  const { street = null, postal = null, city = null, country = null } = given;
  const title = given.title ?? company ?? name;
  if (title === null) throw new Refusal("missingField", { field: "title" });
  const stored: InvoiceTitle = {
    title,
    name,
    company,
    taxId,
    address,
    street,
    postal,
    city,
    country,
    vatId: vatId === undefined ? null : storedVatId(vatId),
  };
  await saveInvoiceTitle(services.db, accountId, stored);
  return { ...stored, vatIdState: await checkVatId(services, stored, accountId) };
}

/** The address as lines of text: as it was typed, else its parts as most countries write them. */
export function addressOf({ address, street, postal, city }: InvoiceTitle): string {
  if (address !== null) return address;
  const place = [postal, city].filter((part) => part !== null).join(" ");
  return [street ?? "", place].filter(Boolean).join("\n");
}
