/**
 * A product's file, as the operator writes it (spec/money#products). The shape is here, once; what
 * its fields must hold together is in `rules/product.ts`.
 */
import { fileKinds, maxTiers, type ProductTexts } from "@turnpike/rules/product.ts";
import { unlimitedRegions } from "@turnpike/rules/unlimited-region.ts";
import { z } from "zod";
import { isStorable } from "./fields.ts";
import { faultOf, type FileFault } from "./file-fault.ts";
import { langs } from "./refusals.ts";

const text = (most: number) =>
  z
    .string("a text is expected")
    .trim()
    .min(1, "is empty")
    .max(most, "is too long")
    .refine(isStorable, "has a character that cannot be stored");
const whole = (least: number, most: number) => {
  const range = `a whole number from ${least} to ${most} is expected`;
  return z.number(range).int(range).min(least, range).max(most, range);
};

/** A text by language; `zh-tw` is `zh`, as everywhere. */
const texts = (most: number) => {
  const one = text(most);
  return z
    .strictObject(
      {
        en: one,
        zh: one.optional(),
        "zh-tw": one.optional(),
        fr: one.optional(),
        ru: one.optional(),
        vi: one.optional(),
        de: one.optional(),
      },
      "a text for each language is expected",
    )
    .transform(({ "zh-tw": taiwan, ...known }): ProductTexts => {
      const given: Record<string, string | undefined> = { ...known, zh: taiwan ?? known.zh };
      const own = langs.flatMap((lang) => (given[lang] ? [[lang, given[lang]] as const] : []));
      return { ...Object.fromEntries(own), en: known.en };
    });
};

const quantity = whole(1, 1_000_000);
const tier = z.strictObject({
  fromQty: quantity,
  unitMicros: whole(0, 1_000_000_000_000),
});

/** A product's SKU; the names of kinds mean something else in orders. */
const skuField = z
  .string("a text is expected")
  .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{1,39}$/, "is 2 to 40 letters, digits, dots and dashes")
  .refine(
    (sku) => ![...fileKinds, "short"].includes(sku as "short"),
    "is the name of a kind of products",
  )
  .refine((sku) => sku !== "recharge", "is the name that recharges are quoted by");

const fields = {
  kind: z.enum(fileKinds, `one of ${fileKinds.join(", ")} is expected`),
  name: texts(80),
  description: texts(300).nullable().optional(),
  badge: texts(24).nullable().optional(),
  enterprise: z.boolean("true or false is expected").optional(),
  pool: text(40).nullable().optional(),
  region: z.enum(unlimitedRegions, `one of ${unlimitedRegions.join(", ")} is expected`).optional(),
  unit: text(16),
  min: quantity,
  max: quantity,
  step: quantity,
  days: whole(1, 3650).nullable().optional(),
  validDays: whole(1, 3650).nullable().optional(),
  tiers: z
    .array(tier, "a list is expected")
    .min(1, "is empty")
    .max(maxTiers, `has more than ${maxTiers}`),
  sort: whole(0, 1_000_000),
  trial: z.boolean("true or false is expected").optional(),
};

const allFields = z.strictObject({ sku: skuField, ...fields });
const changedProduct = allFields.partial();
/** A trial needs no prices. */
const trialFields = allFields.partial({ tiers: true });

export type NewProduct = Omit<z.output<typeof allFields>, "tiers"> & {
  tiers?: z.output<typeof fields.tiers> | undefined;
};
export type ChangedProduct = z.output<typeof changedProduct>;

type Read<T> = { file: T } | FileFault;

function readWith<T>(schema: z.ZodType<T>, value: unknown): Read<T> {
  const read = schema.safeParse(value, { reportInput: true });
  return read.success ? { file: read.data } : faultOf(read.error, () => true);
}

/** Reads a new product's file; instead of it the field at fault and what is wrong with it. */
export const readNewProduct = (value: unknown): Read<NewProduct> => {
  const isTrial = (value as { trial?: unknown } | null)?.trial === true;
  return readWith<NewProduct>(isTrial ? trialFields : allFields, value);
};

/** Reads the fields to change of a product. */
export const readChangedProduct = (value: unknown): Read<ChangedProduct> =>
  readWith(changedProduct, value);
