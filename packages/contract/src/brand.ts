/**
 * The brand of an installation (spec/brand): what `operator brand set FILE.json` reads, what the
 * database keeps, and what `/brand.json` answers.
 */
import { bearsWhite, isColour, nearestAccent } from "@turnpike/rules/accent.ts";
import { z } from "zod";
import { faultOf, type FileFault } from "./file-fault.ts";
import { type Lang, langs } from "./refusals.ts";

/** The most bytes of an image. */
export const imageBytes = 64_000;
/** The pages that a brand can link; each is absent unless it exists. */
export const brandLinks = ["home", "status", "terms", "privacy", "refund", "imprint"] as const;
export type BrandLink = (typeof brandLinks)[number];

/** Text without control characters; line breaks only if there may be several lines. */
const text = (most: number, { lines = false } = {}) =>
  z
    .string("a text is expected")
    .trim()
    .min(1, "is empty")
    .max(most, `has more than ${most} characters`)
    .refine((value) => value.isWellFormed(), "is not Unicode")
    .refine(
      (value) =>
        !(lines ? /[\u0000-\u0009\u000b-\u001f\u007f]/ : /[\u0000-\u001f\u007f]/).test(value),
      "has a control character",
    );

const address = text(500).refine((value) => {
  if (/^\/(?![/\\])/.test(value)) return true;
  return URL.canParse(value) && /^https?:$/.test(new URL(value).protocol);
}, "is no http or https URL");

const email = text(254).pipe(z.email("is no e-mail address"));

/** `Name <address>` or an address. */
const sender = text(320).refine((value) => {
  const bare = /^[^<>]*<([^<>]+)>$/.exec(value)?.[1] ?? value;
  return z.email().safeParse(bare.trim()).success;
}, "is no sender, such as Example <no-reply@example.com>");

const accent = z
  .string("a text is expected")
  .refine(isColour, { error: "is no colour as #rrggbb", abort: true })
  .refine((colour) => bearsWhite(colour), {
    error: ({ input }) =>
      `white words on it have a contrast below 4.5:1; the nearest that reaches it is ${nearestAccent(String(input))}`,
  })
  .transform((colour) => colour.toLowerCase());

const signInTexts = z.strictObject({
  title: text(120),
  points: z
    .array(z.strictObject({ title: text(80), text: text(300) }), "a list is expected")
    .max(6, "has more than 6")
    .default([]),
});

const fields = {
  name: text(60),
  legalName: text(200),
  legalAddress: text(500, { lines: true }),
  accent,
  supportEmail: email,
  supportUrl: address,
  links: z.strictObject(
    Object.fromEntries(brandLinks.map((link) => [link, address.optional()])) as Record<
      BrandLink,
      z.ZodOptional<typeof address>
    >,
  ),
  mailFrom: sender,
  mailFooter: text(1_000, { lines: true }),
  orderPrefix: z
    .string("a text is expected")
    .regex(/^[A-Za-z]{2,4}$/, "is not 2 to 4 letters")
    .transform((letters) => letters.toUpperCase()),
  language: z.enum(langs, `is none of ${langs.join(", ")}`),
  signIn: z.partialRecord(z.enum(langs), signInTexts),
};

/** A path beside the file, or the image itself as a `data:` URL. */
const image = text(imageBytes * 2);

/** The fields of the file. It is the whole brand: what it lacks has its default. */
export const brandFile = z
  .strictObject({ ...fields, logo: image, logoDark: image, favicon: image })
  .partial();
export type BrandFile = z.output<typeof brandFile>;
export const brandImages = ["logo", "logoDark", "favicon"] as const;
export type BrandImage = (typeof brandImages)[number];

/** Reads a file; instead of it the name of the field at fault and what is wrong with it. */
export function readBrandFile(value: unknown): { file: BrandFile } | FileFault {
  const read = brandFile.safeParse(value);
  return read.success ? { file: read.data } : faultOf(read.error);
}

const storedImage = z.object({
  type: z.enum(["image/svg+xml", "image/png"]),
  base64: z.string().max(imageBytes * 2),
});
export type StoredImage = z.output<typeof storedImage>;

/** What the database keeps: the fields that are set, images checked and cleaned. */
export const storedBrand = z
  .object({ ...fields, logo: storedImage, logoDark: storedImage, favicon: storedImage })
  .partial();
export type StoredBrand = z.output<typeof storedBrand>;

/** What `/brand.json` answers to anyone. */
export interface PublicBrand {
  name: string;
  /** The currency of all amounts, by ISO 4217. */
  currency: string;
  /** Bears white words. */
  accent: string;
  /** The same for a dark ground. */
  accentDark: string;
  /** URLs of images; they change with the image. */
  logo: string;
  logoDark: string;
  favicon: string;
  /** The pages that exist. */
  links: Partial<Record<BrandLink, string>>;
  support: { email: string; url: string };
  /** Of a visitor who has not chosen one; absent if the brand names none. */
  language?: Lang;
  /** The sign-in page's own words by language, where the brand has some. */
  signIn?: NonNullable<StoredBrand["signIn"]>;
}
