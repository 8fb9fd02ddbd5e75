/** Test helpers: screens of the ISP pool, and the API's answers. */
import { fireEvent, screen } from "@testing-library/react";
import { watchClipboard } from "../../../testing/person.ts";
import { page } from "../../../testing/page.ts";
import { type Answers, showScreen } from "../../../testing/screen.tsx";
import { shopAnswers } from "../../../testing/shop.ts";
import { testUser } from "../../../testing/user.ts";
import { IspPool } from "../IspPool.tsx";
import { PoolHistory } from "../PoolHistory.tsx";
import type { IpAuth, OpenedIp, PoolIp } from "../pool-ip.ts";

const berlin = {
  country: "DE",
  countryName: "Germany",
  state: "berlin",
  stateName: "Berlin",
  city: "berlin",
  cityName: "Berlin",
  postal: "10115",
  isp: "telekom",
  ispName: "Deutsche Telekom",
  asn: 3320,
};
export const exit = (more: Partial<PoolIp> = {}): PoolIp => ({
  id: "e1",
  ip: "127.1.*.*",
  ...berlin,
  latencyMs: 42,
  measuredAt: null,
  opened: false,
  ...more,
});
const hamburg = { state: "hamburg", stateName: "Hamburg", city: "hamburg", cityName: "Hamburg" };
export const exits = [
  exit(),
  exit({ id: "e2", ip: "127.2.*.*", ...hamburg, latencyMs: 320 }),
  exit({ id: "e3", ip: "127.3.0.9", latencyMs: null, opened: true }),
];
export const openedRow = (more: Partial<OpenedIp> = {}): OpenedIp => ({
  id: "o1",
  exitId: "e1",
  host: "192.0.2.1",
  port: 10_001,
  ip: "127.1.0.7",
  auth: "user",
  username: "poolname",
  password: "Secret99",
  ...berlin,
  openedAt: new Date(Date.now() - 60_000).toISOString(),
  expiresAt: new Date(Date.now() + 3_540_000).toISOString(),
  remainingSeconds: 3540,
  status: "active",
  open: true,
  latencyMs: 42,
  measuredAt: null,
  by: "call",
  upBytes: 1_000_000,
  downBytes: 4_000_000,
  ...more,
});
const { username: _name, password: _password, ...bare } = openedRow();
/** For whitelisted addresses: without user name. */
export const bareRow = (more: Partial<OpenedIp> = {}): OpenedIp => ({
  ...bare,
  auth: "nouser",
  ...more,
});
const place = (one: typeof hamburg, online: number) => ({ ...one, online });

/** For the top of a test file: resets the mocks before each test, unmounts the screen after it. */
export function setUpScreens(): void {
  watchClipboard();
}

const usual: Answers = {
  ...shopAnswers,
  "/v1/member": () => testUser({ ipBalance: 10 }),
  "/v1/countrys": () => ({
    items: [
      { code: "DE", name: "Germany", online: 120 },
      { code: "FR", name: "France", online: 7 },
    ],
  }),
  "/v1/city": () => ({ items: [place(hamburg, 20), place(berlin, 100)] }),
  "/v1/postal": () => ({ items: [{ postal: "10115", city: "berlin", online: 5 }] }),
  "/v1/isp": () => ({ items: [{ isp: "telekom", ispName: "Deutsche Telekom", online: 60 }] }),
  "/v1/asn": () => ({ items: [{ asn: 3320, isp: "telekom", name: "DTAG", online: 60 }] }),
  "/v1/ip/list": () => page(exits, 120),
  "/v1/ipHistory": () => page([openedRow()]),
  "/v2/ipHistory": () => page([bareRow()]),
  "/v1/ipPassInfo": () => ({ username: "poolname", password: "Secret99", endpoints: [] }),
  "/v1/ipLineChart": () => ({ items: [{ day: "2026-11-21", opened: 3 }] }),
  "/v1/trafficInfo": () => ({ exampleTarget: "http://127.0.0.1:7999/ip" }),
  "/v1/trafficWhiteList": () => page([{ id: "w1" }], 1),
  "/v1/checkTrafficWhite": () => ({ ip: "203.0.113.7", whitelisted: true }),
};
const areas = ["pool", "manager", "buy", "static-take", "lines", "formats"];

async function showIt(Screen: () => React.ReactNode, path: string, more: Answers) {
  return showScreen({ screen: Screen, area: areas, path, answers: { ...usual, ...more } });
}
export const showPool = (auth: IpAuth, search = "", more: Answers = {}) =>
  showIt(() => <IspPool auth={auth} />, `/cli/isp-${auth}${search}`, more);
export const showRecords = (search = "", more: Answers = {}) =>
  showIt(PoolHistory, `/cli/isp-history${search}`, more);

export const tick = (name: string | RegExp) => fireEvent.click(screen.getByLabelText(name));
export const choose = async (label: string, option: string | RegExp) => {
  fireEvent.click(screen.getByLabelText(label, { selector: "input" }));
  fireEvent.click(await screen.findByRole("option", { name: option, hidden: true }));
};
