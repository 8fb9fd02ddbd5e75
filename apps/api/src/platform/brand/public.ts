/** What anyone may know of the brand: `/brand.json`, which the dashboard's page contains too. */
import { type PublicBrand, brandLinks } from "@turnpike/contract/brand.ts";
import { currency } from "@turnpike/locales/money.ts";
import type { Services } from "../services.ts";
import { brandOf, type BrandPicture, brandSetting } from "./brand.ts";

const addressOf = (path: string, { version }: BrandPicture) => `${path}?v=${version}`;

/** The brand as `/brand.json` answers it. A link of the brand comes before one of a module. */
export async function publicBrand(services: Services): Promise<PublicBrand> {
  const brand = brandOf(services);
  const { name, accent, accentDark, signIn } = brand;
  const { language } = services.settings.get(brandSetting);
  const given = services.modules.list.flatMap(({ brandLinks: links }) => (links ? [links] : []));
  const found = await Promise.all(given.map((links) => links(services)));
  const links: PublicBrand["links"] = Object.assign({}, ...found);
  for (const link of brandLinks) if (brand.links[link]) links[link] = brand.links[link];
  return {
    name,
    currency: currency(),
    accent,
    accentDark,
    logo: addressOf("/brand/logo", brand.logo),
    logoDark: addressOf("/brand/logo-dark", brand.logoDark),
    favicon: addressOf("/favicon.svg", brand.favicon),
    links,
    support: { email: brand.supportEmail, url: brand.supportUrl },
    ...(language ? { language } : {}),
    ...(Object.keys(signIn).length > 0 ? { signIn } : {}),
  };
}
