/** Example of a payer on invoices. */
export const invoiceTitleFields = {
  title: "Lindqvist Data AB",
  company: "Lindqvist Data AB",
  vatId: "SE559000000001",
  street: "Storgatan 1",
  postal: "111 22",
  city: "Stockholm",
  country: "SE",
};
export const invoiceTitle = {
  ...invoiceTitleFields,
  taxId: null,
  address: null,
  name: null,
  vatIdState: "valid" as const,
};

/** An amount without tax. */
export const untaxed = (totalCents: number) =>
  ({ netCents: totalCents, taxCents: 0, taxPercent: 0, taxTreatment: "none", totalCents }) as const;
