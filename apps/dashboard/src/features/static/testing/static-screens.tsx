/** Test helpers: screens of static IPs, and the API's answers. */
import { fireEvent, screen, within } from "@testing-library/react";
import { watchClipboard } from "../../../testing/person.ts";
import { page } from "../../../testing/page.ts";
import { type Answers, showScreen } from "../../../testing/screen.tsx";
import { methodsAnswer } from "../../../testing/shop.ts";
import { staticEventRow, staticIpRow } from "./static-ip.ts";
import { StaticIps } from "../list/StaticIps.tsx";
import type { StaticIp } from "../static-ip.ts";

const hour = 3_600_000;
export const berlin = staticIpRow();
export const paris = staticIpRow({
  id: "i2",
  host: "198.51.100.8",
  country: "FR",
  cityName: "Paris",
  account: "crawler2",
  expiresAt: new Date(Date.now() + 5 * hour - 60_000).toISOString(),
  remainingHours: 5,
  autoRenew: true,
  autoRenewFailed: true,
  whitelist: ["203.0.113.4", "203.0.113.5"],
  remark: "Preise",
});
export const dead = staticIpRow({ id: "i3", host: "198.51.100.9", reachable: false });
export const ended = staticIpRow({
  id: "i4",
  host: "198.51.100.10",
  expiresAt: "2026-11-19T08:00:00Z",
  renewableUntil: "2026-11-20T08:00:00Z",
  remainingHours: 0,
  expired: true,
});
const prices = (term: string, all: readonly number[]) =>
  all.map((days) => ({
    sku: `${term}-${days}`,
    days,
    tiers: [{ fromQty: 1, unitMicros: days * 200_000 }],
  }));
export const info = (row: StaticIp, more: object = {}) => ({
  ...row,
  renewalPrices: [
    { days: 7, credits: 0, walletCents: 140 },
    { days: 30, credits: 4, walletCents: 600 },
  ],
  usage: [
    { day: "2026-11-19", upBytes: 1_000_000, downBytes: 2_000_000, requests: 3 },
    { day: "2026-11-20", upBytes: 0, downBytes: 4_000_000, requests: 1 },
  ],
  history: [staticEventRow()],
  ...more,
});

/** For the top of a test file: resets the mocks before each test, unmounts the screen after it. */
export function beginScreens(): void {
  watchClipboard();
}

const stock = {
  country: "US",
  countryName: "United States",
  state: "newyork",
  stateName: "New York",
  city: "newyork",
  cityName: "New York",
  available: 12,
};
const index = { active: 3, expiringSoon: 1, expired: 1, unreachable: 1 };
const usual: Answers = {
  "/v2/static/index": () => ({ ...index, credits: { 7: 0, 30: 4, 90: 1 }, autoRenew: 2 }),
  "/v1/static/prices": () => ({ items: prices("static", [7, 30, 90]) }),
  "/v1/static/list": () => ({ items: [stock] }),
  "/v2/static/useList": () => page([berlin, paris, dead, ended]),
  "/v2/static/info": () => info(berlin),
  "/v1/static/history": () => page([staticEventRow()]),
  "/v1/staticShort/index": () => ({
    ...index,
    credits: { 1: 2, 3: 0, 7: 0 },
    prices: prices("short", [1, 3, 7]),
  }),
  "/v1/staticShort/servers": () => ({ items: [] }),
  "/v1/staticShort/used": () => page([berlin]),
  "/v1/staticShort/history": () => page([]),
  "/v1/shareChart": () => ({ items: [{ day: "2026-11-20" }] }),
  "/v1/trafficInfo": () => ({ exampleTarget: "http://127.0.0.1:7999/ip" }),
  "/v1/headerInit": () => ({ walletCents: 5000, paymentMethods: [] }),
  "/v1/paymentMethods": () => methodsAnswer(),
};
const LongTerm = () => <StaticIps term="static" />;
export const ShortTerm = () => <StaticIps term="short" />;

export async function show(more: Answers = {}, search = "", Screen = LongTerm) {
  return showScreen({
    screen: Screen,
    area: ["static", "static-take", "static-edit", "lines", "formats", "buy", "manager"],
    path: `/cli/static-proxies${search}`,
    answers: { ...usual, ...more },
  });
}
export const row = async (host: string) => {
  const cell = await screen.findByText((text) => text.startsWith(`${host}:`));
  return within(cell.closest("tr") as HTMLElement);
};
/** The card with the credits of one period. */
export const creditCard = async (name: string) => {
  const label = await screen.findByText(name);
  return within(label.closest(".mantine-Paper-root") as HTMLElement);
};
export const tick = (host: string) => fireEvent.click(screen.getByLabelText(`Select ${host}`));
