import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { click, enter, press } from "../../testing/person.ts";
import { type Answers, Refused } from "../../testing/screen.tsx";
import type { ApiKey } from "./api-key-form.ts";
import { showDevelopers } from "./testing.tsx";

const KEY = "tpk_s3cretS3cretS3cretS3cretS3cretS3c4kXa9";
const apiKey = (other: Partial<ApiKey> = {}): ApiKey => ({
  id: "k1",
  name: "billing",
  scopes: ["read", "buy"],
  prefix: "tpk_s3cr",
  lastFour: "kXa9",
  createdAt: "2026-11-20T08:00:00.000Z",
  expiresAt: null,
  ips: [],
  maxCents: null,
  spentCents: 0,
  lastUsedAt: null,
  lastIp: null,
  ...other,
});

async function show(items: ApiKey[], more: Answers = {}) {
  const shown = await showDevelopers({ "/v1/apiKeys": () => ({ items }), ...more });
  const panel = await screen.findByRole("region", { name: "API keys" });
  return { ...shown, panel: within(panel) };
}

test("without a key the panel shows an example command", async () => {
  const { panel } = await show([]);
  await panel.findByText("No API key yet");
  panel.getByText(/curl .*\/v1\/subUsers -H "Authorization: Bearer YOUR_API_KEY"/);
});

test("a row shows what a key may do, its limits and its last use", async () => {
  const used = apiKey({
    expiresAt: "2036-01-01T00:00:00.000Z",
    ips: ["203.0.113.0/24"],
    maxCents: 20_000,
    spentCents: 4_500,
    lastUsedAt: new Date(Date.now() - 180_000).toISOString(),
    lastIp: "203.0.113.7",
  });
  const old = apiKey({ id: "k2", name: "old", expiresAt: "2020-01-01T00:00:00.000Z" });
  const { panel } = await show([used, old]);
  const [first, second] = (await panel.findAllByRole("listitem")).map((row) => row.textContent);
  expect(first).toMatch(/billing.*Read.*Buy.*tpk_s3cr…kXa9/);
  expect(first).toMatch(/Expires Jan 1, 2036.*203\.0\.113\.0\/24.*\$45\.00 of \$200\.00/);
  expect(first).toMatch(/Last used.*3 minutes ago.*203\.0\.113\.7/);
  expect(second).toMatch(/old.*Expired.*Never used/);
});

test("a key is created with a name and scopes, shown once, and then listed", async () => {
  const items: ApiKey[] = [];
  const { panel, askedOf } = await show(items, {
    "/v1/apiKeyAdd": () => {
      items.push(apiKey());
      return { id: "k1", key: KEY };
    },
  });
  await press("Create a key", panel);
  const dialog = await screen.findByRole("dialog", { name: "Create an API key" });
  fireEvent.submit(dialog.querySelector("form") as HTMLFormElement);
  await within(dialog).findByText("Enter a name");
  expect(askedOf("/v1/apiKeyAdd")).toEqual([]);
  const type = (name: RegExp, value: string) =>
    fireEvent.change(within(dialog).getByRole("textbox", { name }), { target: { value } });
  type(/^Name/, "billing");
  expect(within(dialog).queryByRole("textbox", { name: /Monthly limit/ })).toBeNull();
  fireEvent.click(within(dialog).getByRole("checkbox", { name: /^Buy/ }));
  type(/Monthly limit/, "200");
  type(/Allowed networks/, "203.0.113.0/24");
  fireEvent.submit(dialog.querySelector("form") as HTMLFormElement);
  const once = await screen.findByRole("dialog", { name: "Your new API key" });
  within(once).getByText(KEY);
  within(once).getByRole("button", { name: "Copy the key" });
  expect(askedOf("/v1/apiKeyAdd")[0]).toMatchObject({
    name: "billing",
    scopes: "read,buy",
    maxCents: "20000",
    ips: "203.0.113.0/24",
  });
  click("I have saved it");
  await waitFor(() => expect(document.body.textContent).not.toContain(KEY));
  await panel.findByText("tpk_s3cr…kXa9");
});

test("a refused field shows the message; an MFA code is requested if MFA is bound", async () => {
  const { panel, askedOf } = await show([], {
    "/v1/apiKeyAdd": ({ mfaCode }) =>
      mfaCode
        ? new Refused(400, "No such network", { reason: "badNetwork", field: "ips" })
        : new Refused(460, "MFA code needed", { reason: "mfaNeeded" }),
  });
  await press("Create a key", panel);
  const dialog = await screen.findByRole("dialog", { name: "Create an API key" });
  const name = within(dialog).getByRole("textbox", { name: /^Name/ });
  fireEvent.change(name, { target: { value: "x" } });
  fireEvent.submit(dialog.querySelector("form") as HTMLFormElement);
  const code = await screen.findByRole("textbox", { name: /code/i });
  fireEvent.change(code, { target: { value: "123456" } });
  enter(code);
  await within(dialog).findByText("No such network");
  expect(askedOf("/v1/apiKeyAdd").at(-1)).toMatchObject({ mfaCode: "123456" });
});

test("a key is deleted after a confirmation that names it", async () => {
  const items = [apiKey()];
  const { panel, askedOf } = await show(items, {
    "/v1/apiKeyDel": () => {
      items.pop();
      return { deleted: 1 };
    },
  });
  await press("Delete billing", panel);
  const dialog = await screen.findByRole("dialog");
  expect(dialog.textContent).toContain("billing");
  expect(askedOf("/v1/apiKeyDel")).toEqual([]);
  click("Delete the key", within(dialog));
  await screen.findByText("The key is deleted: it no longer works");
  await panel.findByText("No API key yet");
  expect(askedOf("/v1/apiKeyDel")[0]).toMatchObject({ ids: "k1" });
});
