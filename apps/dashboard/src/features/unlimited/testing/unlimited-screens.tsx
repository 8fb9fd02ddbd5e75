/** Test helpers: a plan's page, and the API's answers. */
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, vi } from "vitest";
import { watchClipboard } from "../../../testing/person.ts";
import { type Answers, showScreen } from "../../../testing/screen.tsx";
import { planAnswer, planOf, portOf } from "./unlimited-port.ts";
import { PlanPage } from "../plan/PlanPage.tsx";
import type { UnlimitedPlan } from "../port.ts";

export const plan = planOf();
export const first = portOf();
export const second = portOf({
  id: "u2",
  port: 26_002,
  account: "crawler2",
  country: "DE",
  rotationMinutes: 30,
  remark: "Preise",
  format: "{user}:{password}@{host}:{port}",
  usedBytes: 2_000_000_000,
});
export const third = portOf({ id: "u3", port: 26_003, account: "crawler3", open: false });
export const ports = [first, second, third];

export const region = (name: string, by: object = {}) => ({
  region: name.toLowerCase(),
  name,
  host: "198.51.100.1",
  stock: 40,
  unitMicros: { 7: 1, 30: 1, 90: 1 },
  countries: [
    { code: "DE", name: "Germany", exits: 4 },
    { code: "FR", name: "France", exits: 1 },
  ],
  ...by,
});
const usual: Answers = {
  "/v1/unlimit/portOrder": () => planAnswer(plan, ports),
  "/v1/unlimit/bandwidthOrder": () =>
    planAnswer(planOf({ kind: "bandwidth", quantity: 100, mbps: 100, ports: 1, open: 1 }), [first]),
  "/v1/unlimit/portServers": () => ({ regions: [region("Europe")] }),
  "/v2/unlimit/bandwidthServers": () => ({ regions: [region("Europe")] }),
  "/v1/trafficInfo": () => ({ exampleTarget: "http://127.0.0.1:7999/ip" }),
  "/v1/checkTrafficWhite": () => ({ ip: "203.0.113.99", whitelisted: false, items: [] }),
};

const press = () => vi.fn<(plan?: UnlimitedPlan) => void>();
export const pressed = { renew: press(), again: press(), back: press() };
/** For the top of a test file: resets the mocks before each test, unmounts the screen after it. */
export function beginScreens(): void {
  watchClipboard();
  beforeEach(() => {
    localStorage.clear();
    for (const mock of Object.values(pressed)) mock.mockClear();
  });
}

export async function show(
  more: Answers = {},
  { kind = "port", search = "" }: { kind?: "port" | "bandwidth"; search?: string } = {},
) {
  const Screen = () => (
    <PlanPage
      kind={kind}
      planId="p1"
      onRenew={pressed.renew}
      onOrderAgain={pressed.again}
      onBack={pressed.back}
    />
  );
  return showScreen({
    screen: Screen,
    area: ["unlimited", "unlimited-buy", "lines", "formats", "monitor", "manager"],
    path: `/cli/unlimit-proxies${search}`,
    answers: { ...usual, ...more },
  });
}

export const row = async (port: number) => {
  const cell = await screen.findByText(`198.51.100.1:${port}`);
  return within(cell.closest("tr") as HTMLElement);
};
export const tick = (port: number) =>
  fireEvent.click(screen.getByLabelText(`Select 198.51.100.1:${port}`));
export const closed = () =>
  waitFor(() => {
    if (screen.queryByRole("dialog")) throw new Error("still open");
  });
