/** Acts on the brand (spec/brand#commands). */
import {
  type BrandImage,
  brandImages,
  readBrandFile,
  type StoredBrand,
  type StoredImage,
} from "@turnpike/contract/brand.ts";
import type { ConsoleResponse, ConsoleCalls } from "@turnpike/contract/console/calls.ts";
import { FieldRefused } from "../../../platform/act-refused.ts";
import { type BrandServices, brandOf, brandSetting } from "../../../platform/brand/brand.ts";
import { ImageRefused } from "../../../platform/brand/clean-svg.ts";
import { readImage } from "../../../platform/brand/image.ts";
import { resetSetting, writeSetting } from "../../../platform/setting/setting.ts";
import { defineAct } from "./act.ts";

/** The brand in effect, with the fields of its file, and which of them are set. */
export type ShownBrand = ConsoleResponse<ConsoleCalls["brandSet"]>;

/** Reads the image that a field names by its path. */
export type LoadImage = (field: BrandImage, path: string) => Promise<Buffer>;

const refuse = (field: string, fault: string) => new FieldRefused({ field, column: null, fault });

const DATA = /^data:[a-z+/-]*(?:;[a-z0-9=-]+)*;base64,([A-Za-z0-9+/=\s]*)$/i;

/**
 * Checks a brand's file and its images; `load` reads an image that is named by its path.
 * @throws FieldRefused
 */
export async function checkedBrand(value: unknown, load: LoadImage): Promise<StoredBrand> {
  const read = readBrandFile(value);
  if ("fault" in read) throw refuse(read.field, read.fault);
  const { logo: _logo, logoDark: _logoDark, favicon: _favicon, ...own } = read.file;
  const images: Partial<Record<BrandImage, StoredImage>> = {};
  for (const field of brandImages) {
    const given = read.file[field];
    if (given !== undefined) images[field] = await checkedImage(field, given, load);
  }
  return { ...own, ...images };
}

async function checkedImage(
  field: BrandImage,
  given: string,
  load: LoadImage,
): Promise<StoredImage> {
  const encoded = DATA.exec(given)?.[1];
  if (encoded === undefined && given.startsWith("data:"))
    throw refuse(field, "is no data: URL in base64");
  try {
    const bytes = encoded === undefined ? await load(field, given) : Buffer.from(encoded, "base64");
    const image = readImage(bytes);
    if (field === "logo") {
      // Loaded when it is needed: PDF takes 14 MB.
      const { canDrawLogo } = await import("../../../commerce/invoice/draw-logo.ts");
      if (!canDrawLogo(image)) throw refuse(field, "cannot be drawn on invoices");
    }
    return image;
  } catch (error) {
    if (error instanceof ImageRefused) throw refuse(field, error.message);
    throw error;
  }
}

const dataUrl = ({ type, body }: { type: string; body: Buffer }) =>
  `data:${type};base64,${body.toString("base64")}`;

/** The brand in effect, as a file that sets it again. */
export function shownBrand(services: BrandServices): ShownBrand {
  const { logo, logoDark, favicon, supportUrl, mailFooter, legalAddress, links, signIn, ...texts } =
    brandOf(services);
  const { accentDark: _computed, ownName: _owner, ...named } = texts;
  const filled = <T extends object>(values: T) =>
    Object.fromEntries(Object.entries(values).filter(([, value]) => value));
  const brand = {
    ...named,
    logo: dataUrl(logo),
    logoDark: dataUrl(logoDark),
    favicon: dataUrl(favicon),
    ...filled({ supportUrl, mailFooter, legalAddress }),
    links: filled(links),
    signIn: filled(signIn),
  };
  return { brand, set: Object.keys(services.settings.get(brandSetting)) };
}

/** What the audit log keeps: of an image, its size. */
const logged = (brand: StoredBrand): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(brand).map(([field, value]) => [
      field,
      typeof value === "object" && "base64" in value
        ? `${value.type}, ${Buffer.byteLength(value.base64, "base64")} bytes`
        : value,
    ]),
  );

/** The result after the commit: this process bears the new brand before it says so. */
const changed = (services: BrandServices) => ({
  subject: "brand",
  result: shownBrand(services),
  afterCommit: async () => {
    await services.settings.refresh();
    return shownBrand(services);
  },
});

/** Sets the whole brand: what is absent has its default. */
export const setBrand = defineAct<StoredBrand, ShownBrand>({
  action: "brand.set",
  run: async (services, tx, brand) => {
    const before = logged(services.settings.get(brandSetting));
    await writeSetting(tx, brandSetting, brand);
    return { ...changed(services), before, after: logged(brand) };
  },
});

/** Removes the brand: the installation bears the product's again. */
export const resetBrand = defineAct<Record<string, never>, ShownBrand>({
  action: "brand.reset",
  run: async (services, tx) => {
    const before = logged(services.settings.get(brandSetting));
    await resetSetting(tx, brandSetting);
    return { ...changed(services), before, after: {} };
  },
});
