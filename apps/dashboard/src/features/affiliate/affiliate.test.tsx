import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { type } from "../../testing/person.ts";
import { page } from "../../testing/page.ts";
import { NoAnswer, Refused } from "../../testing/screen.tsx";
import { days, info, profit, showPlan as show, withdrawal } from "./testing/affiliate-screens.ts";

const button = (name: string | RegExp) => screen.findByRole<HTMLButtonElement>("button", { name });

test("shows the invitation link and code, and the rules with the current figures (spec/affiliate#profit)", async () => {
  await show();
  expect(
    await screen.findByText("https://proxies.example/index/register?code=ADA4EVER"),
  ).toBeTruthy();
  expect(screen.getByText("ADA4EVER")).toBeTruthy();
  expect(screen.getByRole("img", { name: "QR code of your invitation link" })).toBeTruthy();
  expect(screen.getByText(/^12% of each order and 4% of each renewal/)).toBeTruthy();
  expect(screen.getByText(/after 21 days when they pay by card/)).toBeTruthy();
  const telegram = screen.getByRole("link", { name: "Telegram" });
  expect(telegram.getAttribute("href")).toContain(encodeURIComponent("?code=ADA4EVER"));
  expect(telegram.getAttribute("rel")).toBe("noopener noreferrer");
});

test("shows all figures of the programme (spec/affiliate#calls)", async () => {
  await show();
  await screen.findByText("$100.50");
  const figures = screen.getByRole("region", { name: "Your figures" });
  for (const text of ["$100.50", "$7.77", "$40.00", "$20.00", "3", "$1,234.56"]) {
    expect(within(figures).getByText(text)).toBeTruthy();
  }
});

test("a profit deducted after its payout is shown as a negative amount", async () => {
  await show({ "/v1/shareInfo": () => info({ withdrawableCents: -500 }) });
  expect(await screen.findByText("-$5.00")).toBeTruthy();
  expect(screen.getByText(/Your next profit makes up for it/)).toBeTruthy();
  expect((await button("Withdraw")).disabled).toBe(true);
});

test("without invitations the screen explains what to do; a failed API call can be retried", async () => {
  const empty = { "/v1/shareChart": () => ({ items: days({}) }) };
  await show({ ...empty, "/v1/shareInfo": () => info({ invitations: 0, withdrawableCents: 0 }) });
  expect(await screen.findByText("No invitation yet")).toBeTruthy();
  expect(screen.getByText("Nothing to withdraw yet")).toBeTruthy();
  let works = false;
  await show({ "/v1/shareInfo": () => (works ? info() : new NoAnswer()) });
  expect(await screen.findByText("This could not be loaded")).toBeTruthy();
  works = true;
  fireEvent.click(await button("Try again"));
  expect(await screen.findByText("ADA4EVER")).toBeTruthy();
});

test("each of the four tables has its own tab and page, kept in the URL (spec/affiliate)", async () => {
  const { askedOf, router } = await show({
    "/v1/profitList": ({ status }) =>
      status === "frozen"
        ? page([profit()])
        : page([profit({ status: "available", deductedCents: 250, profitCents: 750 })], 25),
    "/v1/profitRecord": () =>
      page([withdrawal({ status: "rejected", target: "crypto", reason: "Unknown network" })]),
    "/v1/invitations": () =>
      page([
        {
          id: "i1",
          registeredAt: "2026-10-01T10:00:00Z",
          registerEmail: "c***@example.com",
          orders: 2,
          transactionCents: 5_000,
          profitCents: 500,
        },
      ]),
  });
  expect(await screen.findByText("TP1001")).toBeTruthy();
  expect(screen.getByText("−$2.50")).toBeTruthy();
  expect(screen.getByText("Available")).toBeTruthy();
  fireEvent.click(await button("Page 2"));
  await waitFor(() => expect(askedOf("/v1/profitList").at(-1)).toMatchObject({ page: "2" }));
  fireEvent.click(screen.getByRole("tab", { name: "Frozen profits" }));
  expect(await screen.findByText("10 days")).toBeTruthy();
  expect(router.state.location.search).toBe("?tab=frozen");
  expect(askedOf("/v1/profitList").at(-1)).toMatchObject({ page: "1", status: "frozen" });
  fireEvent.click(screen.getByRole("tab", { name: "Withdrawals" }));
  expect(await screen.findByText("Reason: Unknown network")).toBeTruthy();
  fireEvent.click(screen.getByRole("tab", { name: "Invitations" }));
  expect(await screen.findByText("c***@example.com")).toBeTruthy();
});

test("a custom code has 6-15 letters and digits; a taken one is reported (spec/affiliate#invitation-code)", async () => {
  const { askedOf } = await show(
    {
      "/v1/upShareCode": ({ code }) =>
        code === "TAKEN123"
          ? new Refused(409, "This invitation code is taken. Please choose another.", {
              reason: "inviteCodeTaken",
            })
          : { inviteCode: code, shareUrl: `https://proxies.example/index/register?code=${code}` },
    },
    "?dialog=code",
  );
  expect(await screen.findByText(/^Your current code ADA4EVER and the links/)).toBeTruthy();
  for (const code of ["abc12", "has space", "ümlaut12"]) {
    type("New code", code);
    fireEvent.click(await button("Save code"));
    expect(await screen.findByText("The code does not meet both points below")).toBeTruthy();
  }
  expect(askedOf("/v1/upShareCode")).toEqual([]);
  type("New code", "TAKEN123");
  expect(screen.getByText("https://proxies.example/index/register?code=TAKEN123")).toBeTruthy();
  fireEvent.click(await button("Save code"));
  expect(await screen.findByText(/^This invitation code is taken/)).toBeTruthy();
  type("New code", "proxies4you");
  fireEvent.click(await button("Save code"));
  expect(await screen.findByText("Your invitation code is now proxies4you")).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});
