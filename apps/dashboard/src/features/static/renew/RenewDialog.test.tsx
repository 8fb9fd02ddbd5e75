import { fireEvent, screen, within } from "@testing-library/react";
import { useState } from "react";
import { expect, test } from "vitest";
import { speedUpIntervals } from "../../../testing/speed-up-intervals.ts";
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
import { staticIpRow } from "../testing/static-ip.ts";
import { takeAnswers } from "../testing/take.ts";
import { RenewDialog } from "./RenewDialog.tsx";
import type { StaticIp } from "../static-ip.ts";

const HOST = "198.51.100.";
const row = (at: number, by: Partial<StaticIp> = {}) =>
  staticIpRow({ id: `i${at}`, host: `${HOST}${at}`, expiresAt: endOf(at), ...by });
/** The expiry of the IP with this number. */
const endOf = (at: number) => `2026-12-${String(at).padStart(2, "0")}T12:00:00.000Z`;
const plus = (end: string, days: number) =>
  new Date(Date.parse(end) + days * 86_400_000).toISOString();
const NUMBER_OF_ID = /^i(\d+)$/;
const numbers = (ids: string | undefined) =>
  (ids ?? "").split(",").map((id) => Number(NUMBER_OF_ID.exec(id)?.[1]));

/** Quotes like the API, with three credits for 30 days; IPs up to `late` expired too long ago. */
const quotes =
  (late = 0, renewedBy = 0) =>
  ({ ids, days }: Record<string, string>) => {
    const asked = numbers(ids);
    if (asked.some((at) => at <= late)) {
      return new Refused(410, "It is too late.", { reason: "renewalTooLate" });
    }
    const creditsUsed = days === "30" ? Math.min(3, asked.length) : 0;
    const walletCents = (asked.length - creditsUsed) * 500;
    return {
      days: Number(days),
      creditsUsed,
      walletCents,
      affordable: walletCents <= 2_000,
      outsideCents: asked.length * 500,
      items: asked.map((at) => ({
        id: `i${at}`,
        host: `${HOST}${at}`,
        by: "credit",
        expiresAt: plus(endOf(at), renewedBy),
        renewedUntil: plus(endOf(at), renewedBy + Number(days)),
      })),
    };
  };
const renews = ({ ids, days }: Record<string, string>) => ({
  renewed: numbers(ids).length,
  items: numbers(ids).map((at) => row(at, { expiresAt: plus(endOf(at), Number(days)) })),
  creditsUsed: 3,
  walletCents: 500,
});

async function show(rows: StaticIp[], more: Answers = {}) {
  function Renewer() {
    const [open, setOpen] = useState(true);
    return (
      <>
        <button type="button" onClick={() => setOpen(true)}>
          Open
        </button>
        <RenewDialog rows={open ? rows : null} onClose={() => setOpen(false)} />
      </>
    );
  }
  const answers = {
    ...takeAnswers,
    "/v1/static/moreInfo": quotes(),
    "/v2/renewalStatic": renews,
    ...more,
  };
  const opened = await showScreen({
    screen: Renewer,
    area: ["static-take", "buy"],
    path: "/cli/static-proxies",
    answers,
  });
  return { dialog: within(await screen.findByRole("dialog")), ...opened };
}
type Dialog = Awaited<ReturnType<typeof show>>["dialog"];
const rows = (count: number) => Array.from({ length: count }, (_, at) => row(at + 1));

test("before renewing, credits, wallet and the new ends are shown, counted from the old ends (spec/static#renewal)", async () => {
  const { dialog, askedOf } = await show(rows(4));
  await dialog.findByText("Dec 1, 2026 → Dec 31, 2026");
  await seesSum(dialog, "Credits used", "3 of 3");
  await dialog.findByText("1 × $5.00");
  await seesSum(dialog, "To pay", "$5.00");
  await seesSum(dialog, "Wallet afterwards", "$15.00");
  await press("Renew 4 IPs for $5.00", dialog);
  await dialog.findByText("4 IPs renewed");
  expect(dialog.getByText("until Jan 3, 2027")).toBeTruthy();
  expect(dialog.getByText(/^3 credits were used; \$5\.00 came/)).toBeTruthy();
  expect(askedOf("/v2/renewalStatic")).toMatchObject([
    { ids: "i1,i2,i3,i4", days: "30", method: "wallet" },
  ]);
  expect(document.activeElement).toBe(dialog.getByRole("button", { name: "Done" }));
});

test("a single renewed IP is shown with its new end", async () => {
  const { dialog } = await show(rows(1), {
    "/v2/renewalStatic": (asked) => ({ ...renews(asked), creditsUsed: 1, walletCents: 0 }),
  });
  expect(screen.getByRole("dialog", { name: "Renew 198.51.100.1" })).toBeTruthy();
  await press("Renew 1 IP", dialog);
  await dialog.findByText(/^1 IP renewed until Dec 31, 2026/);
  expect(dialog.getByText("1 credit was used.")).toBeTruthy();
});

test("the IP's own period is preselected; another period has another price", async () => {
  const { dialog, askedOf } = await show([row(1, { validDays: 7 })]);
  await dialog.findByRole("button", { name: "Renew 1 IP for $5.00" });
  expect(askedOf("/v1/static/moreInfo")).toMatchObject([{ days: "7" }]);
  click(/^30 days/, dialog);
  await press("Renew 1 IP", dialog);
  await dialog.findByText(/^1 IP renewed until/);
});

test("IPs that ended more than 24 hours ago are left out and listed; the rest are renewed", async () => {
  const ended = [1, 2, 3, 4].map((at) => row(at, { expired: true, remainingHours: 0 }));
  const { dialog, askedOf } = await show([...ended, row(5), row(6)], {
    "/v1/static/moreInfo": quotes(2),
  });
  await dialog.findByText("2 IPs are left out");
  expect(dialog.getByText(/passed since the end: 198\.51\.100\.1, 198\.51\.100\.2$/)).toBeTruthy();
  expect(dialog.getAllByText("Expired")).toHaveLength(2);
  await press(/^Renew 4 IPs/, dialog);
  await dialog.findByText("4 IPs renewed");
  expect(askedOf("/v2/renewalStatic")).toMatchObject([{ ids: "i3,i4,i5,i6" }]);
});

test("if it is too late for all of them, nothing can be renewed", async () => {
  const { dialog } = await show(rows(2), { "/v1/static/moreInfo": quotes(2) });
  await dialog.findByText("It is too late to renew");
  expect(dialog.queryByRole("button", { name: /^Renew/ })).toBeNull();
  expect(dialog.queryByText("Payment method")).toBeNull();
});

test("an insufficient wallet shows the missing amount and links to a recharge", async () => {
  const { dialog, askedOf } = await show(rows(9));
  await dialog.findByText("Your wallet is $10.00 short.");
  expect(getHref("Top up the wallet", dialog)).toBe("/cli/home?recharge=1&cents=1000");
  expect(dialog.queryByRole("button", { name: /^Renew/ })).toBeNull();
  expect(askedOf("/v2/renewalStatic")).toEqual([]);
});

test("an identity that is needed is told before, with a link; credits need none (spec/identity#gates)", async () => {
  const gated: Answers = {
    "/v1/static/moreInfo": (asked) => ({ ...quotes()(asked), identityNeeded: true }),
  };
  const { dialog, askedOf } = await show(rows(4), gated);
  await dialog.findByRole("link", { name: "Verify your identity" });
  expect(dialog.queryByRole("button", { name: /^Renew/ })).toBeNull();
  expect(askedOf("/v2/renewalStatic")).toEqual([]);
  const covered = await show(rows(3), gated);
  await covered.dialog.findByRole("button", { name: "Renew 3 IPs" });
});

test("a refusal by the API is shown and no IP is renewed", async () => {
  const { dialog } = await show(rows(2), {
    "/v2/renewalStatic": () =>
      new Refused(402, "Insufficient balance", { reason: "insufficientBalance", short: "wallet" }),
  });
  await press("Renew 2 IPs", dialog);
  expect((await dialog.findByRole("alert")).textContent).toContain("Insufficient balance");
  expect(dialog.queryByText(/renewed/)).toBeNull();
});

test("after a lost response the same requestId and the same fields are sent again", async () => {
  let answers = false;
  const { dialog, askedOf } = await show(rows(2), {
    "/v2/renewalStatic": (asked) => (answers ? renews(asked) : new NoAnswer()),
  });
  await press("Renew 2 IPs", dialog);
  await dialog.findByText("Were 2 IPs renewed?");
  expect(dialog.queryByRole("button", { name: /^Renew/ })).toBeNull();
  click("Close", dialog);
  fireEvent.click(screen.getByText("Open"));
  const again = within(await screen.findByRole("dialog"));
  answers = true;
  await press("Ask again", again);
  await again.findByText("2 IPs renewed");
  expectSentAgain(askedOf("/v2/renewalStatic"));
});

const orderedOutside = {
  renewed: 0,
  items: [],
  creditsUsed: 0,
  walletCents: 0,
  paymentId: "p1",
  payUrl: "http://127.0.0.1:9/pay/p1",
};
async function payBy(name: "Card" | "Crypto", dialog: Dialog) {
  fireEvent.click(await dialog.findByRole("radio", { name }));
  await press("Continue to payment: $20.00", dialog);
}

test.each([
  ["Card", "card"],
  ["Crypto", "crypto"],
] as const)(
  "%s pays for all IPs on a page that opens at the click; then they are renewed (spec/static#renewal)",
  async (name, method) => {
    speedUpIntervals();
    const tab = watchedTab();
    let status: "pending" | "paid" = "pending";
    const { dialog, askedOf } = await show(rows(4), {
      "/v2/renewalStatic": () => orderedOutside,
      "/v1/payment": () => payment({ status, amountCents: 2000, receivedCents: 2000, method }),
      "/v1/static/moreInfo": (asked) => quotes(0, status === "paid" ? 30 : 0)(asked),
    });
    await payBy(name, dialog);
    await dialog.findByText("Waiting for payment…");
    expect(tab.location.replace).toHaveBeenCalledWith(orderedOutside.payUrl);
    expect(tab.opener).toBeNull();
    expect(askedOf("/v2/renewalStatic")).toMatchObject([{ ids: "i1,i2,i3,i4", method }]);
    status = "paid";
    await dialog.findByText("4 IPs renewed");
    expect(dialog.getByText(`Payment received (${name}): $20.00.`)).toBeTruthy();
    expect(dialog.getByText("until Jan 3, 2027")).toBeTruthy();
  },
  15_000,
);

test("an IP that could no longer be renewed when the payment arrived is reported", async () => {
  speedUpIntervals();
  watchedTab();
  let status: "pending" | "paid" = "pending";
  const { dialog } = await show(rows(4), {
    "/v2/renewalStatic": () => orderedOutside,
    "/v1/payment": () => payment({ status, amountCents: 2000, receivedCents: 2000 }),
    "/v1/static/moreInfo": (asked) => {
      const answer = quotes(0, status === "paid" ? 30 : 0)(asked);
      if (answer instanceof Refused || status === "pending") return answer;
      const [first, ...others] = answer.items;
      return { ...answer, items: [{ ...first, expiresAt: endOf(1) }, ...others] };
    },
  });
  await payBy("Card", dialog);
  await dialog.findByText("Waiting for payment…");
  status = "paid";
  await dialog.findByText("3 IPs renewed");
  expect(dialog.getByText(/\. 1 IP could not be renewed any more/)).toBeTruthy();
}, 15_000);

test("a refused payment closes the tab that was opened for it", async () => {
  const tab = watchedTab();
  const { dialog } = await show(rows(4), {
    "/v2/renewalStatic": () =>
      new Refused(403, "Not set up", { reason: "paymentMethodUnavailable" }),
  });
  await payBy("Card", dialog);
  await dialog.findByText("Not set up");
  expect(tab.close).toHaveBeenCalledTimes(1);
});

test("a quote that failed can be requested again", async () => {
  let failing = true;
  const { dialog } = await show(rows(1), {
    "/v1/static/moreInfo": (asked) => (failing ? new NoAnswer() : quotes()(asked)),
  });
  await dialog.findByText("This could not be loaded");
  failing = false;
  click("Try again", dialog);
  await dialog.findByRole("button", { name: "Renew 1 IP" });
});

test("more IPs than one call can renew are refused without a request", async () => {
  const { dialog, askedOf } = await show(
    Array.from({ length: 1001 }, (_, at) => row(1, { id: `i${at}` })),
  );
  await dialog.findByText("At most 1,000 IPs are renewed at once. Please select fewer.");
  expect(askedOf("/v1/static/moreInfo")).toEqual([]);
});
