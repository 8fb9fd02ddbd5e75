import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { click, clickToSee, findHref, press } from "../../testing/person.ts";
import { page } from "../../testing/page.ts";
import { type Answers, Refused, showScreen } from "../../testing/screen.tsx";
import { Whitelist } from "./Whitelist.tsx";

const entry = {
  id: "w1",
  ip: "203.0.113.7",
  description: "Office",
  expiresAt: null,
  createdAt: "2026-11-01T08:00:00Z",
  account: "shopper1",
};
const answers: Answers = {
  "/v1/checkTrafficWhite": () => ({ ip: "198.51.100.4", whitelisted: false }),
  "/v1/availableSubUsers": () => ({ items: [] }),
  "/v1/trafficWhiteList": () => page([entry]),
  "/v1/trafficInfo": () => ({
    endpoints: [{ region: "lab", host: "127.0.0.1", port: 7000, protocols: ["http"] }],
    exampleTarget: "http://127.0.0.1:7999/ip",
  }),
  "/v1/addTrafficWhite": ({ ips = "" }) => ({
    added: ips.split(",").filter((ip) => ip.startsWith("203.") || ip.startsWith("198.")),
    refused: ips.includes("114.114.114.114")
      ? [{ ip: "114.114.114.114", msg: "Mainland China IP is not supported", reason: "x" }]
      : [],
  }),
  "/v1/delTrafficWhite": () => ({ deleted: 1 }),
};
async function show(more: Answers = {}, until = "203.0.113.7") {
  const path = "/cli/white-manage";
  const all = { ...answers, ...more };
  const shown = await showScreen({ screen: Whitelist, area: "white-manage", path, answers: all });
  await screen.findByText(until);
  return shown;
}
const field = () => screen.getByRole<HTMLTextAreaElement>("textbox", { name: "IP addresses" });
const type = (value: string) => fireEvent.change(field(), { target: { value } });

test("empty or entirely invalid input is not sent", async () => {
  const { askedOf } = await show();
  await clickToSee("Add", "Please enter at least one IP address");
  type("bogus, 10.0.0.0/8");
  expect(screen.getByText("Not IP addresses (2): bogus, 10.0.0.0/8")).toBeTruthy();
  await clickToSee("Add", "None of these is a valid IP address");
  expect(askedOf("/v1/addTrafficWhite")).toEqual([]);
});

test("a batch is added; refused entries stay in the field with the reason (spec/dashboard#batch-actions)", async () => {
  const { askedOf } = await show();
  type("203.0.113.8, 203.0.113.9\n114.114.114.114");
  await clickToSee("Add 3 addresses", "1 address was not added");
  expect(screen.getByText(/Mainland China IP is not supported/)).toBeTruthy();
  expect(field().value).toBe("114.114.114.114");
  expect(askedOf("/v1/addTrafficWhite")[0]).toMatchObject({
    ips: "203.0.113.8,203.0.113.9,114.114.114.114",
  });
});

test("text typed while a batch is being sent is kept; the sent entries are removed", async () => {
  const sent = Promise.withResolvers<object>();
  const { askedOf } = await show({ "/v1/addTrafficWhite": () => sent.promise });
  type("203.0.113.8, 203.0.113.9");
  click("Add 2 addresses");
  await waitFor(() => expect(askedOf("/v1/addTrafficWhite")).toHaveLength(1));
  type("203.0.113.8, 203.0.113.9, 203.0.113.10");
  sent.resolve({ added: ["203.0.113.8", "203.0.113.9"], refused: [] });
  await screen.findByText("2 addresses added");
  expect(field().value).toBe("203.0.113.10");
});

test("a user without a sub-account is led to create one, and the typed text is kept", async () => {
  const msg = "There is no such sub-account in your account, please reload the page";
  const data = { reason: "subAccountNotFound", field: "account" };
  await show({ "/v1/addTrafficWhite": () => new Refused(404, msg, data) });
  type("203.0.113.8");
  click("Add 1 address");
  expect(await findHref("Create a sub-account")).toBe("/cli/traffic-use?dialog=create");
  expect(field().value).toBe("203.0.113.8");
  expect(screen.queryByText(msg)).toBeNull();
});

test("the user's own IP address can be claimed from another account; other IP addresses cannot", async () => {
  const msg = "This IP address is whitelisted already, please enter another";
  const taken = ({ ips = "" }) => ({
    added: [],
    refused: ips.split(",").map((ip) => ({ ip, msg, reason: "ipTaken" })),
  });
  const claims: Answers = {
    "/v1/addTrafficWhite": taken,
    "/v1/checkTrafficWhite": ({ claim }) => ({
      ip: "198.51.100.4",
      whitelisted: claim === "1",
      ...(claim === "1" ? { claimed: true } : {}),
    }),
  };
  const { askedOf } = await show(claims);
  type("203.0.113.8");
  await clickToSee("Add 1 address", /sign in from there and take it over/);
  expect(screen.queryByRole("button", { name: /over/ })).toBeNull();
  type("203.0.113.8, 198.51.100.4");
  await clickToSee("Add 2 addresses", /Is 198.51.100.4 your address\?/);
  await clickToSee("Take 198.51.100.4 over", "198.51.100.4 is on your whitelist now");
  expect(askedOf("/v1/checkTrafficWhite").filter(({ claim }) => claim === "1")).toHaveLength(1);
  await waitFor(() => expect(field().value).toBe("203.0.113.8"));
});

test("an empty list offers no search and no deletion", async () => {
  const nothing = page([]);
  await show({ "/v1/trafficWhiteList": () => nothing }, "No address yet");
  expect(screen.queryByRole("button", { name: "Delete" })).toBeNull();
  expect(screen.queryByLabelText("Search address or description")).toBeNull();
});

test("the user's own IP address is added with one click", async () => {
  const { askedOf } = await show();
  await press("Add my address");
  await screen.findByText("1 address added");
  expect(askedOf("/v1/addTrafficWhite")).toMatchObject([{ ips: "198.51.100.4" }]);
});

async function confirmDeletion() {
  const dialog = await screen.findByRole("dialog");
  const buttons = [...dialog.querySelectorAll("button")];
  fireEvent.click(buttons.find((button) => button.textContent === "Delete") ?? dialog);
  await screen.findByText("1 address deleted");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
}

test("without a selection there is no button and the key shows a message; deleting a row asks first (spec/dashboard#batch-actions)", async () => {
  const { askedOf } = await show();
  expect(screen.queryByRole("button", { name: "Delete" })).toBeNull();
  fireEvent.keyDown(screen.getByText("203.0.113.7"), { key: "Delete" });
  await screen.findByText("Please select a row");
  await clickToSee("Delete 203.0.113.7", "Delete 203.0.113.7?");
  expect(askedOf("/v1/delTrafficWhite")).toEqual([]);
  await confirmDeletion();
  expect(askedOf("/v1/delTrafficWhite")).toMatchObject([{ ids: "w1" }]);
});

test("deleted entries are restored unchanged, each by its own button", async () => {
  const { askedOf } = await show();
  click("Delete 203.0.113.7");
  await confirmDeletion();
  await screen.findByRole("button", { name: "Undo" });
  click("Delete 203.0.113.7");
  await confirmDeletion();
  await waitFor(() => expect(screen.getAllByRole("button", { name: "Undo" })).toHaveLength(2));
  fireEvent.click(screen.getAllByRole("button", { name: "Undo" })[0] ?? document.body);
  await screen.findByText("1 address is on the list again");
  expect(askedOf("/v1/addTrafficWhite")).toEqual([
    expect.objectContaining({ ips: "203.0.113.7", account: "shopper1", description: "Office" }),
  ]);
  await waitFor(() => expect(screen.getAllByRole("button", { name: "Undo" })).toHaveLength(1));
});
