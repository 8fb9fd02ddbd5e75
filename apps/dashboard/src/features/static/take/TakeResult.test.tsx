import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { queryClient } from "../../../lib/queries.ts";
import { savedFiles } from "../../../testing/saved-files.ts";
import {
  click,
  copied,
  expectSentAgain,
  press,
  type,
  watchClipboard,
} from "../../../testing/person.ts";
import { NoAnswer } from "../../../testing/screen.tsx";
import { takenRows } from "../testing/take.ts";
import { number, showTake as show, takes } from "../testing/take-screen.tsx";

watchClipboard();
test("after a lost response the same requestId and the same fields are sent again", async () => {
  let answer: unknown = new NoAnswer();
  let has = 3;
  const { dialog, askedOf } = await show("country=DE&days=30", {
    "/v2/static/index": () => ({ credits: { 7: 0, 30: has, 90: 0 } }),
    "/v3/static/use": () => answer,
  });
  await press("Get 1 IP", dialog);
  await dialog.findByText("Was 1 IP taken?");
  expect(dialog.queryByRole("button", { name: /^Get/ })).toBeNull();
  // The lost call used up the credits, yet the retry asks the same, without the wallet.
  has = 0;
  await queryClient.invalidateQueries({ queryKey: ["staticIndex"] });
  click("Close", dialog);
  fireEvent.click(screen.getByText("Open"));
  const again = within(await screen.findByRole("dialog"));
  await again.findByText("Was 1 IP taken?");
  answer = { items: takenRows(1), creditsUsed: 1, walletCents: 0 };
  await press("Ask again", again);
  await again.findByText("1 IP is yours");
  expectSentAgain(askedOf("/v3/static/use"));
});

test("a double click takes IPs once; the dialog stays open until the result is known", async () => {
  const { dialog, askedOf, router } = await show("country=DE&days=30", takes(1));
  const button = await dialog.findByRole("button", { name: "Get 1 IP" });
  fireEvent.click(button);
  fireEvent.click(button);
  await waitFor(() => expect(button.hasAttribute("data-loading")).toBe(true));
  fireEvent.keyDown(button, { key: "Escape" });
  await dialog.findByText("1 IP is yours");
  expect(router.state.location.search).toContain("take=1");
  expect(askedOf("/v3/static/use")).toHaveLength(1);
});

test("new IPs are copied singly or all as host:port:user:password, saved, and shown with a command", async () => {
  const files = savedFiles();
  const { dialog } = await show("country=DE&days=30", takes(2));
  type(await number(dialog), "2");
  await press("Get 2 IPs", dialog);
  await dialog.findByText("198.51.100.10:443:shopper1:Secret99");
  click("Copy all", dialog);
  const lines = "198.51.100.10:443:shopper1:Secret99\n198.51.100.11:443:shopper1:Secret99\n";
  expect(copied).toHaveBeenLastCalledWith(lines);
  click("Copy 198.51.100.11", dialog);
  expect(copied).toHaveBeenLastCalledWith("198.51.100.11:443:shopper1:Secret99");
  click("Save as TXT", dialog);
  expect(await files[0]?.text()).toBe(lines);
  await dialog.findByText(
    "curl -x http://shopper1:Secret99@198.51.100.10:443 http://127.0.0.1:7999/ip",
  );
  expect(document.activeElement).toBe(dialog.getByRole("button", { name: "Done" }));
  click("Get more", dialog);
  await number(dialog);
});

test("a new IP without an open port is shown as its host; the command uses one that is open (spec/static#ports)", async () => {
  const [shut, open] = takenRows(2);
  const items = [{ ...shut, port: 0, ports: [] }, open];
  const { dialog } = await show("country=DE&days=30", {
    "/v3/static/use": () => ({ items, creditsUsed: 1, walletCents: 0 }),
  });
  await press("Get 1 IP", dialog);
  await dialog.findByText("198.51.100.10");
  await dialog.findByText(/^curl -x http:.*@198\.51\.100\.11:443 /);
  expect(dialog.queryByText(/100\.10:0/)).toBeNull();
});

test("closing removes the link's parameters from the URL", async () => {
  const { dialog, router } = await show("country=DE&city=berlin&days=30&status=active", takes(1));
  await press("Get 1 IP", dialog);
  await press("Done", dialog);
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(router.state.location.search).toBe("?status=active");
});

test("taking IPs reloads stock, credits and wallet, and outdates the lists of IPs and orders", async () => {
  const { dialog, askedOf } = await show("country=DE&days=30", takes(1));
  // Answers that other screens keep.
  const kept = ["staticUseList", "orderList", "sessions"].map((call) => [call, {}]);
  for (const key of kept) queryClient.setQueryData(key, { items: [] });
  await press("Get 1 IP", dialog);
  const before = askedOf("/v1/headerInit").length;
  await dialog.findByText("1 IP is yours");
  click("Get more", dialog);
  await number(dialog);
  await waitFor(() => expect(askedOf("/v1/headerInit").length).toBeGreaterThan(before));
  await waitFor(() => expect(askedOf("/v1/static/list").length).toBeGreaterThan(1));
  await waitFor(() => expect(askedOf("/v2/static/index").length).toBeGreaterThan(1));
  const outdated = kept.map((key) => queryClient.getQueryState(key)?.isInvalidated);
  expect(outdated).toEqual([true, true, false]);
});
