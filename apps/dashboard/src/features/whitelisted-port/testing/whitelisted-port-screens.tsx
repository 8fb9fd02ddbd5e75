/** Test helpers: the screen of whitelisted ports, and the API's answers. */
import type { WhitelistedPort } from "@turnpike/contract/whitelisted-port.ts";
import { fireEvent, screen, within } from "@testing-library/react";
import { beforeEach } from "vitest";
import { watchClipboard } from "../../../testing/person.ts";
import { page } from "../../../testing/page.ts";
import { type Answers, showScreen } from "../../../testing/screen.tsx";
import { shopAnswers } from "../../../testing/shop.ts";
import { WhitelistedPorts } from "../WhitelistedPorts.tsx";

/** A port in Berlin with 10 of its 30 minutes left. */
export const portOf = (by: Partial<WhitelistedPort> = {}): WhitelistedPort => ({
  id: "w1",
  host: "198.51.100.1",
  port: 10_001,
  country: "DE",
  countryName: "Germany",
  state: "berlin",
  stateName: "Berlin",
  city: "berlin",
  cityName: "Berlin",
  isp: "",
  ispName: "",
  asn: 0,
  minutes: 30,
  createdAt: "2026-11-22T10:00:00.000Z",
  expiresAt: "2026-11-22T10:30:00.000Z",
  remainingSeconds: 600,
  open: true,
  byLink: false,
  remark: "",
  ...by,
});

const usual: Answers = {
  ...shopAnswers,
  "/v1/whitePorts": () => page([portOf(), portOf({ id: "w2", port: 10_002 })]),
  "/v2/country": () => ({
    items: [
      { code: "DE", name: "Germany", online: 120 },
      { code: "US", name: "United States", online: 300 },
    ],
  }),
  "/v2/city": () => ({
    items: [
      { state: "berlin", stateName: "Berlin", city: "berlin", cityName: "Berlin", online: 40 },
      { state: "hesse", stateName: "Hesse", city: "kassel", cityName: "Kassel", online: 7 },
    ],
  }),
  "/v2/asn": () => ({ items: [{ asn: 3320, isp: "dtag", name: "Telekom", online: 9 }] }),
  "/v1/trafficInfo": () => ({
    balanceBytes: 3_000_000_000,
    endpoints: [],
    exampleTarget: "http://127.0.0.1:7999/ip",
  }),
  "/v1/trafficWhiteList": () => ({ items: [], total: 2, page: 1, limit: 1 }),
  "/v1/checkTrafficWhite": () => ({ ip: "203.0.113.99", whitelisted: true }),
};

/** For the top of a test file: resets the mocks before each test, unmounts the screen after it. */
export function beginScreens(): void {
  watchClipboard();
  beforeEach(() => {
    localStorage.clear();
  });
}

export async function show(more: Answers = {}, search = "") {
  return showScreen({
    screen: WhitelistedPorts,
    area: ["whitelisted-port", "lines", "formats", "buy", "manager"],
    path: `/cli/api-white-model${search}`,
    answers: { ...usual, ...more },
  });
}

export const row = async (port: number) => {
  const cell = await screen.findByText(`198.51.100.1:${port}`);
  return within(cell.closest("tr") as HTMLElement);
};
/** Chooses an option of a searchable list. */
export async function choose(label: string, option: string) {
  const field = screen.getByRole("combobox", { name: label });
  fireEvent.click(field);
  fireEvent.click(await screen.findByRole("option", { name: new RegExp(option) }));
}
