import { fireEvent, screen, within } from "@testing-library/react";
import { useState } from "react";
import { expect, test, vi } from "vitest";
import { formatDateTime } from "@turnpike/ui/lib/format.ts";
import {
  click,
  expectSentAgain,
  getHref,
  press,
  seesSum,
  watchedTab,
} from "../../../testing/person.ts";
import { type Answers, NoAnswer, Refused, showScreen } from "../../../testing/screen.tsx";
import { payment } from "../../../testing/shop.ts";
import { endedPlan, planRow, portRegions, unlimitedAnswers } from "../testing/unlimited.ts";
import type { UnlimitedPlan } from "../port.ts";
import { RenewPlanDialog } from "./RenewPlanDialog.tsx";

const DAY_MS = 86_400_000;
const later = (plan: UnlimitedPlan, days: number) =>
  new Date(Date.parse(plan.expiresAt) + days * DAY_MS).toISOString();
const again = vi.fn<(plan: UnlimitedPlan) => void>();

async function show(plan: UnlimitedPlan, more: Answers = {}, other = plan) {
  function Renewer() {
    const [renewed, setRenewed] = useState<UnlimitedPlan | null>(plan);
    return (
      <>
        <button type="button" onClick={() => setRenewed(other)}>
          Open
        </button>
        <RenewPlanDialog
          kind="port"
          plan={renewed}
          onOrderAgain={again}
          onClose={() => setRenewed(null)}
        />
      </>
    );
  }
  const opened = await showScreen({
    screen: Renewer,
    area: ["unlimited-buy", "buy", "static-take"],
    path: "/cli/unlimit-proxies",
    answers: {
      ...unlimitedAnswers,
      "/v1/renewalUnlimit": ({ days }) => ({
        order: { amountCents: 2_700 },
        plan: { ...plan, expiresAt: later(plan, Number(days)) },
      }),
      ...more,
    },
  });
  return { dialog: within(await screen.findByRole("dialog")), ...opened };
}

test("shows price, wallet and the new end, counted from the old end, then renews (spec/unlimited#renewal)", async () => {
  const plan = planRow();
  const { dialog, askedOf } = await show(plan);
  await screen.findByRole("dialog", { name: "Renew the plan: Europe, 3 ports" });
  await dialog.findByText("A plan cannot be renewed after its end");
  await seesSum(dialog, "To pay", "$27.00");
  await dialog.findByText("3 × $9.00");
  await seesSum(dialog, "New end", formatDateTime(later(plan, 30)));
  await seesSum(dialog, "Wallet afterwards", "$73.00");
  await press("Renew for $27.00", dialog);
  await dialog.findByText(`Renewed until ${formatDateTime(later(plan, 30))}`);
  expect(dialog.getByText("$27.00 paid.")).toBeTruthy();
  expect(askedOf("/v1/renewalUnlimit")).toMatchObject([
    { planId: "p1", days: "30", method: "wallet" },
  ]);
  const [quote] = askedOf("/v1/quote");
  expect(quote).toMatchObject({ sku: "port", region: "europe", days: "30", renewal: "1" });
});

test("opens with the plan's own period; another period has another price and end", async () => {
  const plan = planRow({ days: 7 });
  const { dialog, askedOf } = await show(plan);
  await dialog.findByRole("button", { name: "Renew for $9.00" });
  click(/^90 days/, dialog);
  await dialog.findByRole("button", { name: "Renew for $72.00" });
  await seesSum(dialog, "New end", formatDateTime(later(plan, 90)));
  expect(askedOf("/v1/renewalUnlimit")).toEqual([]);
});

test("an insufficient wallet shows the missing amount and links to a recharge", async () => {
  const { dialog, askedOf } = await show(planRow({ quantity: 20 }));
  await dialog.findByText("Your wallet is $80.00 short.");
  expect(getHref("Top up the wallet", dialog)).toBe("/cli/home?recharge=1&cents=8000");
  expect(askedOf("/v1/renewalUnlimit")).toEqual([]);
});

test("a plan that ended meanwhile is reported, and the same plan can be ordered again (410)", async () => {
  const plan = planRow();
  const { dialog } = await show(plan, {
    "/v1/renewalUnlimit": () => new Refused(410, "Expired.", { reason: "planExpired" }),
  });
  await press("Renew for $27.00", dialog);
  await dialog.findByText("This plan has expired");
  expect(dialog.queryByRole("button", { name: /^Renew for/ })).toBeNull();
  await press("Order the same again", dialog);
  expect(again).toHaveBeenCalledWith(plan);
});

test("the message that one plan has ended is not shown for the next plan", async () => {
  const other = planRow({ id: "p7", regionName: "Africa", region: "africa", quantity: 1 });
  const { dialog } = await show(
    planRow(),
    { "/v1/renewalUnlimit": () => new Refused(410, "Expired.", { reason: "planExpired" }) },
    other,
  );
  await press("Renew for $27.00", dialog);
  await dialog.findByText("This plan has expired");
  click("Close", dialog);
  fireEvent.click(screen.getByText("Open"));
  const next = within(await screen.findByRole("dialog", { name: /Africa, 1 port/ }));
  await next.findByRole("button", { name: "Renew for $8.00" });
});

test("a plan that has ended cannot be renewed", async () => {
  const { dialog, askedOf } = await show(endedPlan());
  await dialog.findByText("This plan has expired");
  expect(askedOf("/v1/quote")).toEqual([]);
});

test("a region that is no longer sold is reported", async () => {
  const { dialog, askedOf } = await show(planRow(), {
    "/v1/unlimit/portServers": () => ({ regions: portRegions.slice(2) }),
    "/v1/quote": () => new Refused(404, "Unknown product.", { reason: "unknownSku" }),
  });
  await dialog.findByText(/^This region is not on sale/);
  expect(dialog.queryByText("Unknown product.")).toBeNull();
  expect(dialog.getByRole("button", { name: "Renew" }).hasAttribute("disabled")).toBe(true);
  expect(askedOf("/v1/renewalUnlimit")).toEqual([]);
});

test("a period that has a price can be renewed even if new plans are not sold", async () => {
  const { dialog } = await show(planRow(), {
    "/v1/unlimit/portServers": () => ({ regions: portRegions.slice(2) }),
  });
  await dialog.findByRole("button", { name: "Renew for $27.00" });
  expect(dialog.queryByText(/^This region is not on sale/)).toBeNull();
});

test("after a lost response the same requestId is sent again, whichever plan is opened next", async () => {
  let answers = false;
  const plan = planRow();
  const { dialog, askedOf } = await show(
    plan,
    {
      "/v1/renewalUnlimit": () =>
        answers
          ? { order: { amountCents: 2_700 }, plan: { ...plan, expiresAt: later(plan, 30) } }
          : new NoAnswer(),
    },
    planRow({ id: "p7", regionName: "Africa" }),
  );
  await press("Renew for $27.00", dialog);
  await dialog.findByText("Was the plan renewed?");
  click("Close", dialog);
  fireEvent.click(screen.getByText("Open"));
  const next = within(await screen.findByRole("dialog", { name: /Europe, 3 ports/ }));
  answers = true;
  await press("Ask again", next);
  await next.findByText(`Renewed until ${formatDateTime(later(plan, 30))}`);
  expectSentAgain(askedOf("/v1/renewalUnlimit"));
});

test("a user who does not retry a lost call continues with the plan that was opened", async () => {
  const { dialog } = await show(
    planRow(),
    { "/v1/renewalUnlimit": () => new NoAnswer() },
    planRow({ id: "p7", regionName: "Africa", region: "africa" }),
  );
  await press("Renew for $27.00", dialog);
  await dialog.findByText("Was the plan renewed?");
  click("Close", dialog);
  fireEvent.click(screen.getByText("Open"));
  const next = within(await screen.findByRole("dialog", { name: /Europe, 3 ports/ }));
  await press("Start over", next);
  await next.findByRole("button", { name: "Renew for $24.00" });
  expect(screen.getByRole("dialog", { name: /Africa, 3 ports/ })).toBeTruthy();
});

const outside = { order: { amountCents: 2_700 }, paymentId: "y1", payUrl: "http://127.0.0.1:9/p" };
async function payByCard(more: Answers) {
  watchedTab();
  const shown = await show(planRow(), {
    "/v1/renewalUnlimit": () => ({ ...outside, plan: planRow() }),
    "/v1/payment": () => payment({ status: "paid", amountCents: 2_700, receivedCents: 2_700 }),
    ...more,
  });
  fireEvent.click(await shown.dialog.findByRole("radio", { name: "Card" }));
  await press("Continue to payment: $27.00", shown.dialog);
  return shown;
}

test("a card payment that renewed the plan shows its new end", async () => {
  const plan = planRow();
  const until = later(plan, 30);
  const { dialog } = await payByCard({
    "/v1/unlimit/portOrder": () => ({ plan: { ...plan, expiresAt: until }, items: [] }),
  });
  await dialog.findByText(`Renewed until ${formatDateTime(until)}`);
});

test("a payment that arrived too late is not reported as a renewal", async () => {
  const { dialog } = await payByCard({
    "/v1/unlimit/portOrder": () => ({
      plan: planRow({ expiresAt: "2026-01-01T00:00:00Z" }),
      items: [],
    }),
  });
  await dialog.findByText(/the money is in your wallet/);
  expect(dialog.queryByText(/^Renewed until/)).toBeNull();
});
