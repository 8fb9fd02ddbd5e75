import { fireEvent, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { click, getHref, press, seesSum, type } from "../../../testing/person.ts";
import { NoAnswer, Refused } from "../../../testing/screen.tsx";
import { stockRows, takenRows } from "../testing/take.ts";
import { number, showTake as show, takes } from "../testing/take-screen.tsx";

test("a link preselects country, city and period; credits are used first (spec/static#taking)", async () => {
  const { dialog, askedOf } = await show("country=de&city=berlin&days=30", takes(2));
  type(await number(dialog), "2");
  expect(dialog.getByLabelText("Country", { selector: "input" })).toHaveProperty(
    "value",
    "Germany",
  );
  expect(dialog.getByLabelText("City", { selector: "input" })).toHaveProperty("value", "Berlin");
  expect(dialog.getByText("8 are free here")).toBeTruthy();
  await seesSum(dialog, "Credits used", "2 of 3");
  await seesSum(dialog, "To pay", "$0.00");
  await press("Get 2 IPs", dialog);
  await dialog.findByText("2 IPs are yours");
  const [asked] = askedOf("/v3/static/use");
  expect(asked).toMatchObject({ country: "DE", city: "berlin", days: "30", num: "2" });
  expect(asked).not.toHaveProperty("pay");
  expect(asked).not.toHaveProperty("account");
  expect(askedOf("/v1/quote")).toEqual([]);
});

test("what credits do not cover is bought from the wallet, showing number, price and remainder", async () => {
  const { dialog, askedOf } = await show(
    "country=DE&days=30",
    takes(5, { creditsUsed: 3, walletCents: 1_000 }),
  );
  type(await number(dialog), "5");
  await dialog.findByText("2 × $5.00");
  await seesSum(dialog, "To pay", "$10.00");
  await seesSum(dialog, "Wallet afterwards", "$10.00");
  await press("Get 5 IPs for $10.00", dialog);
  await dialog.findByText(/^3 credits were used; \$10\.00 came from the wallet\./);
  expect(askedOf("/v3/static/use")).toMatchObject([{ num: "5", pay: "wallet" }]);
  expect(askedOf("/v3/static/use")[0]).not.toHaveProperty("city");
  expect(askedOf("/v1/quote")).toContainEqual(
    expect.objectContaining({ sku: "static", days: "30", quantity: "2" }),
  );
});

test("the price tier depends on the number of IPs bought, not taken (spec/money#prices)", async () => {
  const { dialog } = await show("country=US&days=30", {
    "/v1/static/list": () => ({ items: [{ ...stockRows[0], available: 400 }] }),
  });
  type(await number(dialog), "52");
  await dialog.findByText("49 × $5.00");
  type(await number(dialog), "53");
  await dialog.findByText("50 × $4.50");
});

test("an insufficient wallet shows the missing amount and links to a recharge", async () => {
  const { dialog, askedOf } = await show("country=DE&days=90");
  type(await number(dialog), "6");
  await dialog.findByText("Your wallet is $10.00 short.");
  expect(getHref("Top up the wallet", dialog)).toBe("/cli/home?recharge=1&cents=1000");
  expect(dialog.queryByRole("button", { name: /^Get/ })).toBeNull();
  expect(askedOf("/v3/static/use")).toEqual([]);
});

test("“Please enter the quantity” is shown if none is typed (spec/dashboard#messages)", async () => {
  const { dialog, askedOf } = await show("country=DE");
  const field = await number(dialog);
  type(field, "");
  expect(dialog.queryByText("Please enter the quantity")).toBeNull();
  await press("Get IPs", dialog);
  await dialog.findByText("Please enter the quantity");
  expect(document.activeElement).toBe(field);
  type(field, "10001");
  fireEvent.blur(field);
  await dialog.findByText("Enter a whole number from 1 to 10,000");
  expect(askedOf("/v3/static/use")).toEqual([]);
});

test("without a country the form asks for one and sends nothing", async () => {
  const { dialog, askedOf } = await show("");
  await press("Get 1 IP", dialog);
  await dialog.findByText("Please choose a country");
  expect(document.activeElement).toBe(dialog.getByLabelText("Country", { selector: "input" }));
  expect(askedOf("/v3/static/use")).toEqual([]);
});

test("countries and cities show how many IPs are free; another country lists its own cities", async () => {
  const { dialog } = await show("country=DE&city=berlin");
  fireEvent.click(await dialog.findByLabelText("Country", { selector: "input" }));
  fireEvent.click(await screen.findByRole("option", { name: "United States 40 free" }));
  expect(dialog.getByLabelText("City", { selector: "input" })).toHaveProperty("value", "Any city");
  fireEvent.click(dialog.getByLabelText("City", { selector: "input" }));
  expect(await screen.findByRole("option", { name: "New York 40 free" })).toBeTruthy();
  expect(screen.queryByRole("option", { name: /Berlin/ })).toBeNull();
});

test("more IPs than are free cannot be requested; one click takes the available number", async () => {
  const { dialog, askedOf } = await show("country=DE&city=hamburg", takes(2));
  type(await number(dialog), "3");
  await dialog.findByText("Only 2 are free here now");
  await press(/^Get 3 IPs/, dialog);
  expect(askedOf("/v3/static/use")).toEqual([]);
  click("Get 2", dialog);
  expect(document.activeElement).toBe(await number(dialog));
  await press("Get 2 IPs", dialog);
  await dialog.findByText("2 IPs are yours");
});

test("stock taken by others meanwhile is reported at the quantity and updated", async () => {
  let left = 8;
  const { dialog } = await show("country=DE&city=berlin", {
    "/v1/static/list": () => ({ items: [{ ...stockRows[1], available: left }] }),
    "/v3/static/use": () => {
      left = 1;
      return new Refused(402, "Not enough IPs are free at this place.", {
        reason: "insufficientStock",
        short: "stock",
      });
    },
  });
  type(await number(dialog), "3");
  await press("Get 3 IPs", dialog);
  await dialog.findByText("Only 1 is free here now");
  expect(dialog.getByText("1 is free here")).toBeTruthy();
  expect(dialog.queryByRole("alert")).toBeNull();
});

test("if credits were used elsewhere meanwhile, nothing is bought at a price that was not shown", async () => {
  let has = 3;
  const { dialog, askedOf } = await show("country=DE&days=30", {
    "/v2/static/index": () => ({ credits: { 7: 0, 30: has, 90: 0 } }),
    "/v3/static/use": () => {
      has = 0;
      return new Refused(402, "No balance, please purchase first", {
        reason: "insufficientCredits",
        short: "static30",
      });
    },
  });
  await press("Get 1 IP", dialog);
  await dialog.findByText("No balance, please purchase first");
  await dialog.findByRole("button", { name: "Get 1 IP for $5.00" });
  expect(askedOf("/v3/static/use")).toHaveLength(1);
});

test("a custom account and password have 6-22 letters and digits (spec/sign-in#credentials)", async () => {
  const { dialog, askedOf } = await show("country=DE&days=30", takes(1));
  const account = await dialog.findByLabelText("Account name (optional)");
  type(account, "me-2");
  type(dialog.getByLabelText("Password (optional)"), "Secret99");
  await press("Get 1 IP", dialog);
  await dialog.findByText("Please use 6-22 letters and digits");
  expect(document.activeElement).toBe(account);
  expect(askedOf("/v3/static/use")).toEqual([]);
  type(account, "shopper1");
  type(dialog.getByLabelText("Password (optional)"), "483920");
  await press("Get 1 IP", dialog);
  expect(
    await dialog.findAllByText("6-22 letters and digits; at least 10 if only digits"),
  ).toHaveLength(2);
  expect(askedOf("/v3/static/use")).toEqual([]);
  type(dialog.getByLabelText("Password (optional)"), "Secret99");
  await press("Get 1 IP", dialog);
  await dialog.findByText("1 IP is yours");
  expect(askedOf("/v3/static/use")).toMatchObject([{ account: "shopper1", password: "Secret99" }]);
});

test("missing stock is reported before an insufficient wallet", async () => {
  const { dialog } = await show("country=DE&city=hamburg&days=90");
  type(await number(dialog), "30");
  await dialog.findByText("Only 2 are free here now");
  await dialog.findByText("$150.00");
  expect(dialog.queryByRole("link", { name: "Top up the wallet" })).toBeNull();
  click("Get 2", dialog);
  await dialog.findByRole("button", { name: "Get 2 IPs for $10.00" });
});

test("an API error about a field is shown at that field", async () => {
  const { dialog } = await show("country=DE&days=30", {
    "/v3/static/use": () =>
      new Refused(400, "Not this one", { reason: "badProxyPassword", field: "password" }),
  });
  const field = await dialog.findByLabelText("Password (optional)");
  await press("Get 1 IP", dialog);
  await dialog.findByText("Not this one");
  expect(field.getAttribute("aria-invalid")).toBe("true");
  type(field, "Other1234");
  expect(dialog.queryByText("Not this one")).toBeNull();
});

test("if nothing is free, a message says so and offers to look again", async () => {
  let items: object[] = [];
  const { dialog } = await show("", { "/v1/static/list": () => ({ items }) });
  await dialog.findByText("All IPs are taken at the moment");
  items = stockRows;
  click("Look again", dialog);
  await number(dialog);
});

test("stock that failed to load can be loaded again", async () => {
  let failing = true;
  const { dialog } = await show("", {
    "/v1/static/list": () => (failing ? new NoAnswer() : { items: stockRows }),
  });
  await dialog.findByText("This could not be loaded");
  failing = false;
  click("Try again", dialog);
  await number(dialog);
});

test("the short term takes IPs for 1, 3 or 7 days with its own calls (spec/static#short-term)", async () => {
  const { dialog, askedOf } = await show(
    "country=DE",
    {
      "/v1/staticShort/extract": () => ({
        items: takenRows(2),
        creditsUsed: 1,
        walletCents: 500,
      }),
    },
    "short",
  );
  type(await number(dialog), "2");
  expect(dialog.getByRole("button", { name: "3 days 1 credit" })).toBeTruthy();
  await press("Get 2 IPs for $5.00", dialog);
  await dialog.findByText("2 IPs are yours");
  expect(askedOf("/v1/staticShort/extract")).toMatchObject([
    { country: "DE", days: "3", num: "2", pay: "wallet" },
  ]);
  expect(askedOf("/v1/quote")).toMatchObject([{ sku: "short", days: "3", quantity: "1" }]);
});
