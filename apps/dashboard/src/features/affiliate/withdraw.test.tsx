import { fireEvent, screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { click, type } from "../../testing/person.ts";
import { NoAnswer, Refused } from "../../testing/screen.tsx";
import { info, showPlan as show, withdrawal } from "./testing/affiliate-screens.ts";

const ADDRESS = "0x52908400098527886E0F7030069857D2E4169EE7";

const button = (name: string | RegExp) => screen.findByRole<HTMLButtonElement>("button", { name });

test("to the balance: no minimum, at once, with a confirmation of the result (spec/affiliate#withdrawals)", async () => {
  let left = 10_050;
  const { askedOf } = await show(
    {
      "/v1/shareInfo": () => info({ withdrawableCents: left }),
      "/v1/getProfit": () => {
        left = 10_049;
        return { withdrawal: withdrawal({ amountCents: 1 }) };
      },
    },
    "?dialog=withdraw",
  );
  await screen.findByText("Withdrawable: $100.50");
  type("Amount", "0.01");
  expect(screen.getByText("$100.49")).toBeTruthy();
  fireEvent.click(await button("Withdraw $0.01"));
  expect(await screen.findByText("$0.01 is in your wallet")).toBeTruthy();
  expect(await screen.findByText("Your wallet now holds $62.50.")).toBeTruthy();
  const [asked] = askedOf("/v1/getProfit");
  expect(asked).toMatchObject({ amountCents: "1", target: "balance" });
  expect(asked).not.toHaveProperty("walletAddress");
  expect(await screen.findByText("$100.49")).toBeTruthy();
});

test("an empty amount, or more than can be withdrawn, is not sent", async () => {
  const { askedOf } = await show({}, "?dialog=withdraw");
  await screen.findByText("Withdrawable: $100.50");
  const dialog = within(screen.getByRole("dialog"));
  click("Withdraw", dialog);
  expect(await screen.findByText("Enter an amount")).toBeTruthy();
  type("Amount", "100.51");
  expect(await screen.findByText("That is more than you can withdraw now ($100.50)")).toBeTruthy();
  fireEvent.click(await button("Withdraw $100.51"));
  click("All", dialog);
  expect(await button("Withdraw $100.50")).toBeTruthy();
  expect(askedOf("/v1/getProfit")).toEqual([]);
});

async function fillCrypto(amount: string) {
  await screen.findByText("Withdrawable: $100.50");
  fireEvent.click(screen.getByRole("radio", { name: /^Crypto wallet/ }));
  type("Amount", amount);
}

test("crypto: at least $30; wallet address and contact are required (spec/affiliate#withdrawals)", async () => {
  const { askedOf } = await show({}, "?dialog=withdraw");
  await fillCrypto("29.99");
  type("Contact", " ");
  fireEvent.click(await button("Continue"));
  expect(await screen.findByText("Withdrawals in crypto start at $30")).toBeTruthy();
  expect(screen.getByText("Enter the wallet address")).toBeTruthy();
  expect(screen.getByText("Enter how we can reach you")).toBeTruthy();
  type("Wallet address", ADDRESS.slice(0, -1));
  fireEvent.click(await button("Continue"));
  expect(await screen.findByText(/^This is not a wallet address/)).toBeTruthy();
  expect(askedOf("/v1/getProfit")).toEqual([]);
});

test("crypto: fee and payout are shown before confirming; a retry after a lost response pays once", async () => {
  let tries = 0;
  const { askedOf } = await show(
    {
      "/v1/getProfit": ({ contact, walletAddress }) => {
        tries += 1;
        if (tries === 1) return new NoAnswer();
        const crypto = { status: "pending", target: "crypto", decidedAt: null };
        return {
          withdrawal: withdrawal({
            ...crypto,
            contact,
            walletAddress,
            amountCents: 10_000,
            feeCents: 200,
          }),
        };
      },
    },
    "?dialog=withdraw",
  );
  await fillCrypto("100");
  type("Wallet address", ` ${ADDRESS} `);
  expect(screen.getByText("This is an Ethereum address (0x).")).toBeTruthy();
  fireEvent.click(await button("Continue"));
  expect(await screen.findByText("Is everything right?")).toBeTruthy();
  expect(screen.getByText("−$2.00")).toBeTruthy();
  expect(screen.getByText("$98.00")).toBeTruthy();
  expect(askedOf("/v1/getProfit")).toEqual([]);
  fireEvent.click(await button("Request $100.00"));
  await screen.findByText(/^The server cannot be reached/);
  fireEvent.click(await button("Request $100.00"));
  expect(await screen.findByText("Your withdrawal of $100.00 is requested")).toBeTruthy();
  expect(screen.getByText(/^\$98\.00 goes to the address below/)).toBeTruthy();
  const [first, second] = askedOf("/v1/getProfit");
  expect(first).toMatchObject({
    amountCents: "10000",
    target: "crypto",
    contact: "ada@example.com",
    walletAddress: ADDRESS,
  });
  expect(second?.requestId).toBe(first?.requestId);
  expect(first?.requestId).toMatch(/^\w{32}$/);
});

test("MFA verification is required before sensitive actions (spec/sign-in#guarded-calls)", async () => {
  const { askedOf } = await show(
    {
      "/v1/getProfit": ({ mfaCode }) =>
        mfaCode === "123456"
          ? { withdrawal: withdrawal() }
          : new Refused(460, "Please enter the code", { reason: "mfaNeeded" }),
    },
    "?dialog=withdraw",
  );
  await screen.findByText("Withdrawable: $100.50");
  type("Amount", "12.5");
  fireEvent.click(await button("Withdraw $12.50"));
  type(await screen.findByLabelText("Authentication code"), "123456");
  fireEvent.click(await button("Confirm"));
  expect(await screen.findByText("$12.50 is in your wallet")).toBeTruthy();
  const [first, second] = askedOf("/v1/getProfit");
  expect(second?.requestId).toBe(first?.requestId);
});

test("an API refusal is shown at its field", async () => {
  const short = { reason: "insufficientBalance", short: "profit" };
  await show(
    { "/v1/getProfit": () => new Refused(402, "Insufficient balance", short) },
    "?dialog=withdraw",
  );
  await fillCrypto("30");
  type("Wallet address", ADDRESS);
  fireEvent.click(await button("Continue"));
  fireEvent.click(await button("Request $30.00"));
  expect(await screen.findByText("Insufficient balance")).toBeTruthy();
  expect(screen.getByLabelText("Amount").getAttribute("aria-invalid")).toBe("true");
});
