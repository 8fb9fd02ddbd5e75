/** The installation's brand (spec/brand): the one place that all code asks for it. */
import { createHash } from "node:crypto";
import {
  type BrandLink,
  type StoredBrand,
  storedBrand,
  type StoredImage,
} from "@turnpike/contract/brand.ts";
import type { Lang } from "@turnpike/contract/refusals.ts";
import { accentOnDark, ownAccent } from "@turnpike/rules/accent.ts";
import { isWideLogo, ownOrderPrefix } from "@turnpike/rules/brand.ts";
import { logoSvg } from "@turnpike/rules/logo.ts";
import type { Services } from "../services.ts";
import { setting } from "../setting/setting.ts";
import { sidesOf } from "./image-sides.ts";

/** The product's own name: that of an installation without a brand. */
const productName = "Turnpike";

export const brandSetting = setting<StoredBrand>({
  name: "brand",
  schema: storedBrand,
  initial: {},
});

export interface BrandPicture {
  type: StoredImage["type"];
  body: Buffer;
  /** Of the body; changes with it. */
  version: string;
  /** It has the name in it. */
  isWide: boolean;
}

/** The brand in effect: what is set, with its defaults. */
export interface Brand {
  name: string;
  /** On invoices, in the imprint. */
  legalName: string;
  /** In lines; empty if none is set. */
  legalAddress: string;
  logo: BrandPicture;
  logoDark: BrandPicture;
  favicon: BrandPicture;
  /** `#rrggbb`; bears white words. */
  accent: string;
  /** The same for a dark ground. */
  accentDark: string;
  supportEmail: string;
  /** Empty if there is none. */
  supportUrl: string;
  /** Those that the brand names. */
  links: Partial<Record<BrandLink, string | undefined>>;
  /** The sender of mails, with a name. */
  mailFrom: string;
  /** Lines below every mail; empty if there are none. */
  mailFooter: string;
  /** Of order and invoice numbers. */
  orderPrefix: string;
  /** Of a visitor who has not chosen one. */
  language: Lang;
  signIn: NonNullable<StoredBrand["signIn"]>;
  /** The name that was given: files, realms and the like do not bear the product's own. */
  ownName: string | undefined;
}

function picture({ type, body }: Pick<BrandPicture, "type" | "body">): BrandPicture {
  const version = createHash("sha256").update(body).digest("hex").slice(0, 10);
  return { type, body, version, isWide: isWideLogo(...sidesOf({ type, body })) };
}

const stored = ({ type, base64 }: StoredImage) =>
  picture({ type, body: Buffer.from(base64, "base64") });

/** A sender that has no name gets the brand's. */
function senderOf(address: string, name: string): string {
  if (address.includes("<")) return address;
  return `"${name.replaceAll(/["\\]/g, (sign) => `\\${sign}`)}" <${address}>`;
}

/** The environment's address, whose lines commas separate. */
const inLines = (address: string) =>
  address
    .split(",")
    .map((line) => line.trim())
    .filter(Boolean)
    .join("\n");

/** Fills a brand's defaults. */
export function fillBrand(own: StoredBrand, env: Services["env"]): Brand {
  const { name = productName, accent = ownAccent, links = {}, signIn = {} } = own;
  const logo = own.logo
    ? stored(own.logo)
    : picture({ type: "image/svg+xml", body: Buffer.from(logoSvg(accent)) });
  const { mailFrom = senderOf(env.MAIL_FROM, name), orderPrefix = ownOrderPrefix } = own;
  return {
    name,
    legalName: own.legalName ?? (env.SELLER_NAME || name),
    legalAddress: own.legalAddress ?? inLines(env.SELLER_ADDRESS),
    logo,
    logoDark: own.logoDark ? stored(own.logoDark) : logo,
    favicon: own.favicon ? stored(own.favicon) : logo,
    accent,
    accentDark: accentOnDark(accent),
    supportEmail: own.supportEmail ?? env.SUPPORT_EMAIL,
    supportUrl: own.supportUrl ?? env.SUPPORT_URL,
    links,
    mailFrom,
    mailFooter: own.mailFooter ?? "",
    orderPrefix,
    language: own.language ?? "en",
    signIn,
    ownName: own.name,
  };
}

/** What the brand needs of the services. */
export type BrandServices = Pick<Services, "settings" | "env">;

const filled = new WeakMap<Services["settings"], { own: StoredBrand; brand: Brand }>();

/** The brand in effect, from memory. Read it again for each answer: it can change at any time. */
export function brandOf({ settings, env }: BrandServices): Brand {
  const own = settings.get(brandSetting);
  const known = filled.get(settings);
  if (known?.own === own) return known.brand;
  const brand = fillBrand(own, env);
  filled.set(settings, { own, brand });
  return brand;
}
