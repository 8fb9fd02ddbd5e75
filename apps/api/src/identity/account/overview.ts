/** The data of every page's header and of the home page: the account's own and what modules add. */
import { interpolate } from "@turnpike/locales/interpolate.ts";
import { shopSentences } from "@turnpike/locales/shop.ts";
import { balances } from "../../ledger/balances.ts";
import { debtOf } from "../../ledger/debt.ts";
import { brandOf } from "../../platform/brand/brand.ts";
import { managerPortOf } from "../../platform/http/downloads.ts";
import type { Caller } from "../../platform/http/handler.ts";
import type { Header, Home } from "../../platform/module.ts";
import { qrCode } from "../../platform/qr-code.ts";
import type { Services } from "../../platform/services.ts";
import { holdings, readUser } from "./user.ts";
import type { Lang } from "@turnpike/contract/refusals.ts";
import { newestNews } from "./store/news.ts";

const NEWS = 10;
const NOTICES = 5;
/** Support replies within 24 hours (spec/accounts#home). */
const SUPPORT_HOURS = 24;

export async function readHeader(services: Services, caller: Caller): Promise<Header> {
  const { env, modules, world } = services;
  const [user, news, ...parts] = await Promise.all([
    readUser(services, caller.accountId),
    newsIn(services, caller.lang, NOTICES),
    ...modules.overview.map(({ header }) => header?.(services, caller)),
  ]);
  const own = {
    email: user.email,
    emailVerified: user.emailVerified,
    walletCents: user.walletCents,
    arrears: user.arrears,
    now: new Date(world.now()).toISOString(),
    mfaBound: user.mfaBound,
    consents: user.consents,
    managerPort: managerPortOf(env),
  };
  const notices = [
    ...parts.flatMap((part) => part?.notices ?? []),
    ...news.map(({ id, title, at }) => ({ id, kind: "news" as const, title, at, to: null })),
  ];
  return Object.assign(own, ...parts, { notices }) as Header;
}

export async function readHome(services: Services, caller: Caller): Promise<Home> {
  const { db, modules } = services;
  const [owned, walletDebtCents, news, ...parts] = await Promise.all([
    balances(db, caller.accountId),
    debtOf(db, caller.accountId, "wallet"),
    newsIn(services, caller.lang, NEWS),
    ...modules.overview.map(({ home }) => home?.(services, caller)),
  ]);
  const { supportEmail: email, supportUrl } = brandOf(services);
  const address = supportUrl || `mailto:${email}`;
  const own = {
    ...holdings(owned),
    walletDebtCents,
    news,
    support: { email, qr: supportCode(address), hours: SUPPORT_HOURS },
    antiFraud: interpolate(shopSentences(caller.lang).antiFraud, { email }),
  };
  return Object.assign(own, ...parts) as Home;
}

const LONGEST_ADDRESS = 1000;
const supportCodes = new Map<string, string>();

/** The support address as a QR code (an SVG data URL); rendered once per address. */
function supportCode(address: string): string {
  const text = address.slice(0, LONGEST_ADDRESS);
  const drawn = supportCodes.get(text) ?? qrCode(text);
  supportCodes.set(text, drawn);
  return drawn;
}

/** News: the product's own exist in all languages, the operator's in those they were written in. */
interface NewsItem {
  id: string;
  title: string;
  body: string;
  at: string;
}

/** The newest entries available in the language, newest first. */
async function newsIn(services: Services, lang: Lang, limit: number): Promise<NewsItem[]> {
  const rows = await newestNews(services.db, lang, limit);
  const brand = brandOf(services).name;
  const own: Record<string, { title: string; body: string }> = shopSentences(lang).news;
  return rows.flatMap((row) => {
    const words = row.key === null ? { title: row.title, body: row.body } : own[row.key];
    if (!words?.title || !words.body) return [];
    const title = row.key === null ? words.title : interpolate(words.title, { brand });
    return [{ id: row.id, title, body: words.body, at: row.at.toISOString() }];
  });
}
