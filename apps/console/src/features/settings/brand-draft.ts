/** The brand as its form holds it: empty for what keeps its default. */
import { accentOnDark, isColour, ownAccent } from "@turnpike/rules/accent.ts";
import { ownOrderPrefix } from "@turnpike/rules/brand.ts";
import { logoSvg } from "@turnpike/rules/logo.ts";
import type { CallResult } from "../../lib/call.ts";

/** Of an installation without a brand. */
export const SHIPPED_NAME = "Turnpike";
export const draftLinks = ["home", "status", "terms", "privacy", "refund", "imprint"] as const;
const draftImages = ["logo", "logoDark", "favicon"] as const;
const texts = [
  "name",
  "legalName",
  "legalAddress",
  "accent",
  "supportEmail",
  "supportUrl",
  "mailFrom",
  "mailFooter",
  "orderPrefix",
  "language",
] as const;

export type DraftText = (typeof texts)[number];
type DraftImage = (typeof draftImages)[number];
export interface Claims {
  title: string;
  points: { title: string; text: string }[];
}
export type BrandDraft = Record<DraftText | DraftImage, string> & {
  links: Partial<Record<string, string>>;
  signIn: Partial<Record<string, Claims>>;
};
export type Shown = CallResult<"brandShow">;

/** The form of what is set. */
export function draftOf({ brand, set }: Shown): BrandDraft {
  const own = (field: DraftText | DraftImage) => (set.includes(field) ? (brand[field] ?? "") : "");
  const fields = [...texts, ...draftImages].map((field) => [field, own(field)]);
  return {
    ...(Object.fromEntries(fields) as Record<DraftText | DraftImage, string>),
    links: set.includes("links") ? brand.links : {},
    signIn: set.includes("signIn") ? brand.signIn : {},
  };
}

/** The brand's file: only what is filled in. */
export function fileOf(draft: BrandDraft): string {
  const filled = (entries: [string, unknown][]) =>
    Object.fromEntries(entries.filter(([, value]) => value !== "" && value !== undefined));
  const claims = Object.entries(draft.signIn).flatMap(([lang, own]) => {
    const points = own?.points.filter(({ title, text }) => title.trim() + text.trim() !== "") ?? [];
    if (!own || (own.title.trim() === "" && points.length === 0)) return [];
    return [[lang, { title: own.title, points }]];
  });
  const links = filled(Object.entries(draft.links));
  return JSON.stringify({
    ...filled([...texts, ...draftImages].map((field) => [field, draft[field].trim()])),
    ...(Object.keys(links).length > 0 ? { links } : {}),
    ...(claims.length > 0 ? { signIn: Object.fromEntries(claims) } : {}),
  });
}

const picture = (svg: string) => `data:image/svg+xml,${encodeURIComponent(svg)}`;

/** What the draft would look like; `shown` is what counts now. */
export function previewOf(draft: BrandDraft, { brand, set }: Shown) {
  /** A default that no field of the form decides. */
  const now = (field: DraftText) => (set.includes(field) ? "" : (brand[field] ?? ""));
  const name = draft.name.trim() || SHIPPED_NAME;
  const accent = isColour(draft.accent.trim()) ? draft.accent.trim() : ownAccent;
  const logo = draft.logo || picture(logoSvg(accent));
  return {
    name,
    legalName: draft.legalName.trim() || name,
    accent,
    accentDark: accentOnDark(accent),
    logo,
    logoDark: draft.logoDark || logo,
    favicon: draft.favicon || logo,
    supportEmail: draft.supportEmail.trim() || now("supportEmail"),
    mailFrom: draft.mailFrom.trim() || now("mailFrom") || name,
    mailFooter: draft.mailFooter.trim(),
    orderPrefix: (draft.orderPrefix.trim() || ownOrderPrefix).toUpperCase(),
    signIn: draft.signIn,
  };
}
export type Previewed = ReturnType<typeof previewOf>;
